import type { Rule } from '../rule.ts';
import { CONTEXT_RULES } from './context.ts';
import { DESCRIPTIVE_RULES } from './descriptive.ts';
import { DISCOVERY_RULES } from './discovery.ts';
import { DISPLAY_NAME_RULES } from './display-name.ts';
import { IDENTIFIER_RULES } from './identifier.ts';
import { LOCATOR_RULES } from './locator.ts';
import { TRUST_RULES } from './trust.ts';
import { TYPE_RULES } from './type.ts';

/** Every rule that looks at one entry by itself, in the order in which an entry reads. */
export const RULES: readonly Rule[] = [
  ...CONTEXT_RULES,
  ...IDENTIFIER_RULES,
  ...DISPLAY_NAME_RULES,
  ...TYPE_RULES,
  ...LOCATOR_RULES,
  ...DISCOVERY_RULES,
  ...DESCRIPTIVE_RULES,
  ...TRUST_RULES,
];
