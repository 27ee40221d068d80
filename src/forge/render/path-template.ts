import { quote } from '../../model/quote.ts';

/** A request's `path`, taken apart. */
export interface PathTemplate {
  /** Texts and placeholders in turn: texts has one more. */
  readonly texts: readonly string[];
  readonly placeholders: readonly string[];
  /** What follows the `?`, as written; empty without one. */
  readonly query: string;
}

const TEXT = /^(?:[A-Za-z0-9\-._~!$&()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const QUERY = /^(?:[A-Za-z0-9\-._~!$&()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/;

/** Takes a path apart; a text where it is none: what is wrong and what would be right. */
export function readPathTemplate(path: string): PathTemplate | string {
  if (!path.startsWith('/')) return 'A path starts with /, and stands below `transport.url`.';
  if (path.includes('#')) return 'A path has no fragment.';
  const question = path.indexOf('?');
  const query = question === -1 ? '' : path.slice(question + 1);
  const pathname = question === -1 ? path : path.slice(0, question);
  if (/[{}]/.test(query)) return 'What follows the ? is constant; map parameters in `query`.';
  const texts: string[] = [];
  const placeholders: string[] = [];
  for (const [i, part] of pathname.split('{').entries()) {
    const close = part.indexOf('}');
    if (i === 0) texts.push(part);
    else if (close === -1) return 'A placeholder is written {name}, and one brace does not pair.';
    else {
      placeholders.push(part.slice(0, close));
      texts.push(part.slice(close + 1));
    }
  }
  const odd = [...texts, query].find((text, i) => !(i < texts.length ? TEXT : QUERY).test(text));
  if (odd !== undefined) {
    return `The part ${quote(odd)} has characters that a path does not; percent-encode them, and write a placeholder as {name}.`;
  }
  const steps = texts.join('x').replace(/%2e/gi, '.').split('/');
  if (steps.some((step) => step === '.' || step === '..')) return 'A path has no dot segments.';
  if (pathname.startsWith('//')) return 'A path has one slash at its start.';
  return { texts, placeholders, query };
}
