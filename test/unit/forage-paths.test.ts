import { describe, expect, it } from 'vitest';
import { MAX_PATH_DEPTH, MAX_PATH_LENGTH } from '../../src/forage/bounds.ts';
import { ForageError } from '../../src/forage/refusal.ts';
import { catalogOf, thrown } from '../support/forage-catalogs.ts';
import { findTypeErrors } from '../support/typescript-check.ts';

function refusalOf(path: string) {
  const error = thrown(() => catalogOf([path]));
  if (!(error instanceof ForageError)) throw error;
  return { reason: error.reason, path: error.path, figure: error.figure, bound: error.bound };
}

describe('paths of operations', () => {
  it('takes JavaScript identifiers, reserved words included [core-operation]', () => {
    const paths = [
      'echo',
      'computers.echo',
      '_a._1',
      'delete',
      'new.class.if',
      'été.ﬀ.𝐀',
      'a.describe',
      'phone.call.name',
    ];
    const catalog = catalogOf(paths);
    const texts = paths.map((path) => {
      const { typescript, sample } = catalog.describe({ path });
      return [path, `${typescript}${sample};`] as const;
    });
    expect(findTypeErrors(Object.fromEntries(texts))).toEqual([]);
  });

  it.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'a b',
    '1a',
    'a-b',
    'a$b',
    '$',
    'a.b()',
    'a\nb',
    '\ud800',
    'a.\u200d',
  ])('refuses %j as no dotted identifiers [core-validates]', (path) => {
    expect(refusalOf(path)).toEqual({ reason: 'path-invalid', path, figure: undefined, bound: undefined });
  });

  it.each([
    ...Object.getOwnPropertyNames(Object.prototype),
    ...Object.getOwnPropertyNames(Promise.prototype),
  ])('refuses %s, which objects or promises have [core-validates]', (name) => {
    expect(refusalOf(name).reason).toBe('path-reserved');
    expect(refusalOf(`a.${name}.b`).reason).toBe('path-reserved');
  });

  it('bounds length and depth [core-validates]', () => {
    const longest = 'a'.repeat(MAX_PATH_LENGTH);
    const deepest = Array.from({ length: MAX_PATH_DEPTH }, () => 'a').join('.');
    expect(catalogOf([longest, deepest]).list().total).toBe(2);
    expect(refusalOf(`${longest}a`)).toEqual({
      reason: 'path-too-long',
      path: `${longest}a`,
      figure: MAX_PATH_LENGTH + 1,
      bound: MAX_PATH_LENGTH,
    });
    expect(refusalOf(`${deepest}.a`)).toEqual({
      reason: 'path-too-deep',
      path: `${deepest}.a`,
      figure: MAX_PATH_DEPTH + 1,
      bound: MAX_PATH_DEPTH,
    });
  });

  it('refuses a path that stands twice [core-operation]', () => {
    const error = thrown(() => catalogOf(['a.b', 'a', 'a.b']));
    expect(error).toMatchObject({ reason: 'path-duplicate', path: 'a.b', code: 'INVALID_ARGUMENT' });
  });

  it('takes an operation that is a namespace too, as a callable intersection [describe-env]', () => {
    const catalog = catalogOf(['a.b', 'a.b.c', 'a.b.call']);
    const { typescript } = catalog.describe({ namespace: 'a' });
    expect(typescript).toContain('b: ((input: a$b_Input) => Promise<a$b_Output>) & {');
    const calls = catalog.list().results.map(({ sample }) => `${sample};`);
    expect(calls).toEqual([
      'await env.a.b({ id: "…" });',
      'await env.a.b.c({ id: "…" });',
      'await env.a.b.call({ id: "…" });',
    ]);
    expect(findTypeErrors({ calls: `${typescript}${calls.join('\n')}` })).toEqual([]);
  });
});
