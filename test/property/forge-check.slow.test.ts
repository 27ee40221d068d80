import { it } from 'vitest';
import { checkBrokenSpecs, checkSoundSpecs } from '../support/forge-check-law.ts';

it('10,000 random specs pass their check', () => checkSoundSpecs(10_000));

it('of 5,000 broken specs each problem has a place', () => checkBrokenSpecs(5_000));
