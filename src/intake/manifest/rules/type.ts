import { member } from '../../../model/entry.ts';
import { isMediaType } from '../../../model/media-type.ts';
import { suggestMediaType } from '../../../model/media-type-suggestion.ts';
import { findPublishedType, findTypeMember } from '../../../model/published-type.ts';
import { quote } from '../../../model/quote.ts';
import { faultAt, type Rule } from '../rule.ts';

const EXAMPLE = 'application/mcp-server-card+json';

/** v0.91 sections 3.3 and 4.2: `type` is a media type. Unknown ones are as good as any. */
export const TYPE_RULES: readonly Rule[] = [
  {
    name: 'type-missing',
    level: 'error',
    check: (entry) => {
      if (findTypeMember(entry) !== undefined) return [];
      return faultAt(['type'], `The entry has no \`type\`. Give its media type, such as ${EXAMPLE}.`);
    },
  },
  {
    name: 'type-syntax',
    level: 'error',
    check: (entry) => {
      const name = findTypeMember(entry);
      if (name === undefined) return [];
      const type = member(entry, name);
      if (typeof type !== 'string') {
        return faultAt([name], `\`${name}\` is not a string. Write a media type, such as ${EXAMPLE}.`);
      }
      if (isMediaType(type)) return [];
      const suggestion = suggestMediaType(type) ?? EXAMPLE;
      return faultAt([name], `\`${name}\` ${quote(type)} is not a media type. Did you mean '${suggestion}'?`);
    },
  },
  {
    name: 'type-from-media-type',
    level: 'warning',
    check: (entry) => {
      if (findTypeMember(entry) !== 'mediaType') return [];
      const message = 'The media type stands in `mediaType`, and is read from there. Call the member `type`.';
      return faultAt(['mediaType'], message);
    },
  },
  {
    name: 'type-generic',
    level: 'warning',
    check: (entry) => {
      const name = findTypeMember(entry);
      const type = findPublishedType(entry);
      if (name === undefined || type === undefined || !/^\s*application\/json\s*(;|$)/i.test(type)) return [];
      const message = `\`${name}\` is application/json, which does not say what kind of resource this is. Name the format, such as ${EXAMPLE}, application/a2a-agent-card+json or application/vnd.oai.openapi+json.`;
      return faultAt([name], message);
    },
  },
];
