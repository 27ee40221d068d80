import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { callTool } from '../../src/forge/serve/call-tool.ts';
import { checkForgeSpec } from '../../src/forge/spec/check-spec.ts';
import { isWrite } from '../../src/forge/spec/effect.ts';
import type { JsonObject } from '../../src/model/entry.ts';
import { BOULEVARD, makeBoulevard } from '../support/fake-boulevard.ts';
import { answerAsGreenhouse } from '../support/fake-greenhouse.ts';
import { startApi } from '../support/forge-api.ts';
import { makeServing } from '../support/forge-serving.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../examples/forge');
const read = (name: string) => readFileSync(join(EXAMPLES, `${name}.json`), 'utf8');
const VARIABLES = new Map([
  ['BLVD_HOST', 'sandbox.example.com'],
  ['BLVD_BUSINESS_ID', 'business-1'],
  ['BLVD_API_KEY', 'key-1'],
]);

it.each(readdirSync(EXAMPLES))('%s is without a warning', (file) => {
  const text = readFileSync(join(EXAMPLES, file), 'utf8');
  expect(checkForgeSpec(text, { hasVariable: (name) => VARIABLES.has(name) }).problems).toEqual([]);
});

/** Serves an example in front of a fake of its API: a call gives the text of the answer. */
function serve(text: string) {
  const { serving } = makeServing(text);
  const own = { ...serving, variables: (name: string) => VARIABLES.get(name) };
  const once = async (name: string, args: JsonObject) => {
    const tool = own.spec.tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const context = { signal: new AbortController().signal, canAsk: false, asked: undefined };
    const outcome = await callTool(own, tool, args, context);
    if (outcome.kind !== 'result') throw new Error('it asks');
    const [block] = outcome.result.content;
    const said = block?.type === 'text' ? block.text : '';
    return { said, failed: outcome.result.isError === true, held: isWrite(tool) };
  };
  /** Confirms what is held. */
  return async (name: string, args: JsonObject) => {
    const first = await once(name, args);
    if (!first.held) return first;
    const token = /confirm="([0-9a-f]+)"/.exec(first.said)?.[1] ?? '';
    return once(name, { ...args, confirm: token });
  };
}

describe('greenhouse.json', () => {
  it.each([
    ['get_board', {}, '', 'We keep things.'],
    ['list_jobs', {}, '/jobs?content=false', 'Pantry Engineer'],
    ['list_jobs', { content: true }, '/jobs?content=true', 'Cook.'],
    ['get_job', { job: 44444, questions: true }, '/jobs/44444?questions=true', 'questions'],
    ['list_departments', { render_as: 'tree' }, '/departments?render_as=tree', 'Kitchen'],
    ['get_department', { department: 13583 }, '/departments/13583', 'Kitchen'],
    ['list_offices', {}, '/offices', 'Portugal'],
    ['get_office', { office: 8304 }, '/offices/8304', 'Portugal'],
  ])('%s %j asks %j', async (name, args, target, answer) => {
    const api = await startApi(answerAsGreenhouse);
    const call = serve(read('greenhouse').replace('https://boards-api.greenhouse.io', api.url));
    const { said, failed } = await call(name, { board: 'larder', ...args });
    expect(failed, said).toBe(false);
    expect(said).toContain(answer);
    expect(api.arrived.map((one) => `${one.method} ${one.target}`)).toEqual([
      `GET /v1/boards/larder${target}`,
    ]);
  });

  it('takes no other board for this one', async () => {
    const api = await startApi(answerAsGreenhouse);
    const call = serve(read('greenhouse').replace('https://boards-api.greenhouse.io', api.url));
    expect(await call('get_board', { board: '../larder' })).toMatchObject({ failed: true });
    expect(api.arrived).toEqual([]);
  });
});

describe('boulevard.json', () => {
  it('has 14 tools, and says that it never ran against a tenant', () => {
    const { spec } = checkForgeSpec(read('boulevard'), { hasVariable: () => true });
    expect(spec?.tools).toHaveLength(14);
    expect(spec?.instructions).toContain('has never been run against a live or sandbox tenant');
    expect(spec?.tools.filter(isWrite).map(({ name }) => name)).toEqual([
      'create_cart',
      'add_service',
      'remove_service',
      'reserve_time',
      'set_client',
      'checkout',
      'cancel_appointment',
      'reschedule_appointment',
    ]);
  });

  it('asks for what the published types have, with their arguments', () => {
    const { spec } = checkForgeSpec(read('boulevard'), { hasVariable: () => true });
    for (const { name, query } of spec?.tools ?? []) {
      expect(validate(BOULEVARD, parse(query ?? '')).map(String), name).toEqual([]);
    }
  });

  it('books, moves and cancels', async () => {
    const api = await startApi(makeBoulevard());
    const call = serve(read('boulevard').replace(`https://\${BLVD_HOST}`, api.url));
    const id = 'cart-1';
    const steps: readonly (readonly [string, JsonObject, string])[] = [
      ['list_locations', {}, 'location-1'],
      ['create_cart', { locationId: 'location-1' }, 'cart-1'],
      ['list_services', { id }, 'Haircut'],
      ['add_service', { id, itemId: 'item-1', itemOptionIds: ['option-1'] }, 'selected-1'],
      ['find_dates', { id, searchRangeLower: '2026-03-01', searchRangeUpper: '2026-03-07' }, '2026-03-02'],
      ['find_times', { id, searchDate: '2026-03-02' }, 'time-1'],
      ['reserve_time', { id, bookableTimeId: 'time-1' }, '2026-03-01T00:10:00Z'],
      ['remove_service', { id, itemId: 'selected-1' }, 'cart-1'],
      ['set_client', { id, firstName: 'Grace', email: 'grace@example.com' }, 'Grace'],
      ['get_cart', { id }, 'grace@example.com'],
      ['checkout', { id }, 'appointment-1'],
      ['find_reschedule_times', { appointmentId: 'appointment-1', date: '2026-03-03' }, 'time-2'],
      ['reschedule_appointment', { appointmentId: 'appointment-1', bookableTimeId: 'time-2' }, 'BOOKED'],
      ['cancel_appointment', { id: 'appointment-1', notes: 'ill' }, 'CLIENT_CANCEL'],
    ];
    for (const [name, args, expected] of steps) {
      const { said, failed } = await call(name, args);
      expect(failed, `${name}: ${said}`).toBe(false);
      expect(said, name).toContain(expected);
      expect(said, name).not.toContain('"errors": [\n    {');
    }
    expect(api.arrived).toHaveLength(14);
    const [first] = api.arrived;
    expect(first?.target).toBe('/api/2020-01/business-1/client');
    expect(first?.headers.authorization).toBe(`Basic ${Buffer.from('key-1:').toString('base64')}`);
  });
});
