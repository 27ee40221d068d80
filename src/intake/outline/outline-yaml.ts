import type { Outline } from './outline.ts';

/** A line that starts a member: its name bare or in quotes, a colon, and what stands after it. */
const MEMBER = /^(?:"([^"]{1,64})"|'([^']{1,64})'|([A-Za-z0-9_$-]{1,64}))[ \t]*:(?:[ \t]+(.*))?$/s;

/**
 * Outlines YAML in block style by its lines, without parsing it: the members of the top level only. What is nested in a
 * mapping or a block of text is indented, so it is never taken for one.
 *
 * @param names the members to keep; all others are passed over
 */
export function outlineYaml(text: string, names: ReadonlySet<string>): Outline {
  const members = new Map<string, Outline>();
  let indentation: number | undefined;
  let open: string | undefined;
  for (const line of linesOf(text)) {
    const indent = line.search(/[^ ]/);
    const content = indent < 0 ? '' : line.slice(indent).trimEnd();
    if (content === '' || content.startsWith('#') || (indent === 0 && /^(?:---|%)/.test(content))) continue;
    if (open !== undefined) {
      members.set(open, leaf(/^-(?:[ \t]|$)/.test(content) ? 'array' : 'object'));
      open = undefined;
    }
    indentation ??= indent;
    if (indent !== indentation) continue;
    const found = MEMBER.exec(content.slice(0, MAX_LINE_LENGTH));
    const name = found?.[1] ?? found?.[2] ?? found?.[3];
    if (name === undefined || !names.has(name)) continue;
    const value = found?.[4]?.replace(/^(?:[&!]\S*[ \t]*)+/, '') ?? '';
    const isBelow = value === '' || value.startsWith('#');
    open = isBelow ? name : undefined;
    members.set(name, leaf(isBelow ? 'other' : shapeOf(value)));
  }
  return { shape: members.size > 0 ? 'object' : 'other', members, first: undefined };
}

/** UTF-16 code units of a line that are looked at: a name and the first of its value. */
const MAX_LINE_LENGTH = 256;

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    yield text.slice(start, Math.min(stop, start + MAX_LINE_LENGTH));
    start = stop + 1;
  }
}

function shapeOf(value: string): Outline['shape'] {
  if (value.startsWith('[')) return 'array';
  return value.startsWith('{') ? 'object' : 'string';
}

function leaf(shape: Outline['shape']): Outline {
  return { shape, members: new Map(), first: undefined };
}
