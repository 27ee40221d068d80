import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { invalidArgument, LarderError } from '../../errors.ts';
import { exceedsDepth } from '../../model/bounds.ts';
import { findJsonFault } from '../../model/json-position.ts';
import { quote } from '../../model/quote.ts';
import { decodeUtf8 } from '../../model/utf8.ts';
import { HeldBodies } from '../held-bodies.ts';
import type { HttpApp } from '../http-app.ts';
import { MAX_QUESTION_BYTES, MAX_QUESTION_DEPTH } from '../limits.ts';
import { readBytes } from '../read-bytes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as JSON.parse gave it, before zod made something of it; what the contract judges. */
    rawBody: unknown;
    /** The body as it came in. */
    bodyText: string | undefined;
  }
}

/**
 * Reads every body: bytes and time are bounded while it arrives, depth before anything recursive runs.
 * JSON.parse keeps `__proto__` as an own member, and so do we.
 */
export function addBodyParser(app: HttpApp): void {
  app.decorateRequest('rawBody');
  app.decorateRequest('bodyText');
  app.removeAllContentTypeParsers();
  // Fastify refuses a malformed type before any parser is asked, even where no body is taken.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config?.consumes === undefined) delete request.raw.headers['content-type'];
    done();
  });
  const held = new HeldBodies();
  app.addHook('onRequest', (request, reply, done) => {
    if (takesLargeBodies(request)) held.watch(request, reply);
    done();
  });
  const readText = (request: FastifyRequest, payload: IncomingMessage, done: TakeText): void => {
    const { consumes, bodyTimeoutMs } = request.routeOptions.config ?? {};
    if (consumes === undefined) {
      payload.resume();
      done(null, undefined);
      return;
    }
    if (!consumes.includes(mediaTypeOf(request)) || isEncoded(request)) {
      payload.resume();
      done(describeWrongType(request), undefined);
      return;
    }
    const options = {
      limit: request.routeOptions.bodyLimit ?? 0,
      timeoutMs: bodyTimeoutMs,
      hold: takesLargeBodies(request) ? (length: number) => held.add(request, length) : undefined,
    };
    readBytes(payload, options, (error, bytes) => {
      const text = bytes === undefined ? undefined : decodeUtf8(bytes);
      if (text !== undefined) {
        request.bodyText = text === '' ? undefined : text;
        done(null, undefined);
      } else done(error ?? invalidArgument('the request body is not UTF-8 text'), undefined);
    });
  };
  // Fastify remembers the parser of a type that has its own, and looks for that of any other type again each time.
  app.addContentTypeParser(['application/json', '*'], readText);
  app.addHook('preValidation', (request, _reply, done) => {
    const { bodyText } = request;
    if (bodyText !== undefined) {
      const { textTypes } = request.routeOptions.config;
      request.rawBody = textTypes?.includes(mediaTypeOf(request)) ? bodyText : parseJson(bodyText);
      request.body = request.rawBody;
    }
    done();
  });
}

/** Told that the body has arrived: what it is stands in `bodyText`. */
type TakeText = (error: Error | null, nothing: undefined) => void;

/** Questions are small and answered at once; what publications hold in memory has to be counted. */
function takesLargeBodies(request: FastifyRequest): boolean {
  return (request.routeOptions.bodyLimit ?? 0) > MAX_QUESTION_BYTES;
}

/** The 415 of a route: what came, and the header that would be right. */
export function describeWrongType(request: FastifyRequest): LarderError {
  const wanted = request.routeOptions.config.consumes?.[0] ?? 'application/json';
  if (isEncoded(request)) {
    return new LarderError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Encoding ${quote(String(request.headers['content-encoding']))} is not read here; send the body as it is.`,
    );
  }
  const type = request.headers['content-type'];
  const came =
    type === undefined ? 'The request names no Content-Type' : `Content-Type ${quote(type)} is not read here`;
  return new LarderError('UNSUPPORTED_MEDIA_TYPE', `${came}; with curl, add -H 'content-type: ${wanted}'.`);
}

function mediaTypeOf(request: FastifyRequest): string {
  const type = request.headers['content-type'] ?? '';
  return type === 'application/json' ? type : type.split(';', 1)[0]!.trim().toLowerCase();
}

function isEncoded(request: FastifyRequest): boolean {
  const encoding = request.headers['content-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'identity';
}

function parseJson(text: string): unknown {
  if (exceedsDepth(text, MAX_QUESTION_DEPTH)) {
    throw invalidArgument(`the request body nests deeper than ${MAX_QUESTION_DEPTH} levels`);
  }
  try {
    return JSON.parse(text);
  } catch {
    const fault = findJsonFault(text);
    const place = fault === undefined ? '' : `: line ${fault.line}, column ${fault.column}`;
    const end = fault?.atEnd === true ? ', where the text ends too early' : '';
    throw invalidArgument(`the request body is not JSON${place}${end}`);
  }
}
