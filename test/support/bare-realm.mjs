// Runs a module, whose text comes by standard input, in a realm that has the language and a few globals of the web,
// and nothing of Node: `node --experimental-vm-modules --experimental-import-meta-resolve` this file. It finds this
// package under its own name, as its exports say. Prints what the module leaves in `globalThis.answer`, as JSON.
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const context = vm.createContext({ TextEncoder, TextDecoder, atob, btoa, URL });
const loaded = new Map();

/** @param {string} specifier @param {string} parent */
function resolve(specifier, parent) {
  if (isBuiltin(specifier)) throw new Error(`${parent} imports ${specifier}, which is a part of Node`);
  return import.meta.resolve(specifier, parent);
}

/** @param {string} url */
async function load(url) {
  const source = await readFile(fileURLToPath(url), 'utf8');
  // The one dependency that is no ES module says so by having neither imports nor exports.
  if (!/^\s*(?:import|export)\b/m.test(source)) return await loadCommonJs(url, source);
  return new vm.SourceTextModule(source, { context, identifier: url });
}

/** @param {string} url @param {string} source */
async function loadCommonJs(url, source) {
  const wrapped = vm.compileFunction(source, ['module', 'exports', 'require'], { parsingContext: context });
  const module = { exports: {} };
  wrapped(module, module.exports, (/** @type {string} */ name) => {
    throw new Error(`${url} requires ${name}`);
  });
  const names = Object.keys(module.exports);
  return new vm.SyntheticModule(
    names,
    function () {
      for (const name of names) this.setExport(name, module.exports[name]);
    },
    { context, identifier: url },
  );
}

/** @param {string} specifier @param {{ identifier: string }} parent */
function link(specifier, parent) {
  const url = resolve(specifier, parent.identifier);
  if (!loaded.has(url)) loaded.set(url, load(url));
  return loaded.get(url);
}

const main = new vm.SourceTextModule(await text(process.stdin), { context, identifier: import.meta.url });
await main.link(link);
await main.evaluate();
console.log(JSON.stringify({ answer: context.answer, modules: [...loaded.keys()] }));
