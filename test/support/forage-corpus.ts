import { normalizeOpenApi } from '../../src/intake/openapi/openapi.ts';
import { OpenApiError } from '../../src/intake/openapi/refusal.ts';
import { listDocuments, readText } from './openapi-corpus.ts';
import { describeOperation } from './openapi-corpus-checks.ts';
import { findTypeErrors } from './typescript-check.ts';

/** Texts that are checked by one run of the compiler; more take too much memory. */
const TEXTS_A_RUN = 200;

export interface OperationShare {
  /** Operations of each document, spread over it. */
  readonly operations: number;
  /** Larger documents are passed over. */
  readonly bytes: number;
}

/**
 * Describes operations of real documents, as the full profile takes them in, and compiles every description in strict
 * mode, with its sample as the call that it is.
 */
export async function checkDescriptions(share: OperationShare) {
  const seen = { described: 0, withOutput: 0 };
  const errors: string[] = [];
  let texts: [string, string][] = [];
  const check = () => {
    errors.push(...findTypeErrors(Object.fromEntries(texts)));
    texts = [];
  };
  for (const file of listDocuments(share.bytes)) {
    const operations = await listOperations(file);
    const step = Math.max(1, Math.floor(operations.length / share.operations));
    for (const operation of operations.filter((_, at) => at % step === 0)) {
      const { typescript, sample } = describeOperation(operation);
      seen.described++;
      if (operation.output !== null) seen.withOutput++;
      const alias = `${operation.name}_Output`;
      texts.push([
        `${file} ${operation.name}`,
        `${typescript}export const answer = async (): Promise<${alias}> => ${sample};\n`,
      ]);
      if (texts.length >= TEXTS_A_RUN) check();
    }
  }
  check();
  return { seen, errors };
}

async function listOperations(file: string) {
  try {
    return (await normalizeOpenApi(readText(file), { profile: 'full' })).operations;
  } catch (error) {
    // Documents of other versions have no operations for this.
    if (error instanceof OpenApiError) return [];
    throw error;
  }
}
