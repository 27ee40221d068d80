import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRedactor } from '../../src/forge/send/redact.ts';
import { readRetryAfter } from '../../src/forge/send/retry-after.ts';
import { shortenJson } from '../../src/forge/send/shorten-json.ts';
import { keepAnswers } from '../../src/forge/serve/kept-answers.ts';

describe('shortenJson', () => {
  it('cuts lists to as many items as fit, and says how many there were', () => {
    const items = Array.from({ length: 1_000 }, (_, i) => ({ id: i }));
    const { text = '', cuts = [] } = shortenJson(JSON.stringify({ total: 1_000, items }), 500) ?? {};
    const kept: { total: number; items: unknown[] } = JSON.parse(text);
    expect(kept).toEqual({ total: 1_000, items: items.slice(0, kept.items.length) });
    expect(cuts).toEqual([`/items: ${kept.items.length} of 1000 items`]);
    const next = JSON.stringify({ total: 1_000, items: items.slice(0, kept.items.length + 1) });
    expect([text.length <= 500, next.length > 500]).toEqual([true, true]);
  });

  it('cuts long strings before it takes the last items', () => {
    const text = JSON.stringify(Array.from({ length: 5 }, () => ({ body: 'x'.repeat(10_000) })));
    const shortened = shortenJson(text, 8_000);
    expect(JSON.parse(shortened?.text ?? '')).toHaveLength(3);
    expect(shortened?.cuts).toContain('/0/body: 2000 of 10000 characters');
  });

  it('cuts wide objects at last', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`member ${i}`, i]));
    const shortened = shortenJson(JSON.stringify(wide), 3_000);
    expect(Object.keys(JSON.parse(shortened?.text ?? '')).length).toBe(100);
    expect(shortened?.cuts).toEqual(['the whole: 100 of 5000 members']);
  });

  it('keeps numbers as they were written', () => {
    const numbers = ['9007199254740993', '-12345678901234567890', '1e400', '0.1000000000000000055', '1.50'];
    const text = `{"ids":[${numbers.join(',')}],"text":"12345678901234567890 \\" 1e400","long":[${'1,'.repeat(500)}1]}`;
    const shortened = shortenJson(text, 300)?.text ?? '';
    expect(
      shortened.startsWith('{"ids":[9007199254740993,-12345678901234567890,1e400,0.1000000000000000055,1.5]'),
    ).toBe(true);
    expect(JSON.parse(shortened).text).toBe('12345678901234567890 " 1e400');
  });

  it('keeps members of any name, and halves no character', () => {
    const shortened = shortenJson(
      `{"__proto__":{"a":[${'"x",'.repeat(999)}"x"]},"s":"${'😀'.repeat(5_000)}"}`,
      400,
    );
    const value = JSON.parse(shortened?.text ?? '');
    expect(Object.keys(value)).toEqual(['__proto__', 's']);
    expect(value.s).toMatch(/^(?:😀)+…$/u);
  });

  it('takes a string of megabytes', () => {
    const shortened = shortenJson(JSON.stringify(['y'.repeat(4_000_000), '\\"'.repeat(500_000)]), 20_000);
    expect(shortened?.cuts[0]).toBe('/0: 2000 of 4000000 characters');
  });

  it('fits, is JSON, and has nothing that was not there', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 60, max: 400 }), (value, limit) => {
        const text = JSON.stringify({ value });
        const shortened = shortenJson(text, limit);
        if (text.length <= limit) expect(JSON.parse(shortened?.text ?? '')).toEqual(JSON.parse(text));
        if (shortened === undefined) return;
        expect(shortened.text.length).toBeLessThanOrEqual(limit);
        expect(isPartOf(JSON.parse(shortened.text), JSON.parse(text))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string' && typeof whole === 'string') {
    return part === whole || (part.endsWith('…') && whole.startsWith(part.slice(0, -1)));
  }
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) {
    return Object.is(part, whole);
  }
  return Object.entries(part).every(
    ([name, child]) => Object.hasOwn(whole, name) && isPartOf(child, Reflect.get(whole, name)),
  );
}

describe('readRetryAfter', () => {
  const NOW = Date.parse('2026-07-01T00:00:00Z');
  it.each([
    [null, undefined],
    ['0', 0],
    [' 120 ', 120_000],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['Wed, 01 Jul 2026 00:00:30 GMT', 30_000],
    ['Tue, 30 Jun 2026 00:00:00 GMT', 0],
    ['garbage GMT', undefined],
  ])('reads %j as %s', (value, ms) => {
    expect(readRetryAfter(value, NOW)).toBe(ms);
  });
});

describe('makeRedactor', () => {
  const request = (name: string, value: string) => ({
    method: 'GET',
    url: 'https://api.example/',
    headers: [[name, value]] as const,
    body: undefined,
    secretHeaders: [name],
  });

  it.each([
    [
      'Authorization',
      'Bearer tok"en-123456',
      'see tok"en-123456, {"a":"tok\\"en-123456"}, ?k=tok%22en-123456',
    ],
    [
      'Authorization',
      `Basic ${btoa('user:passw0rd!')}`,
      `see ${btoa('user:passw0rd!')} and user:passw0rd! and passw0rd!`,
    ],
    ['X-Key', 'key-123456789', 'see key-123456789'],
    ['Authorization', 'Bearer ab/cd+123456==', 'see ab\\/cd+123456== and ab%2Fcd%2B123456%3D%3D'],
  ])('takes %s out in every form', (name, value, text) => {
    const redacted = makeRedactor(request(name, value)).text(text);
    expect(redacted).toMatch(/^see \[credential removed\]/);
    expect(redacted.replaceAll('[credential removed]', '')).not.toMatch(/123456|passw0rd/);
  });

  it('takes it out of bytes, and leaves others as they are', () => {
    const redactor = makeRedactor(request('Authorization', `Basic ${btoa('user:passw0rd!')}`));
    const bytes = Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from('passw0rd!'), Buffer.from([254])]);
    const redacted = Buffer.from(redactor.bytes(bytes));
    expect([...redacted.subarray(0, 3), ...redacted.subarray(-1)]).toEqual([0, 255, 128, 254]);
    expect(redacted.includes('passw0rd')).toBe(false);
    const other = Buffer.from([0, 1, 255]);
    expect(redactor.bytes(other)).toEqual(other);
  });

  it('leaves other text alone, also where the credential is a common word', () => {
    expect(makeRedactor(request('X-Key', 'dev')).text('a developer')).toBe('a developer');
  });
});

describe('keepAnswers', () => {
  it('keeps for five minutes, and within bounds', () => {
    let now = 0;
    const kept = keepAnswers(() => now);
    const first = kept.keep('acme', 'find', 'text/plain', 'one');
    now = 299_999;
    expect(kept.find(first.uri)?.content).toBe('one');
    now = 300_000;
    expect(kept.find(first.uri)).toBeUndefined();
    const many = Array.from({ length: 65 }, (_, i) => kept.keep('acme', 'find', 'text/plain', `${i}`));
    expect(many.map(({ uri }) => kept.find(uri)).filter(Boolean)).toHaveLength(64);
    const large = Array.from({ length: 5 }, () =>
      kept.keep('acme', 'f', 'x/y', new Uint8Array(20 * 1024 * 1024)),
    );
    expect(large.map(({ uri }) => kept.find(uri) !== undefined)).toEqual([false, false, true, true, true]);
  });
});
