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
  placeBlocks(calls, measureBlock, (block, indent) => {
    bytes += block.bytes + block.lines * indent;
  });
  return bytes;
}

/** The TypeScript of some operations, in the order given: the aliases, then a nested `env` with the callables. */
export function composeDescription(calls: readonly Call<string>[]): string {
  let text = '';
  placeBlocks(
    calls,
    (line) => line,
    (block, indent) => {
      const pad = ' '.repeat(indent);
      text += `${pad}${indent === 0 ? block : block.replaceAll('\n', `\n${pad}`)}\n`;
    },
  );
  return text;
}

interface Branch<Block> {
  call: Call<Block> | undefined;
  readonly children: Map<string, Branch<Block>>;
}

const INDENT = 2;

/** Where a block goes next. @param indent spaces before each of its lines */
type Place<Block> = (block: Block, indent: number) => void;

/** @param toBlock makes a line that follows from paths alone into a block */
function placeBlocks<Block>(
  calls: readonly Call<Block>[],
  toBlock: (line: string) => Block,
  place: Place<Block>,
): void {
  const root: Branch<Block> = { call: undefined, children: new Map() };
  for (const call of calls) {
    place(call.types, 0);
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
  place(toBlock('declare const env: {'), 0);
  placeChildren(root, INDENT, toBlock, place);
  place(toBlock('};'), 0);
}

function placeChildren<Block>(
  { children }: Branch<Block>,
  indent: number,
  toBlock: (line: string) => Block,
  place: Place<Block>,
): void {
  for (const [name, branch] of children) {
    const { call } = branch;
    if (call !== undefined) place(call.doc, indent);
    if (call !== undefined && branch.children.size === 0) {
      place(toBlock(`${methodName(name)}${signature(call.path, ':')};`), indent);
      continue;
    }
    // Callable and a namespace too: an intersection.
    const callable = call === undefined ? '' : `(${signature(call.path, ' =>')}) & `;
    place(toBlock(`${name}: ${callable}{`), indent);
    placeChildren(branch, indent + INDENT, toBlock, place);
    place(toBlock('};'), indent);
  }
}

/** A bare `new(…)` in a type would be what `new env()` makes, and no method. */
function methodName(name: string): string {
  return name === 'new' ? '"new"' : name;
}

function signature(path: string, arrow: string): string {
  const alias = aliasOf(path);
  return `(input: ${alias}_Input)${arrow} Promise<${alias}_Output>`;
}
