import type { JsonObject } from '../model/entry.ts';
import type { StandardSchema } from './schema/project-standard.ts';

/** Whether a call changes something. */
export const EFFECTS = ['read', 'write'] as const;
export type Effect = (typeof EFFECTS)[number];

/** Who wrote an operation's text. What a third party wrote has to be framed as data wherever it is shown. */
export const TEXT_ORIGINS = ['owner', 'third_party'] as const;
export type TextOrigin = (typeof TEXT_ORIGINS)[number];

/** A schema as a host may give it: JSON Schema 2020-12, or anything that speaks Standard JSON Schema, such as Zod. */
export type SchemaInput = JsonObject | StandardSchema;

/** One operation as a host describes it. */
export interface OperationInput {
  /** Dotted, unique in its catalog: `computers.local.files.read`. Rules: `operation-path.ts`. */
  readonly path: string;
  readonly effect: Effect;
  readonly description?: string | undefined;
  /** What a caller needs to be allowed or able to do before calling. */
  readonly capabilityNotes?: string | undefined;
  /** How to use it well. */
  readonly instructions?: string | undefined;
  readonly inputSchema: SchemaInput;
  /** Absent: nothing is known of the output, and it is described as `unknown`. */
  readonly outputSchema?: SchemaInput | undefined;
  /** Default `owner`. */
  readonly textOrigin?: TextOrigin | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** One operation of a catalog, deeply frozen. Its schemas are the projections that describe shows. */
export interface Operation {
  readonly path: string;
  readonly effect: Effect;
  readonly description?: string;
  readonly capabilityNotes?: string;
  readonly instructions?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly textOrigin: TextOrigin;
  readonly tags?: readonly string[];
}

/** What list and search say of an operation. */
export interface Summary {
  readonly path: string;
  readonly description?: string;
  /** One call that type-checks against the operation's description: `await env.files.read({ path: "…" })`. */
  readonly sample: string;
  readonly capabilityNotes?: string;
  /** Relevance 1-100; 0 in a list, which ranks nothing. */
  readonly score: number;
}
