import type { HttpApp } from '../http-app.ts';

/** What the process counts about itself, for `/metrics`. */
export interface Metrics {
  countRequest(route: string, method: string, status: number): void;
  countViolation(): void;
  readonly requests: readonly { route: string; method: string; status: number; count: number }[];
  readonly violations: number;
}

/** Counts every answer by route, method and status. Unknown routes share one label, so that the set stays bounded. */
export function addMetrics(app: HttpApp): Metrics {
  const requests = new Map<string, { route: string; method: string; status: number; count: number }>();
  let violations = 0;
  const metrics: Metrics = {
    countRequest(route, method, status) {
      const id = `${route} ${method} ${status}`;
      const line = requests.get(id) ?? { route, method, status, count: 0 };
      line.count += 1;
      requests.set(id, line);
    },
    countViolation() {
      violations += 1;
    },
    get requests() {
      return [...requests.values()];
    },
    get violations() {
      return violations;
    },
  };
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    metrics.countRequest(route, request.is404 ? 'any' : request.method, reply.statusCode);
    done();
  });
  return metrics;
}
