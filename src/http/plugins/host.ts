import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { invalidArgument, LarderError } from '../../errors.ts';
import { quote } from '../../model/quote.ts';
import type { HttpApp } from '../http-app.ts';
import { findAuthority } from '../request-target.ts';

/**
 * Looks at the Host header. Node would refuse a request without one by an empty body, and would take the first of
 * two, so that is done here (RFC 9112 section 3.2); and while everything is open to loopback, a Host that is not
 * loopback is a web page whose name was made to point here (DNS rebinding).
 */
export function addHostCheck(app: HttpApp, { loopbackOnly }: { readonly loopbackOnly: boolean }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    checkHost(request, loopbackOnly);
    done();
  });
}

function checkHost(request: FastifyRequest, loopbackOnly: boolean): void {
  const [host, another] = listHosts(request.raw.rawHeaders);
  if (host === undefined && request.raw.httpVersion === '1.1') {
    throw invalidArgument('the request has no Host header, which HTTP/1.1 asks for');
  }
  if (another !== undefined) throw invalidArgument('the request has more than one Host header');
  if (!loopbackOnly) return;
  const stranger = [host ?? '', findAuthority(request.originalUrl)].find(
    (name) => name !== undefined && !isLoopback(name),
  );
  if (stranger !== undefined) {
    throw new LarderError(
      'PERMISSION_DENIED',
      `Host ${quote(stranger)} is refused: without keys this registry answers only to localhost, 127.0.0.0/8 and [::1]. Ask by one of those, or set LARDER_ADMIN_KEY and bind it to the address you want.`,
    );
  }
}

/** Not `headersDistinct`, which a request within the process (the command line on a database) does not have. */
function listHosts(rawHeaders: readonly string[]): readonly string[] {
  const hosts: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1]!);
  }
  return hosts;
}

/** True for `localhost`, `127.x.y.z` and `[::1]`, each with or without a port. */
export function isLoopback(host: string): boolean {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  return name === 'localhost' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'));
}
