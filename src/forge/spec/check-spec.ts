import { invalidArgument } from '../../errors.ts';
import type { ForgeSpec } from './forge-spec.ts';
import { type Problem, Problems } from './problem.ts';
import { readSpec } from './read-spec.ts';
import { checkTools } from './rules/tools.ts';
import { checkTransport } from './rules/transport.ts';

/** Problems that the refusal of a spec names; a check lists them all. */
const MAX_NAMED = 5;

export interface Surroundings {
  /** True for environment variables that are set and not empty. */
  hasVariable(name: string): boolean;
}

export interface Checked {
  /** Present when nothing is worse than a warning. */
  readonly spec: ForgeSpec | undefined;
  /** Errors first. */
  readonly problems: readonly Problem[];
}

/** Looks at a spec file whole: everything that would otherwise surface on the first live call. */
export function checkForgeSpec(text: string, surroundings: Surroundings): Checked {
  const problems = new Problems();
  const spec = readSpec(text, problems);
  if (spec !== undefined) {
    checkTransport(spec.transport, (name) => surroundings.hasVariable(name), problems);
    checkTools(spec, problems);
  }
  return { spec: problems.hasErrors ? undefined : spec, problems: problems.list() };
}

/** A spec that is fit to be served. Errors: INVALID_ARGUMENT that names the first five problems and their places. */
export function parseForgeSpec(text: string): ForgeSpec {
  const { spec, problems } = checkForgeSpec(text, { hasVariable: () => true });
  if (spec !== undefined) return spec;
  const errors = problems.filter(({ level }) => level === 'error');
  const named = errors
    .slice(0, MAX_NAMED)
    .map(({ pointer, message }) => `${pointer || 'the file'}: ${message}`);
  const more = errors.length > MAX_NAMED ? ` And ${errors.length - MAX_NAMED} more.` : '';
  throw invalidArgument(`The spec is not served. ${named.join(' ')}${more}`);
}
