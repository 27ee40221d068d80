import { Composer, CST, isMap, isScalar, isSeq, Lexer, type ParsedNode, Parser } from 'yaml';
import type { Json } from '../../model/entry.ts';
import { quote } from '../../model/quote.ts';
import { OpenApiError } from './refusal.ts';

export interface YamlBounds {
  readonly depth: number;
  readonly nodes: number;
}

/** What the lexer puts before the text of every scalar. */
const SCALAR = '\x1f';

/**
 * Parses one YAML document (1.2, core schema) into JSON. Aliases are refused, and so is a member that is written
 * twice. The bounds are looked at while the text is split, before anything recursive runs.
 *
 * Errors: `yaml-alias`, `document-depth`, `document-nodes`, `document-syntax`.
 */
export function readYaml(text: string, bounds: YamlBounds): Json {
  const tokens = splitYaml(text, bounds);
  // Comparing every key with every other is quadratic in the library; `toJson` does it with a set.
  const composer = new Composer({ uniqueKeys: false });
  const documents = [...composer.compose(tokens, true, text.length)];
  const [document] = documents;
  const error = documents.flatMap((each) => each.errors)[0];
  if (error !== undefined) {
    throw new OpenApiError('document-syntax', `The document is not YAML: ${quote(error.message)}.`);
  }
  if (document === undefined || documents.length > 1) {
    throw new OpenApiError('document-syntax', 'The text must be one YAML document.');
  }
  return toJson(document.contents, { bounds, left: bounds.nodes }, 1);
}

function splitYaml(text: string, bounds: YamlBounds): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let scalars = 0;
  let lexemes = 0;
  let properties = 0;
  let previous = '';
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === SCALAR && ++scalars > 2 * bounds.nodes) throw tooManyNodes(bounds.nodes);
    if (++lexemes > LEXEMES_PER_NODE * bounds.nodes) throw tooManyNodes(bounds.nodes);
    const type = previous === SCALAR ? 'scalar' : CST.tokenType(lexeme);
    if (type === 'alias') {
      throw new OpenApiError('yaml-alias', `The document has the YAML alias ${quote(lexeme)}. Write it out.`);
    }
    const isProperty = type === 'anchor' || type === 'tag' || type === 'doc-start' || type === 'doc-end';
    if (isProperty && ++properties > MAX_PROPERTIES) {
      throw new OpenApiError(
        'document-syntax',
        `The document has more than ${MAX_PROPERTIES} anchors, tags and document marks.`,
      );
    }
    previous = lexeme;
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Beside the containers there are the document, the scalar and, while it is open, a key.
    if (parser.stack.length > bounds.depth + SLACK) throw tooDeep(bounds.depth);
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

const SLACK = 4;
/** Pieces of text for each node, white space, comments and punctuation included. Real documents have fewer than ten. */
const LEXEMES_PER_NODE = 16;
/** Anchors, tags and document marks. No document needs them, and the library takes its time with each. */
const MAX_PROPERTIES = 1_000;

function toJson(
  node: ParsedNode | null,
  count: { readonly bounds: YamlBounds; left: number },
  depth: number,
): Json {
  count.left -= 1;
  if (count.left < 0) throw tooManyNodes(count.bounds.nodes);
  if (node === null) return null;
  if (isScalar(node)) return toJsonScalar(node.value);
  if (depth > count.bounds.depth) throw tooDeep(count.bounds.depth);
  if (isSeq(node)) {
    return node.items.map((item) => toJson(item as ParsedNode | null, count, depth + 1));
  }
  if (!isMap(node)) throw new OpenApiError('yaml-alias', 'The document has a YAML alias. Write it out.');
  const members = new Map<string, Json>();
  for (const { key, value } of node.items) {
    if (!isScalar(key)) {
      throw new OpenApiError('document-syntax', 'The document has a member whose name is no scalar.');
    }
    const name = String(key.value);
    if (members.has(name)) {
      throw new OpenApiError(
        'document-syntax',
        `The document has the member ${quote(name)} twice in one object.`,
      );
    }
    members.set(name, toJson(value as ParsedNode | null, count, depth + 1));
  }
  return Object.fromEntries(members);
}

function toJsonScalar(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new OpenApiError(
    'document-syntax',
    `The document has the value ${quote(String(value))}, which JSON lacks.`,
  );
}

export function tooDeep(depth: number): OpenApiError {
  return new OpenApiError('document-depth', `The document nests deeper than ${depth} levels.`);
}

export function tooManyNodes(nodes: number): OpenApiError {
  return new OpenApiError(
    'document-nodes',
    `The document has more than ${nodes} nodes, counting what its references point at wherever they stand.`,
  );
}
