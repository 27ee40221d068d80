import type { SchemaProfile } from '../../forage/schema/schema-profile.ts';
import {
  MAX_DEPTH,
  MAX_DOCUMENT_BYTES,
  MAX_FULL_DEPTH,
  MAX_FULL_DOCUMENT_BYTES,
  MAX_FULL_NODES,
  MAX_FULL_OPERATIONS,
  MAX_FULL_YAML_BYTES,
  MAX_FULL_YAML_NODES,
  MAX_NODES,
  MAX_OPERATIONS,
} from './bounds.ts';

/**
 * Which operations are taken. `strict` is for those who will call them: scalars in default serializations, JSON
 * bodies, no format, no pattern, no recursion. `full` is for discovery: everything that can be said exactly.
 */
export type IntakeRules = 'strict' | 'full';

/** The bounds of a whole document. */
export interface DocumentBounds {
  readonly bytes: number;
  readonly depth: number;
  readonly nodes: number;
  /** Of a document that is YAML. */
  readonly yaml: { readonly bytes: number; readonly nodes: number };
  readonly operations: number;
  /** The versions 3.x that are taken. */
  readonly minors: ReadonlySet<number>;
}

export const DOCUMENT_BOUNDS: Readonly<Record<IntakeRules, DocumentBounds>> = {
  strict: {
    bytes: MAX_DOCUMENT_BYTES,
    depth: MAX_DEPTH,
    nodes: MAX_NODES,
    yaml: { bytes: MAX_DOCUMENT_BYTES, nodes: MAX_NODES },
    operations: MAX_OPERATIONS,
    minors: new Set([0, 1]),
  },
  full: {
    bytes: MAX_FULL_DOCUMENT_BYTES,
    depth: MAX_FULL_DEPTH,
    nodes: MAX_FULL_NODES,
    yaml: { bytes: MAX_FULL_YAML_BYTES, nodes: MAX_FULL_YAML_NODES },
    operations: MAX_FULL_OPERATIONS,
    minors: new Set([0, 1, 2]),
  },
};

/** How one document is read: the rules that were asked for, and the version that it is written in. */
export interface IntakeProfile {
  readonly rules: IntakeRules;
  /** The x of OpenAPI 3.x. */
  readonly minor: number;
  readonly schemas: SchemaProfile;
}

export function profileOf(rules: IntakeRules, minor: number): IntakeProfile {
  return { rules, minor, schemas: { rules, dialect: minor === 0 ? 'openapi-3.0' : 'json-schema-2020-12' } };
}
