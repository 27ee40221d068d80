import { quote } from '../model/quote.ts';
import { MAX_METADATA_BYTES, MAX_OPERATIONS } from './bounds.ts';
import { comparePaths } from './operation-path.ts';
import { type ParsedOperation, parseOperation } from './parse-operation.ts';
import { type PreparedOperation, prepareOperation } from './prepare-operation.ts';
import { type AboutCatalog, readCatalog } from './read-catalog.ts';
import { ForageError } from './refusal.ts';
import { StampHasher } from './stamp.ts';
import type { Workshop } from './workshop.ts';

/** A catalog, validated, compiled and printed: plain JSON, which may be stored and opened as often as wanted. */
export interface PreparedCatalog {
  readonly about: AboutCatalog;
  readonly stamp: string;
  /** In list order. */
  readonly operations: readonly PreparedOperation[];
}

/**
 * Prepares a catalog in the given workshop. Everything is validated and measured before the first schema is
 * compiled; afterwards nothing is compiled or printed any more.
 *
 * Errors: those of `refusal.ts` above `question-shape`.
 *
 * @param input a `CatalogInput`, whoever wrote it
 * @param leaveOut takes in why an operation is refused by itself, which then is left out; without it the first such
 * refusal is thrown
 */
export function prepareCatalog(
  input: unknown,
  workshop: Workshop,
  leaveOut?: (refusal: ForageError) => void,
): PreparedCatalog {
  const { about, operations } = readCatalog(input);
  const attempt = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      if (leaveOut === undefined || !(error instanceof ForageError)) throw error;
      leaveOut(error);
      return undefined;
    }
  };
  const prepared: PreparedOperation[] = [];
  const hasher = new StampHasher();
  for (const parsed of parseOperations(operations, attempt)) {
    const next = attempt(() => prepareOperation(parsed, workshop));
    if (next === undefined) continue;
    hasher.add(next.json);
    assertAggregate(hasher.bytes, parsed);
    prepared.push(next.prepared);
  }
  return { about, stamp: hasher.finish(), operations: prepared };
}

/** Parses all operations and puts them in order; nothing is compiled before all of them are known to fit. */
function parseOperations(
  operations: readonly unknown[],
  attempt: <T>(act: () => T) => T | undefined,
): readonly ParsedOperation[] {
  if (operations.length > MAX_OPERATIONS) {
    throw new ForageError(
      'too-many-operations',
      `The catalog has ${operations.length} operations; ${MAX_OPERATIONS} are taken.`,
      { figure: operations.length, bound: MAX_OPERATIONS },
    );
  }
  let bytes = 0;
  const parsed: ParsedOperation[] = [];
  for (const [position, operation] of operations.entries()) {
    const next = attempt(() => parseOperation(operation, position));
    if (next === undefined) continue;
    bytes += next.bytes;
    assertAggregate(bytes, next);
    parsed.push(next);
  }
  parsed.sort((a, b) => comparePaths(a.annotations.path, b.annotations.path));
  for (const [i, { annotations }] of parsed.entries()) {
    const { path } = annotations;
    if (parsed[i + 1]?.annotations.path !== path) continue;
    throw new ForageError('path-duplicate', `The path ${quote(path)} stands twice; paths are unique.`, {
      path,
    });
  }
  return parsed;
}

function assertAggregate(bytes: number, { annotations: { path } }: ParsedOperation): void {
  if (bytes <= MAX_METADATA_BYTES) return;
  throw new ForageError(
    'metadata-too-large',
    `With the operation ${quote(path)} the catalog has ${bytes} bytes of metadata; ${MAX_METADATA_BYTES} are taken. Split it into several catalogs.`,
    { path, figure: bytes, bound: MAX_METADATA_BYTES },
  );
}
