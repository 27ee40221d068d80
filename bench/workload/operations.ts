import type { OperationInput } from '../../src/forage/operation.ts';
import { createRandom } from './random.ts';
import { makeWords } from './vocabulary.ts';

const SEED = 20_261_130;
const OPERATIONS_PER_NAMESPACE = 25;
const WORDS = 4_000;
const DESCRIPTION_WORDS = 18;

/** The words of operations. */
export const OPERATION_WORDS = makeWords(WORDS, ['o'], 2);

/** Operation i, a function of the seed, i and the revision: six parameters with bounds, and a list of objects as output. */
export function makeOperation(i: number, revision = 0): OperationInput {
  const random = createRandom(SEED + revision, i);
  // Squared, so that some words are common and most are rare.
  const word = () => OPERATION_WORDS[Math.floor(random.fraction() ** 2 * WORDS)] ?? '';
  const sentence = (length: number) => Array.from({ length }, word).join(' ');
  const text = { type: 'string', minLength: 1, maxLength: 200, description: sentence(6) };
  return {
    path: `apps.space${Math.floor(i / OPERATIONS_PER_NAMESPACE)}.${word()}${i}`,
    effect: random.integer(3) === 0 ? 'write' : 'read',
    description: sentence(DESCRIPTION_WORDS),
    ...(random.integer(4) === 0 ? { capabilityNotes: sentence(8) } : {}),
    ...(random.integer(4) === 0 ? { instructions: sentence(12) } : {}),
    inputSchema: {
      type: 'object',
      properties: {
        id: text,
        [word()]: text,
        count: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        order: { enum: ['ascending', 'descending'] },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 16 },
        since: { type: ['string', 'null'], format: 'date-time' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/$defs/Item' } },
        next: { type: ['string', 'null'] },
      },
      required: ['items'],
      $defs: {
        Item: {
          type: 'object',
          properties: { id: { type: 'string' }, name: text, size: { type: 'number', minimum: 0 } },
          required: ['id', 'name'],
        },
      },
    },
  };
}
