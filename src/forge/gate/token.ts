import { createHash, timingSafeEqual } from 'node:crypto';
import type { RenderedRequest } from '../render/rendered-request.ts';
import { canonicalRequest } from './canonical-request.ts';

/** 128 bits: nobody guesses one within the life of a token. */
export const TOKEN_BYTES = 16;

/** A call that may become a send: the request, and which tool of which spec made it. */
export interface GateCall {
  /** Name of the spec. */
  readonly spec: string;
  readonly specDigest: string;
  /** Name of the tool. */
  readonly tool: string;
  readonly request: RenderedRequest;
}

/**
 * The token of one shown request: the first 128 bits, hex, of SHA-256 over nonce, canonical request, tool, spec digest
 * and expiry. The nonce is kept on our side, so that the same request never gets the same token and none can be
 * worked out.
 */
export function makeToken(call: GateCall, nonce: string, expiresAt: number): string {
  const hash = createHash('sha256');
  // JSON between the parts: no part can be moved into its neighbour.
  hash.update(
    JSON.stringify([nonce, canonicalRequest(call.request), call.tool, call.specDigest, String(expiresAt)]),
  );
  return hash.digest('hex').slice(0, TOKEN_BYTES * 2);
}

/** Under what a token is kept and written down: a digest, so that logs and files confirm nothing. */
export function identifyToken(token: string): string {
  return createHash('sha256')
    .update(`held call ${token}`)
    .digest('hex')
    .slice(0, TOKEN_BYTES * 2);
}

export function equalTokens(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
