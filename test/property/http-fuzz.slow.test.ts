import { describe, it } from 'vitest';
import { fuzzHttp } from '../support/http-fuzz.ts';

describe('no input causes a 5xx', () => {
  it('in 10,000 generated and mutated requests over all routes', () => fuzzHttp(10_000));
});
