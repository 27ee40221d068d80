import { parseUrl } from '../model/parse-url.ts';
/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

/**
 * A template in which every value is escaped, unless it is markup made by this function. Values may stand in
 * text and in quoted attributes; addresses are checked by `webAddress` first.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = parts[0] ?? '';
  for (const [position, value] of values.entries()) text += render(value) + (parts[position + 1] ?? '');
  return new Html(text);
}

function render(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((item: Html) => item.text).join('');
  return escapeMarkup(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Bidirectional controls reorder what stands around them, so they are left out. */
function escapeMarkup(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** An address that a link may lead to: http and https only, so that no `javascript:` gets in. */
export function webAddress(text: unknown): string | undefined {
  const url = typeof text === 'string' ? parseUrl(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}
