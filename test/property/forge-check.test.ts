import { it } from 'vitest';
import { checkBrokenSpecs, checkSoundSpecs } from '../support/forge-check-law.ts';

it('300 random specs pass their check', () => checkSoundSpecs(300));

it('of 300 broken specs each problem has a place', () => checkBrokenSpecs(300));
