import { fullFormats } from 'ajv-formats/dist/formats.js';

/** A format that judges values of one type. */
export interface Format {
  readonly name: string;
  readonly type: 'string' | 'number';
  readonly test: (value: string | number) => boolean;
}

/**
 * The formats of ajv-formats in their full form, which are those of JSON Schema and OpenAPI. Formats that
 * judge nothing (`password`, `binary`) are not here, and are annotations like unknown ones.
 */
const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.entries(fullFormats).flatMap(([name, definition]) => {
    const format = readFormat(name, definition);
    return format === undefined ? [] : [[name, format] as const];
  }),
);

export function findFormat(name: string | undefined): Format | undefined {
  return name === undefined ? undefined : FORMATS.get(name);
}

/** The table's entries are an expression, a function, or an object that holds one of them. */
function readFormat(name: string, definition: unknown): Format | undefined {
  if (definition instanceof RegExp) {
    return { name, type: 'string', test: (value) => definition.test(String(value)) };
  }
  if (typeof definition === 'function') {
    return { name, type: 'string', test: (value) => definition(value) === true };
  }
  if (typeof definition !== 'object' || definition === null || !('validate' in definition)) return undefined;
  const inner = readFormat(name, definition.validate);
  const ofNumbers = 'type' in definition && definition.type === 'number';
  return inner && { ...inner, type: ofNumbers ? 'number' : 'string' };
}
