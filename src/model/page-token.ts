import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { invalidArgument } from '../errors.ts';

/** Where the next page of one question starts: what a token carries. */
export type PagePosition =
  | { readonly by: 'key'; readonly after: string }
  | { readonly by: 'view'; readonly seq: number; readonly offset: number; readonly after?: string };

/** SHA-256 and its HMAC, of whichever make; Node's own are ten times as fast as those that run everywhere. */
export interface TokenHashes {
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  readonly hmac: (secret: Uint8Array, bytes: Uint8Array) => Uint8Array;
}

const PORTABLE_HASHES: TokenHashes = { sha256, hmac: (secret, bytes) => hmac(sha256, secret, bytes) };

/** Layout 1: format (1 byte), length of the whole (2), issuer (4), question (16), position (JSON), seal (16). */
const FORMAT = 1;
const ISSUER_AT = 3;
const QUESTION_AT = 7;
const POSITION_AT = 23;
/** 128 bits of an HMAC-SHA-256: as strong against forgery as a client can ever try. */
const SEAL_BYTES = 16;
/** Longest text after which a page can begin, in characters: the address of a target; identifiers are shorter. */
export const MAX_PAGE_KEY_LENGTH = 2_048;
/** Longest token that is looked at: that text in base64, and the fields around it. */
export const MAX_PAGE_TOKEN_LENGTH = Math.ceil(((MAX_PAGE_KEY_LENGTH + 128) * 4) / 3);

const START_AGAIN = 'start again without pageToken';

/**
 * Makes the opaque token for `position`, bound to `question` (any text that says what was asked) and signed
 * with `secret`, so that only this registry can have issued it.
 */
export function sealPageToken(
  secret: Uint8Array,
  question: string,
  position: PagePosition,
  hashes: TokenHashes = PORTABLE_HASHES,
): string {
  const body = new TextEncoder().encode(JSON.stringify(position));
  const bytes = new Uint8Array(POSITION_AT + body.length + SEAL_BYTES);
  const length = bytes.length;
  bytes.set([FORMAT, length >> 8, length & 0xff]);
  bytes.set(issuerOf(secret), ISSUER_AT);
  bytes.set(tagOf(question, hashes), QUESTION_AT);
  bytes.set(body, POSITION_AT);
  bytes.set(sealOf(secret, bytes.subarray(0, length - SEAL_BYTES), hashes), length - SEAL_BYTES);
  return encodeBase64url(bytes);
}

/**
 * Reads a token back. Errors: INVALID_ARGUMENT, with a text of its own for a token that is malformed, cut
 * short, of another registry, altered, or of another question.
 */
export function openPageToken(
  secret: Uint8Array,
  question: string,
  token: string,
  hashes: TokenHashes = PORTABLE_HASHES,
): PagePosition {
  const bytes = token.length <= MAX_PAGE_TOKEN_LENGTH ? decodeBase64url(token) : undefined;
  if (bytes === undefined || bytes[0] !== FORMAT) {
    throw invalidArgument(
      `pageToken is not a token of this registry; send one exactly as it was answered, or ${START_AGAIN}.`,
    );
  }
  const length = ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0);
  if (bytes.length !== length || length < POSITION_AT + SEAL_BYTES) {
    throw invalidArgument(
      `pageToken is cut short or has something appended; send it exactly as it was answered, or ${START_AGAIN}.`,
    );
  }
  if (!equalBytes(bytes.subarray(ISSUER_AT, QUESTION_AT), issuerOf(secret))) {
    throw invalidArgument(`pageToken was issued by another registry; ${START_AGAIN}.`);
  }
  const seal = sealOf(secret, bytes.subarray(0, length - SEAL_BYTES), hashes);
  // Base64 can spell the same bytes in several ways; only ours is the token.
  const isOurs = equalBytes(bytes.subarray(length - SEAL_BYTES), seal) && encodeBase64url(bytes) === token;
  if (!isOurs) {
    throw invalidArgument(`pageToken was altered; send it exactly as it was answered, or ${START_AGAIN}.`);
  }
  if (!equalBytes(bytes.subarray(QUESTION_AT, POSITION_AT), tagOf(question, hashes))) {
    throw invalidArgument(
      `pageToken belongs to another question; repeat the request that gave it (only pageSize may change), or ${START_AGAIN}.`,
    );
  }
  // Sealed by us: the position is what `sealPageToken` was given.
  return JSON.parse(new TextDecoder().decode(bytes.subarray(POSITION_AT, length - SEAL_BYTES)));
}

/** Tells registries apart before the seal does, for a clearer refusal; reveals nothing of the secret. */
function issuerOf(secret: Uint8Array): Uint8Array {
  const known = ISSUERS.get(secret);
  if (known !== undefined) return known;
  const issuer = hmac(sha256, secret, new TextEncoder().encode('page-token-issuer')).subarray(
    0,
    QUESTION_AT - ISSUER_AT,
  );
  ISSUERS.set(secret, issuer);
  return issuer;
}

/** A registry has one secret, and never writes to it. */
const ISSUERS = new WeakMap<Uint8Array, Uint8Array>();

function tagOf(question: string, { sha256 }: TokenHashes): Uint8Array {
  return sha256(new TextEncoder().encode(question)).subarray(0, POSITION_AT - QUESTION_AT);
}

function sealOf(secret: Uint8Array, bytes: Uint8Array, { hmac }: TokenHashes): Uint8Array {
  return hmac(secret, bytes).subarray(0, SEAL_BYTES);
}

/** Looks at every byte, however early they differ. */
function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** By hand: going over `btoa` and its other alphabet takes three times as long, and every first page ends in a token. */
function encodeBase64url(bytes: Uint8Array): string {
  const units: number[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const triple = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) units.push(BASE64URL.charCodeAt((triple >> shift) & 63));
  }
  units.length = Math.ceil((bytes.length * 4) / 3);
  return String.fromCharCode(...units);
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The bytes of base64url text, whatever is left over of a text that was cut; undefined for other characters. */
function decodeBase64url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const whole = text.length % 4 === 1 ? text.slice(0, -1) : text;
  const binary = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
