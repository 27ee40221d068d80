const encoder = new TextEncoder();

/** What is said of one operation: two texts that were printed once, or their extents. */
export interface Call<Block> {
  readonly path: string;
  /** The aliases of its input and output, declared. */
  readonly types: Block;
  /** The comment above the call. */
  readonly doc: Block;
}

/** What a text adds to a description, without the text. */
export interface Extent {
  readonly lines: number;
  /** UTF-8, a line end after it included. */
  readonly bytes: number;
}

export function measureCall({ path, types, doc }: Call<string>): Call<Extent> {
  return { path, types: measureBlock(types), doc: measureBlock(doc) };
}

/** The name that all aliases of an operation start with: its segments, separated by `$`. */
export function aliasOf(path: string): string {
  return path.replaceAll('.', '$');
}

function measureBlock(text: string): Extent {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return { lines, bytes: encoder.encode(text).length + 1 };
}

/** UTF-8 bytes of what `composeDescription` gives, without composing it. */
export function measureDescription(calls: readonly Call<Extent>[]): number {
  let bytes = 0;
  for (const { block, indent } of placeBlocks(calls, measureBlock))
    bytes += block.bytes + block.lines * indent;
  return bytes;
}

/** The TypeScript of some operations, in the order given: the aliases, then a nested `env` with the callables. */
export function composeDescription(calls: readonly Call<string>[]): string {
  let text = '';
  for (const { block, indent } of placeBlocks(calls, (line) => line)) {
    const pad = ' '.repeat(indent);
    text += `${pad}${indent === 0 ? block : block.replaceAll('\n', `\n${pad}`)}\n`;
  }
  return text;
}

interface Placed<Block> {
  readonly block: Block;
  /** Spaces before each line. */
  readonly indent: number;
}

interface Branch<Block> {
  call: Call<Block> | undefined;
  readonly children: Map<string, Branch<Block>>;
}

const INDENT = 2;

/** @param toBlock makes a line that follows from paths alone into a block */
function* placeBlocks<Block>(
  calls: readonly Call<Block>[],
  toBlock: (line: string) => Block,
): Generator<Placed<Block>> {
  const root: Branch<Block> = { call: undefined, children: new Map() };
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
  yield { block: toBlock('declare const env: {'), indent: 0 };
  yield* placeChildren(root, INDENT, toBlock);
  yield { block: toBlock('};'), indent: 0 };
}

function* placeChildren<Block>(
  { children }: Branch<Block>,
  indent: number,
  toBlock: (line: string) => Block,
): Generator<Placed<Block>> {
  for (const [name, branch] of children) {
    const { call } = branch;
    if (call !== undefined) yield { block: call.doc, indent };
    if (call !== undefined && branch.children.size === 0) {
      yield { block: toBlock(`${name}${signature(call.path, ':')};`), indent };
      continue;
    }
    // Callable and a namespace too: an intersection.
    const callable = call === undefined ? '' : `(${signature(call.path, ' =>')}) & `;
    yield { block: toBlock(`${name}: ${callable}{`), indent };
    yield* placeChildren(branch, indent + INDENT, toBlock);
    yield { block: toBlock('};'), indent };
  }
}

function signature(path: string, arrow: string): string {
  const alias = aliasOf(path);
  return `(input: ${alias}_Input)${arrow} Promise<${alias}_Output>`;
}
