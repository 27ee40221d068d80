import { z } from 'zod';
import type { HttpApp } from '../http-app.ts';
import { VERSION } from '../plugins/document.ts';
import { entry } from '../schemas/entry.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';

const manifest = z.strictObject({ specVersion: z.string(), entries: z.array(entry) }).meta({
  id: 'Manifest',
  description: 'The manifest of this registry: the registry itself, and its MCP server.',
});

/** How long the manifest may be cached, in seconds: it changes with the configuration only. */
const MANIFEST_MAX_AGE_S = 3_600;

/** Publisher where the base URL names no domain (DESIGN: the default publisher). */
const LOCAL_PUBLISHER = 'agent.localhost';

interface Offered {
  readonly publicUrl: string;
  /** False: `/explore` answers 501, so nobody is told of it. */
  readonly explore: boolean;
}

/** Larder's own manifest, at the path of v0.91 section 5.1 and at the older one, which crawlers still try. */
export function addWellKnown(app: HttpApp, offered: Offered): void {
  const answer = describeRegistry(offered);
  for (const name of ['ard', 'ai-catalog'] as const) {
    app.get(`/.well-known/${name}.json`, {
      // Plain clients want application/json; crawlers may ask for what it is.
      config: { access: 'open', acceptedAs: ['application/ai-catalog+json', 'application/ard+json'] },
      schema: {
        summary: 'The manifest of this registry',
        operationId: name === 'ard' ? 'getArdManifest' : 'getAiCatalogManifest',
        tags: ['Documents'],
        response: { 200: manifest, ...errorResponses(...COMMON_ERRORS) },
      },
      handler: async (_request, reply) => {
        reply.header('cache-control', `public, max-age=${MANIFEST_MAX_AGE_S}`);
        return answer;
      },
    });
  }
}

/**
 * `url` is the search endpoint, as in every example of the specification (v0.91 sections 5.3.2 and 5.4); its
 * text calls it a way to the base URL, which therefore stands in `metadata`.
 */
export function describeRegistry({ publicUrl, explore }: Offered): z.infer<typeof manifest> {
  const counting = explore ? ['explore'] : [];
  return {
    // The only value that v0.9 takes; v0.91 ignores the member.
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${publisherOf(publicUrl)}:registry:larder`,
        displayName: 'Larder discovery registry',
        type: 'application/ai-registry+json',
        url: `${publicUrl}/search`,
        description: `Finds what AI agents can call: MCP servers, agents, skills, APIs and operations. Answers ranked search, ${explore ? 'facet counts, ' : ''}listing and lookup by identifier.`,
        capabilities: ['search', ...counting, 'list', 'retrieve'],
        tags: ['registry', 'discovery'],
        representativeQueries: [
          'which MCP servers and agents are registered here',
          'find a tool that can do this task',
          ...(explore ? ['how many skills are there for each publisher'] : []),
        ],
        metadata: { baseUrl: publicUrl, openapi: `${publicUrl}/openapi.json` },
      },
      {
        identifier: `urn:air:${publisherOf(publicUrl)}:mcp:larder`,
        displayName: 'Larder discovery registry (MCP)',
        type: 'application/mcp-server-card+json',
        data: {
          name: 'larder',
          title: 'Larder discovery registry',
          description: 'The questions of the registry as MCP tools.',
          version: VERSION,
          remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp` }],
        },
        description: `Lets an agent ask this registry over MCP: ${explore ? 'count what is there, ' : ''}find what fits a need, read an entry, list and describe operations.`,
        capabilities: [...counting, 'search', 'get_entry', 'list_operations', 'describe_operation'],
        tags: ['registry', 'discovery', 'mcp'],
        representativeQueries: [
          'an MCP server that finds other MCP servers',
          'look up which tools exist for a task',
        ],
      },
    ],
  };
}

/** The host of the base URL where it is a domain name; addresses and `localhost` name nobody. */
function publisherOf(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.toLowerCase();
  return /^[a-z0-9.-]*\.[a-z][a-z0-9-]*$/.test(host) ? host : LOCAL_PUBLISHER;
}
