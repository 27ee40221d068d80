/**
 * The address that a text is, seen from `base` where there is one; undefined where it is none.
 *
 * In place of `URL.canParse`, which in Node 20 and 22 judges what is not ASCII otherwise once it is warm.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
