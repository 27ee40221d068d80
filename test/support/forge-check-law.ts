import fc from 'fast-check';
import { expect } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { checkForgeSpec, parseForgeSpec } from '../../src/forge/spec/check-spec.ts';
import { inputSchemaOf } from '../../src/forge/spec/input-schema.ts';
import { isJsonObject, type Json, member } from '../../src/model/entry.ts';
import { mutatedSpecs, specs } from './forge-specs.ts';

const CANARY = 'canary-of-the-environment';

/** What a JSON Pointer names; undefined when there is nothing. */
export function findAt(file: Json, pointer: string): Json | undefined {
  let value: Json | undefined = file;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)];
    else value = value !== undefined && isJsonObject(value) ? member(value, name) : undefined;
  }
  return value;
}

/** Every problem is somewhere: what its pointer names is there, or its parent is. */
export function expectPlaces(text: string): ReturnType<typeof checkForgeSpec> {
  const checked = checkForgeSpec(text, { hasVariable: (name) => name === CANARY });
  const file: Json = JSON.parse(text);
  for (const { pointer, message } of checked.problems) {
    const parent = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
    const found = findAt(file, pointer) ?? findAt(file, parent);
    expect(found, `${pointer}: ${message}`).toBeDefined();
    expect(message.length).toBeGreaterThan(10);
  }
  return checked;
}

/** Specs that are right pass, whatever they say. */
export function checkSoundSpecs(runs: number): void {
  fc.assert(
    fc.property(specs(), (file) => {
      const { spec, problems } = expectPlaces(JSON.stringify(file));
      expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
      for (const tool of spec?.tools ?? []) expect(inputSchemaOf(tool).additionalProperties).toBe(false);
      expect(spec?.tools).toHaveLength(file.tools.length);
    }),
    { numRuns: runs },
  );
}

/** Specs that are broken somewhere are refused, or sound all the same; nothing crashes. */
export function checkBrokenSpecs(runs: number): void {
  fc.assert(
    fc.property(mutatedSpecs(), (file) => {
      const text = JSON.stringify(file);
      const { spec } = expectPlaces(text);
      if (spec !== undefined) expect(parseForgeSpec(text)).toEqual(spec);
      else expect(() => parseForgeSpec(text)).toThrow(LarderError);
    }),
    { numRuns: runs },
  );
}
