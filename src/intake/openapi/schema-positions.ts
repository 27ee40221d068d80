import type { IntakeRules } from './profile.ts';

/** Where schemas stand inside a schema; everything else in it is a literal. */
const ONE = [
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAP = ['properties', 'patternProperties', 'dependentSchemas'];

export type SchemaPosition = 'one' | 'list' | 'map';

export const SCHEMA_POSITIONS: ReadonlyMap<string, SchemaPosition> = new Map([
  ...ONE.map((name) => [name, 'one'] as const),
  ...LIST.map((name) => [name, 'list'] as const),
  ...MAP.map((name) => [name, 'map'] as const),
]);

/**
 * Members of a schema that intake leaves out. None judges a value, and examples are where credentials and
 * personal data slip into documents. Definitions are reached by reference only, and come with it.
 */
export function isLeftOut(name: string): boolean {
  return name.startsWith('x-') || LEFT_OUT.has(name);
}

export const LEFT_OUT: ReadonlySet<string> = new Set([
  'example',
  'examples',
  '$comment',
  'contentSchema',
  '$defs',
  'definitions',
  'discriminator',
  'externalDocs',
  'xml',
]);

/** Names that a careless reader of values would take for the prototype. */
export const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Names that are not taken: under the full profile only the one that sets a prototype. */
export function isPrototypeName(name: string, rules: IntakeRules): boolean {
  return rules === 'full' ? name === '__proto__' : PROTOTYPE_NAMES.has(name);
}
