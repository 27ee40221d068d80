import { LarderError } from '../errors.ts';
import { parseUrl } from '../model/parse-url.ts';
import { IMPORT_ANSWER, parseAnswer } from './answers.ts';
import { cleanText } from './clean.ts';
import type { Ask, Door } from './door.ts';
import { findError } from './error-answer.ts';
import { UsageError } from './usage.ts';

/** A registry answers questions in milliseconds; an import of the largest manifest in seconds. */
const ANSWER_TIMEOUT_MS = 60_000;
/** More than a page of the largest entries; what is longer does not come from a registry. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * A door to the registry at `url`. Connects to exactly the origin that the operator typed and follows no
 * redirect, so a key goes nowhere else. Errors: UsageError when `url` is no base address.
 */
export function openRemoteDoor(url: string, key: string | undefined): Door {
  const base = parseBase(url);
  return {
    request: (ask) => send(base, key, ask),
    importManifest: async ({ source, text, allowEmpty }) => {
      const path = `/sources/${encodeURIComponent(source)}${allowEmpty ? '?allowEmpty=true' : ''}`;
      return parseAnswer(IMPORT_ANSWER, await send(base, key, { method: 'PUT', path, text }));
    },
    close: async () => {},
  };
}

function parseBase(url: string): URL {
  const base = parseUrl(url);
  if (base === undefined || (base.protocol !== 'http:' && base.protocol !== 'https:')) {
    throw new UsageError('--url: expected an http or https address, such as http://127.0.0.1:8080');
  }
  if (base.username !== '' || base.password !== '') {
    throw new UsageError(
      '--url: expected an address without user and password; keys go in LARDER_KEY or --key-file',
    );
  }
  if (base.search !== '' || base.hash !== '') {
    throw new UsageError('--url: expected the base address of a registry, without query and fragment');
  }
  return base;
}

async function send(base: URL, key: string | undefined, ask: Ask): Promise<unknown> {
  const target = base.origin + base.pathname.replace(/\/+$/, '') + ask.path;
  const body = ask.text ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  let response: Response;
  let text: string;
  try {
    response = await fetch(target, {
      method: ask.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    text = await readText(response);
  } catch (cause) {
    if (cause instanceof LarderError) throw cause;
    throw new LarderError('UNAVAILABLE', `${base.origin} did not answer: ${reasonOf(cause)}`, { cause });
  }
  if (response.status >= 300 && response.status < 400) {
    throw new LarderError(
      'UNAVAILABLE',
      `${base.origin} answered with a redirect, which is not followed; give its target as --url if you trust it`,
    );
  }
  if (response.status === 204) return undefined;
  const answer = parseJson(text);
  if (!response.ok) {
    const strange = `${base.origin} answered ${response.status}, but not as a registry does`;
    throw findError(answer) ?? new LarderError('UNAVAILABLE', strange);
  }
  if (answer === undefined) {
    throw new LarderError('UNAVAILABLE', `${base.origin} did not answer with JSON; is it a Larder registry?`);
  }
  return answer;
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new LarderError('UNAVAILABLE', `the answer is larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The innermost reason of a failed fetch, whose own message is only "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_TIMEOUT_MS / 1000} s`;
  if (error.cause instanceof AggregateError) return reasonOf(error.cause.errors[0]);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return cleanText(error.message);
}
