import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { renderRequest } from '../../src/forge/render/render-request.ts';
import { parseForgeSpec } from '../../src/forge/spec/check-spec.ts';
import type { ForgeTool } from '../../src/forge/spec/forge-spec.ts';
import type { Json, JsonObject } from '../../src/model/entry.ts';
import { type Loose, specs, valueOfType } from '../support/forge-specs.ts';
import { sendPlainly, startRecorder } from '../support/recorder.ts';

const VARIABLES = new Map([
  ['API_TOKEN', 'canary-token'],
  ['API_USER', 'canary-üser'],
  ['API_PASSWORD', 'canary:password'],
  ['API_KEY', 'canary key'],
]);
const variables = (name: string) => VARIABLES.get(name);

/** What the client adds by itself. */
const CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding'];

/** Arguments of the right types; some are left out, some are null. */
function argumentsOf(tool: Loose): fc.Arbitrary<JsonObject> {
  const given = (tool.params as Loose[]).map((param) => {
    const value = valueOfType(param.type);
    const may: fc.Arbitrary<Json | undefined> = param.required
      ? value
      : fc.oneof(value, fc.constantFrom(undefined, null));
    return may.map((one) => [param.name, one] as const);
  });
  return fc.tuple(...given).map((pairs) => {
    const present = pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
    return Object.fromEntries<Json>(present);
  });
}

const calls = (base: string) =>
  specs(base).chain((file) =>
    fc
      .nat(file.tools.length - 1)
      .chain((at) =>
        fc.record({ file: fc.constant(file), at: fc.constant(at), args: argumentsOf(file.tools[at]) }),
      ),
  );

describe('what is rendered', () => {
  let recorder: Awaited<ReturnType<typeof startRecorder>>;
  beforeAll(async () => {
    recorder = await startRecorder();
  });
  afterAll(() => recorder.close());

  it('arrives byte for byte', async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constant(0).chain(() => calls(`${recorder.url}/base`)),
        async ({ file, at, args }) => {
          const spec = parseForgeSpec(JSON.stringify(file));
          const tool = spec.tools[at]!;
          const rendered = attempt(() => renderRequest(spec, tool, args, variables));
          if (rendered === undefined) return;
          sent++;
          await sendPlainly(rendered);
          const received = recorder.received.pop();
          const target = rendered.url.slice(recorder.url.length);
          expect(received?.method).toBe(rendered.method);
          expect(received?.target).toBe(target);
          expect(received?.body.toString('utf8')).toBe(rendered.body ?? '');
          const own = pairs(received?.rawHeaders ?? []).filter(
            ([name = '']) => !CONNECTION.includes(name.toLowerCase()),
          );
          expect(own).toEqual(rendered.headers.map((pair) => [...pair]));
          expectCall(tool, args, rendered.url, rendered.body);
        },
      ),
      { numRuns: 300 },
    );
    // Most calls are sendable; a law that holds of none says nothing.
    expect(sent).toBeGreaterThan(150);
  });

  it('is the same for the same call, and carries credentials in secret headers only', () => {
    fc.assert(
      fc.property(calls('https://api.example.com/v1'), ({ file, at, args }) => {
        const spec = parseForgeSpec(JSON.stringify(file));
        const render = () => attempt(() => renderRequest(spec, spec.tools[at]!, args, variables));
        const rendered = render();
        if (rendered === undefined) return;
        expect(render()).toEqual(rendered);
        const shown = {
          ...rendered,
          headers: rendered.headers.map(([name, value]) => [
            name,
            rendered.secretHeaders.includes(name) ? '' : value,
          ]),
        };
        expect(JSON.stringify(shown)).not.toContain('canary');
        expect(new URL(rendered.url).origin).toBe('https://api.example.com');
        expect(new URL(rendered.url).href).toBe(rendered.url);
        expect(rendered.body ?? '').not.toMatch(/[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
      }),
      { numRuns: 300 },
    );
  });
});

/** Undefined where these arguments have no request: a step in a path, a header that no one can send. */
function attempt<T>(render: () => T): T | undefined {
  try {
    return render();
  } catch (error) {
    if (error instanceof LarderError && error.code === 'INVALID_ARGUMENT') return undefined;
    throw error;
  }
}

function pairs(raw: readonly string[]): string[][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => raw.slice(2 * i, 2 * i + 2));
}

/** The request says what the call said: read back by a parser that knows nothing of how it was made. */
function expectCall(tool: ForgeTool, args: JsonObject, url: string, body: string | undefined): void {
  const saidOf = (name: string): Json | undefined => {
    const given = Object.hasOwn(args, name)
      ? args[name]
      : tool.params.find((param) => param.name === name)?.default;
    return given ?? undefined;
  };
  const query = new URL(url).searchParams;
  for (const [field, name] of tool.request?.query ?? []) {
    const value = saidOf(name);
    const items: readonly Json[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
    const said = items.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)));
    expect(query.getAll(field)).toEqual(said);
  }
  const fields = tool.request === undefined ? variablesOf(tool) : tool.request.body;
  if (fields === undefined || typeof fields === 'string') return;
  const parsed: JsonObject = body === undefined ? {} : JSON.parse(body);
  const said = tool.request === undefined ? (parsed.variables ?? {}) : parsed;
  const meant = [...fields].flatMap(([field, name]) => {
    const value = saidOf(name);
    return value === undefined ? [] : [[field, value] as const];
  });
  expect(said).toEqual(JSON.parse(JSON.stringify(Object.fromEntries<Json>(meant))));
}

function variablesOf(tool: ForgeTool): ReadonlyMap<string, string> {
  return new Map((tool.variables ?? []).map((name) => [name, name]));
}
