const encoder = new TextEncoder();

/** Text that was printed once and is put into any number of descriptions. */
export interface Block {
  /** Without a line end after it. */
  readonly text: string;
  readonly lines: number;
  /** UTF-8, a line end after it included. */
  readonly bytes: number;
}

/** What a description says of one operation. */
export interface CallText {
  readonly path: string;
  /** The aliases of its input and output, declared. */
  readonly types: Block;
  readonly doc: Block;
  /** Its line in `env`, where nothing lies below it. */
  readonly line: Block;
}

export function toCallText(printed: {
  readonly path: string;
  readonly types: string;
  readonly doc: string;
}): CallText {
  const { path, types, doc } = printed;
  const name = path.slice(path.lastIndexOf('.') + 1);
  return {
    path,
    types: toBlock(types),
    doc: toBlock(doc),
    line: toBlock(`${name}${signature(path, ':')};`),
  };
}

/** The name that all aliases of an operation start with: its segments, separated by `$`. */
export function aliasOf(path: string): string {
  return path.replaceAll('.', '$');
}

function toBlock(text: string): Block {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return { text, lines, bytes: encoder.encode(text).length + 1 };
}

/** UTF-8 bytes of what `composeDescription` gives, without composing it. */
export function measureDescription(calls: readonly CallText[]): number {
  let bytes = 0;
  for (const { block, indent } of placeBlocks(calls)) bytes += block.bytes + block.lines * indent;
  return bytes;
}

/** The TypeScript of some operations, in the order given: the aliases, then a nested `env` with the callables. */
export function composeDescription(calls: readonly CallText[]): string {
  let text = '';
  for (const { block, indent } of placeBlocks(calls)) {
    const pad = ' '.repeat(indent);
    text += `${pad}${indent === 0 ? block.text : block.text.replaceAll('\n', `\n${pad}`)}\n`;
  }
  return text;
}

interface Placed {
  readonly block: Block;
  /** Spaces before each line. */
  readonly indent: number;
}

interface Branch {
  call: CallText | undefined;
  readonly children: Map<string, Branch>;
}

function* placeBlocks(calls: readonly CallText[]): Generator<Placed> {
  const root: Branch = { call: undefined, children: new Map() };
  for (const call of calls) {
    yield { block: call.types, indent: 0 };
    let branch = root;
    for (const segment of call.path.split('.')) {
      let child = branch.children.get(segment);
      if (child === undefined) {
        child = { call: undefined, children: new Map() };
        branch.children.set(segment, child);
      }
      branch = child;
    }
    branch.call = call;
  }
  yield { block: OPENING, indent: 0 };
  yield* placeChildren(root, INDENT);
  yield { block: CLOSING, indent: 0 };
}

const INDENT = 2;

function* placeChildren({ children }: Branch, indent: number): Generator<Placed> {
  for (const [name, branch] of children) {
    const { call } = branch;
    if (call !== undefined) yield { block: call.doc, indent };
    if (call !== undefined && branch.children.size === 0) {
      yield { block: call.line, indent };
      continue;
    }
    // Callable and a namespace too: an intersection.
    const callable = call === undefined ? '' : `(${signature(call.path, ' =>')}) & `;
    yield { block: toBlock(`${name}: ${callable}{`), indent };
    yield* placeChildren(branch, indent + INDENT);
    yield { block: CLOSING, indent };
  }
}

const OPENING = toBlock('declare const env: {');
const CLOSING = toBlock('};');

function signature(path: string, arrow: string): string {
  const alias = aliasOf(path);
  return `(input: ${alias}_Input)${arrow} Promise<${alias}_Output>`;
}
