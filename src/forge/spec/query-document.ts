import {
  type DocumentNode,
  GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  Kind,
  KnownFragmentNamesRule,
  Lexer,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  parse,
  Source,
  TokenKind,
  UniqueArgumentNamesRule,
  UniqueFragmentNamesRule,
  UniqueInputFieldNamesRule,
  UniqueVariableNamesRule,
  validate,
} from 'graphql';
import { printable } from '../../model/quote.ts';
import { MAX_QUERY_DEPTH, MAX_QUERY_TOKENS } from './bounds.ts';

/** The rules of GraphQL that hold whatever the API's schema is. */
const RULES = [
  UniqueFragmentNamesRule,
  KnownFragmentNamesRule,
  NoUnusedFragmentsRule,
  NoFragmentCyclesRule,
  UniqueVariableNamesRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
];

/** The validator wants a schema; none of these rules looks into it. */
const ANY_SCHEMA = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { any: { type: GraphQLString } } }),
});

/** Parses a GraphQL document; a text where it is none: what is wrong, and where. */
export function readQuery(text: string): DocumentNode | string {
  try {
    return findExcess(text) ?? parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [place] = error.locations ?? [];
    const at = place === undefined ? '' : ` (line ${place.line}, column ${place.column} of the query)`;
    return `${printable(error.message)}${at}`;
  }
}

/** What is wrong with an operation and its fragments as far as can be told without the API's schema. */
export function findOperationFaults(document: DocumentNode): readonly string[] {
  return validate(ANY_SCHEMA, document, RULES).map(({ message }) => printable(message));
}

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** The parser and the rules recurse, so the tokens are counted before. Errors: GraphQLError. */
function findExcess(text: string): string | undefined {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let count = 0; lexer.advance().kind !== TokenKind.EOF; count++) {
    if (count >= MAX_QUERY_TOKENS) return `A query has at most ${MAX_QUERY_TOKENS} tokens.`;
    if (OPENING.has(lexer.token.kind)) depth++;
    if (CLOSING.has(lexer.token.kind)) depth--;
    if (depth > MAX_QUERY_DEPTH) return `A query nests at most ${MAX_QUERY_DEPTH} levels.`;
  }
  return undefined;
}

/** A document's operation for people: `mutation cancelAppointment`. */
export function nameOfOperation(text: string): string {
  const operation = parse(text).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return [operation?.operation, operation?.name?.value].filter((word) => word !== undefined).join(' ');
}
