import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { generateDocument } from '../../src/app.ts';
import { OPEN_ACCESS } from '../support/app.ts';
import { openTestRegistry, type TestRegistry } from '../support/registry.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(resolve(ROOT, name), 'utf8');

describe('the bundled documents', () => {
  let opened: TestRegistry;
  beforeAll(async () => {
    opened = await openTestRegistry();
  });
  afterAll(() => opened.close());

  // `npm run openapi` writes the file anew: it is this test with `--update`.
  it('larder.yaml is what the routes make', async () => {
    const document = await generateDocument({
      registry: opened.registry,
      logger: pino({ level: 'silent' }),
      publicUrl: 'https://registry.example.com',
      explore: true,
      access: OPEN_ACCESS,
      rateLimitPerMinute: 0,
      trustProxy: false,
      contract: 'off',
    });
    await expect(stringify(document, { lineWidth: 110, aliasDuplicateObjects: false })).toMatchFileSnapshot(
      resolve(ROOT, 'openapi/larder.yaml'),
    );
  });

  it.each(['ard-explore-0.5.0.yaml', 'larder.yaml'])('%s is valid OpenAPI 3.2', async (name) => {
    const validator = new Validator();
    const result = await validator.validate(parse(read(`openapi/${name}`)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.2');
  });
});
