import type { FastifyContextConfig } from 'fastify';
import type { HttpApp } from './http-app.ts';

/** Methods and traits of the routes at one path pattern. */
export type Methods = ReadonlyMap<string, FastifyContextConfig>;

/** The routes of the app, by pattern: what 405, `Allow`, preflights and the boot check look at. */
export interface RouteTable {
  /** `METHOD /pattern` of every route, `{name}` for parameters, automatic HEAD routes left out. */
  operations(): readonly string[];
  /** What stands at a raw request path, whatever the method; undefined when nothing does. */
  find(path: string): Methods | undefined;
}

/** Records every route that is added from now on. */
export function recordRoutes(app: HttpApp): RouteTable {
  const patterns = new Map<string, Map<string, FastifyContextConfig>>();
  app.addHook('onRoute', (route) => {
    const methods = patterns.get(route.url) ?? new Map<string, FastifyContextConfig>();
    patterns.set(route.url, methods);
    for (const method of [route.method].flat()) {
      if (route.config?.access === undefined)
        throw new Error(`${method} ${route.url} does not say who may use it`);
      methods.set(method, route.config);
    }
  });
  return {
    operations: () =>
      [...patterns].flatMap(([url, methods]) =>
        [...methods.keys()]
          .filter((method) => method !== 'HEAD')
          .map((method) => `${method} ${documentPath(url)}`),
      ),
    find: (path) => {
      for (const [url, methods] of patterns) if (matches(url.split('/'), path.split('/'))) return methods;
      return undefined;
    },
  };
}

/** `/agents/:identifier` as OpenAPI spells it: `/agents/{identifier}`. */
export function documentPath(url: string): string {
  return url.replace(/:([A-Za-z]+)/g, '{$1}');
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, i) => (segment.startsWith(':') ? path[i] !== '' : segment === path[i]))
  );
}
