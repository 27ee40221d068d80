import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { specFile } from '../../src/forge/spec/shape.ts';
import { mutatedSpecs, specs } from '../support/forge-specs.ts';

const FILE = resolve(import.meta.dirname, '../../schemas/forge-1.json');
const SCHEMA = {
  ...z.toJSONSchema(specFile, { io: 'input', target: 'draft-2020-12' }),
  $id: 'urn:larder:schema:forge-1',
  title: 'Forge spec',
  description: 'An HTTP API, REST or GraphQL, as tools that agents may call.',
};

describe('the JSON Schema of spec files', () => {
  // `npm run schemas` writes the file anew: it is this test with `--update`.
  it('is what the parser makes', async () => {
    await expect(`${JSON.stringify(SCHEMA, null, 2)}\n`).toMatchFileSnapshot(FILE);
  });

  it('judges as the parser does', () => {
    const validate = new Ajv2020({ strict: false }).compile(SCHEMA);
    fc.assert(
      fc.property(fc.oneof(specs(), mutatedSpecs()), (spec) => {
        // Looked at before the shape is: a name that zod passes over.
        fc.pre(!JSON.stringify(spec).includes('__proto__'));
        expect(validate(spec), JSON.stringify(validate.errors)).toBe(specFile.safeParse(spec).success);
      }),
      { numRuns: 300 },
    );
  });

  it('is packed', () => {
    const manifest = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(manifest.files).toContain('schemas');
  });
});
