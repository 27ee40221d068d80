import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/**
 * What HTTP costs by itself here: a Fastify with the same bodies in, parsed, and the same bodies out, which are read
 * from a file and never change. `node fixed.js FILE` with {"/path": "answer"}.
 */
const answers: Readonly<Record<string, string>> = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const app = Fastify();
for (const [path, answer] of Object.entries(answers)) {
  app.post(path, async (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
}
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
console.log(`Fixed answers on http://127.0.0.1:${port}`);
