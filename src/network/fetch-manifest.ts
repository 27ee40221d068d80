import type { Egress } from '../egress/egress.ts';
import { invalidArgument, LarderError } from '../errors.ts';
import { MAX_MANIFEST_BYTES } from '../model/bounds.ts';
import { decodeUtf8 } from '../model/utf8.ts';

/** A manifest as a host served it. */
export interface FetchedManifest {
  readonly text: string;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/**
 * Fetches a manifest by its address. Errors: EgressError; NOT_FOUND for a status other than 200; INVALID_ARGUMENT for an
 * answer that is not UTF-8, or a web page (soft 404s answer 200 with one).
 */
export async function fetchManifest(egress: Egress, url: string): Promise<FetchedManifest> {
  const response = await egress.fetch({
    url,
    headers: { accept: 'application/json, application/*+json;q=0.9' },
    maxBytes: MAX_MANIFEST_BYTES,
  });
  if (response.status !== 200) {
    throw new LarderError('NOT_FOUND', `${response.url} answered ${response.status}, not a manifest.`);
  }
  const type = response.headers.get('content-type') ?? '';
  if (/^text\/html\b/i.test(type)) {
    throw invalidArgument(
      `${response.url} answered a web page (${type}); a manifest is served as application/json.`,
    );
  }
  const text = decodeUtf8(response.body);
  if (text === undefined) {
    throw invalidArgument(`${response.url} answered what is not UTF-8 text; a manifest is JSON in UTF-8.`);
  }
  return { text, url: response.url };
}
