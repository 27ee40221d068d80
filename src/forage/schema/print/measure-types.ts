import type { JsonObject } from '../../../model/entry.ts';
import { printTypes } from './print-type.ts';

/**
 * UTF-8 bytes of the line or lines that declare a definition, without prose, as a function of the bytes of the alias
 * that its name and every reference start with. Printed twice, and then never again.
 */
export function measureDeclaration(name: string, projection: JsonObject): (aliasBytes: number) => number {
  const definitions = { $defs: { [name]: projection } };
  const measure = (alias: string) => measureTypes(definitions, alias) - measureTypes({}, alias);
  const one = measure('a');
  const perByte = measure('aa') - one;
  return (aliasBytes) => one + (aliasBytes - 1) * perByte;
}

/** UTF-8 bytes of what a projection prints as, without prose. */
export function measureTypes(projection: JsonObject, alias: string): number {
  return new TextEncoder().encode(printTypes(projection, alias, { docs: false })).length;
}
