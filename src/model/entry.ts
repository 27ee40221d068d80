/** Any JSON value, as JSON.parse gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

/**
 * One ARD entry as it was published (v0.91 section 4.2). Only the members that every accepted entry has are
 * named; all others are open terms, kept and returned untouched.
 *
 * Members come from strangers: read them with `Object.hasOwn`, never by trusting the prototype chain.
 */
export interface Entry extends JsonObject {
  readonly identifier: string;
  readonly displayName: string;
  readonly type: string;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The entry's own member, or undefined; `__proto__` and inherited names are safe to ask for. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
