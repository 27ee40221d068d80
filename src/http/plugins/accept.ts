import type { FastifyRequest } from 'fastify';
import { invalidArgument, LarderError } from '../../errors.ts';
import { quote } from '../../model/quote.ts';
import type { HttpApp } from '../http-app.ts';
import { MAX_ACCEPT_LENGTH } from '../limits.ts';

/** Refuses a request whose Accept header takes nothing that the route can give. */
export function addAcceptCheck(app: HttpApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    checkAccept(request);
    done();
  });
}

function checkAccept(request: FastifyRequest): void {
  const accept = request.headers.accept;
  if (accept === undefined || request.is404) return;
  if (accept.length > MAX_ACCEPT_LENGTH) {
    throw invalidArgument(`the Accept header is too long; ${MAX_ACCEPT_LENGTH} characters are taken`);
  }
  const { produces: produced = 'application/json', acceptedAs = [] } = request.routeOptions.config;
  if (![produced, ...acceptedAs].some((type) => accepts(accept, type))) {
    throw new LarderError(
      'NOT_ACCEPTABLE',
      `Accept ${quote(accept)} does not include ${produced}, which is what there is.`,
    );
  }
}

/** The most specific range that fits decides (RFC 9110 section 12.5.1); an empty header takes everything. */
export function accepts(header: string, mediaType: string): boolean {
  const [type] = mediaType.split('/');
  const ranges = header.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  if (ranges.every(([range]) => range === '')) return true;
  for (const wanted of [mediaType, `${type}/*`, '*/*']) {
    const range = ranges.find(([name]) => name === wanted);
    if (range !== undefined) return !range.slice(1).some((part) => /^q=0(\.0*)?$/.test(part));
  }
  return false;
}
