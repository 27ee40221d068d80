import type { Entry } from '../../model/entry.ts';

const LOCAL_PUBLISHER = 'agent.localhost';

/** The entry by which a registry is named to callers (v0.91 section 5.4) when nothing but its address is known. */
export function referralTo(base: string): Entry {
  const { hostname, host, pathname } = new URL(base);
  const isDomain = /^[a-z0-9.-]*\.[a-z][a-z0-9-]*$/.test(hostname);
  // All that tells this registry from others of its host, in characters that an identifier takes.
  const rest = (isDomain ? host.slice(hostname.length) + pathname : host + pathname)
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return {
    identifier: `urn:air:${isDomain ? hostname : LOCAL_PUBLISHER}:registry:${rest === '' ? 'search' : rest}`,
    displayName: `Registry at ${host}${pathname.replace(/\/$/, '')}`,
    type: 'application/ai-registry+json',
    url: `${base}/search`,
    metadata: { baseUrl: base },
  };
}
