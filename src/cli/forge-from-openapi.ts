import { environment } from '../config.ts';
import { type SpecOfDocument, specOfDocument } from '../forge/from-openapi/spec-of-document.ts';
import { MAX_FULL_DOCUMENT_BYTES } from '../intake/openapi/bounds.ts';
import type { JsonObject } from '../model/entry.ts';
import type { Arguments } from './arguments.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { EXIT, type Exit } from './command.ts';
import { parseSelection } from './import-options.ts';
import { readInput } from './input-file.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

const AUTH_FORMS = 'none, bearer:VARIABLE, basic:USER_VARIABLE[:PASSWORD_VARIABLE] or header:NAME:VARIABLE';

/** Prints a spec of operations that are chosen from an OpenAPI document; hints go to standard error. */
export async function writeFromOpenApi(args: Arguments, terminal: Terminal): Promise<Exit> {
  const [, file, ...more] = args.positionals;
  if (file === undefined || more.length > 0) throw new UsageError('forge from-openapi needs one document');
  const [url, auth] = [args.value('url'), args.value('auth')];
  if (url === undefined) {
    throw new UsageError('forge from-openapi needs --url: where the API is; the document only hints at it');
  }
  if (auth === undefined) throw new UsageError(`forge from-openapi needs --auth: ${AUTH_FORMS}`);
  const choice = {
    selection: args.list('select').map(parseSelection),
    url,
    auth: parseAuth(auth),
    name: args.value('name'),
  };
  const text = await readInput(file, terminal.stdin, MAX_FULL_DOCUMENT_BYTES);
  const result = await specOfDocument(text, choice, (name) => environment(name) !== undefined);
  terminal.out(`${toSafeJson(result.spec)}\n`);
  for (const hint of hintsOf(result)) terminal.err(`larder: ${cleanText(hint)}\n`);
  return EXIT.OK;
}

/** `bearer:API_TOKEN` as a spec writes it. */
function parseAuth(text: string): JsonObject {
  const [kind = '', first, second, ...more] = text.split(':');
  const names = [first, second].filter((name) => name !== undefined && name !== '').length;
  const given = first === undefined ? 0 : second === undefined ? 1 : 2;
  if (names === given && more.length === 0) {
    if (kind === 'none' && given === 0) return { kind };
    if (kind === 'bearer' && given === 1) return { kind, env: first ?? '' };
    if (kind === 'basic' && given === 1) return { kind, env: first ?? '' };
    if (kind === 'basic' && given === 2) return { kind, env: first ?? '', password: second ?? '' };
    if (kind === 'header' && given === 2) return { kind, header: first ?? '', env: second ?? '' };
  }
  // Someone may have put the credential itself there.
  throw new UsageError(`--auth is ${AUTH_FORMS}, with names of environment variables`);
}

function hintsOf({ servers, authentication, withheld, warnings }: SpecOfDocument): readonly string[] {
  const addresses = servers.filter(({ relative }) => !relative).map((server) => server.url);
  const silent = warnings.filter(({ code }) => code === 'description-missing').length;
  return [
    ...(addresses.length === 0
      ? []
      : [
          `the document names these servers, which are hints and were not taken over: ${addresses.join(', ')}`,
        ]),
    ...authentication.map(
      ({ scheme, type, in: place, name }) =>
        `the document names the authentication ${scheme}: ${[type, place, name].filter(Boolean).join(' ')}`,
    ),
    ...withheld.map(
      ({ operation, name, in: place, reason }) =>
        `${operation}: the ${place} parameter ${name} is left out (${reason.replaceAll('-', ' ')})`,
    ),
    ...warnings
      .filter(({ code }) => code !== 'description-missing')
      .map(({ pointer, message }) => `${pointer}: ${message}`),
    ...(silent === 0
      ? []
      : [`${silent} parameters have no description; larder forge SPEC --check names them`]),
  ];
}
