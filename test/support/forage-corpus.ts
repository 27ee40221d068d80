import { createCatalog } from '../../src/forage/forage.ts';
import type { OperationInput } from '../../src/forage/operation.ts';
import { ForageError } from '../../src/forage/refusal.ts';
import { compileSchema } from '../../src/forage/schema/compile-schema.ts';
import { SchemaRefusal } from '../../src/forage/schema/refusal.ts';
import { FULL_2020_12, FULL_OPENAPI_30 } from '../../src/forage/schema/schema-profile.ts';
import { type CorpusShare, corpusSchemas, type Found } from './corpus-schemas.ts';
import { findTypeErrors } from './typescript-check.ts';

/** Texts that are checked by one run of the compiler; more take too much memory. */
const TEXTS_A_RUN = 200;

/**
 * Describes a share of the corpus's schemas, each as the input and output of an operation, and compiles every
 * description with its sample in strict mode.
 */
export function checkDescriptions(share: CorpusShare) {
  const seen = { described: 0, tooLarge: 0, refused: 0 };
  const errors: string[] = [];
  let texts: [string, string][] = [];
  const check = () => {
    errors.push(...findTypeErrors(Object.fromEntries(texts)));
    texts = [];
  };
  for (const found of corpusSchemas(share)) {
    const text = describeSchema(found);
    seen[text.outcome]++;
    if (text.outcome === 'described') texts.push([`${found.file} ${found.name}`, text.typescript]);
    if (texts.length >= TEXTS_A_RUN) check();
  }
  check();
  return { seen, errors };
}

type Outcome =
  | { readonly outcome: 'described'; readonly typescript: string }
  | { readonly outcome: 'tooLarge' | 'refused' };

function describeSchema({ schema, legacy }: Found): Outcome {
  const path = 'corpus.schema.call';
  try {
    const { projection } = compileSchema(schema, legacy ? FULL_OPENAPI_30 : FULL_2020_12);
    const operation: OperationInput = {
      path,
      effect: 'read',
      inputSchema: projection,
      outputSchema: projection,
    };
    const { typescript, sample } = createCatalog({ revision: 'r', operations: [operation] }).describe({
      path,
    });
    return {
      outcome: 'described',
      typescript: `${typescript}const output: corpus$schema$call_Output = ${sample};`,
    };
  } catch (error) {
    if (error instanceof SchemaRefusal) return { outcome: 'refused' };
    if (error instanceof ForageError && error.reason === 'description-too-large')
      return { outcome: 'tooLarge' };
    throw error;
  }
}
