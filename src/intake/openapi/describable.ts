import { MAX_DESCRIPTION_BYTES, MAX_OPERATION_BYTES } from '../../forage/bounds.ts';
import { measureCall, measureDescription } from '../../forage/description-text.ts';
import { printDocComment } from '../../forage/doc-comment.ts';
import { docOf } from '../../forage/prepare-operation.ts';
import type { OpenApiOperation } from './operation.ts';
import { OperationRefusal } from './refusal.ts';

/** What the schema of one side of an operation comes to. */
export interface SchemaSizes {
  /** UTF-8 bytes of JSON. */
  readonly jsonBytes: number;
  /** UTF-8 bytes of the TypeScript that declares it, without prose. */
  readonly typeBytes: number;
}

/**
 * Refuses an operation that a catalog could not describe whole, by the catalog's measure. `title` and `description`
 * are taken for its description.
 *
 * Errors: `description-too-large`.
 */
export function assertDescribable(
  { name: path, effect, title, description, textOrigin, tags }: OpenApiOperation,
  input: SchemaSizes,
  output: SchemaSizes | undefined,
): void {
  const text = [title, description].filter((part) => part !== undefined).join('\n\n');
  const annotations = { path, effect, textOrigin, ...(text === '' ? {} : { description: text }) };
  const doc = printDocComment(docOf(annotations)) ?? '';
  const types = `\ntype ${path}_Output = unknown;`;
  const frame = measureDescription([measureCall({ path, types: output === undefined ? types : '\n', doc })]);
  assertFits(frame + input.typeBytes + (output?.typeBytes ?? 0), MAX_DESCRIPTION_BYTES);
  const json = JSON.stringify({ ...annotations, tags, inputSchema: {}, outputSchema: {} });
  const jsonBytes = new TextEncoder().encode(json).length + input.jsonBytes + (output?.jsonBytes ?? 0);
  assertFits(jsonBytes, MAX_OPERATION_BYTES);
}

function assertFits(bytes: number, bound: number): void {
  if (bytes <= bound) return;
  throw new OperationRefusal(
    'description-too-large',
    `Its description would have ${bytes} bytes, and ${bound} are taken`,
  );
}
