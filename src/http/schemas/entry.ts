import { z } from 'zod';

const members = {
  identifier: z.string().meta({ description: 'The name of the resource: `urn:air:<publisher>:<name>`.' }),
  displayName: z.string(),
  type: z.string().meta({ description: 'The media type of what `url` or `data` holds, as published.' }),
};

/** One ARD entry as it was published (v0.91 section 4.2); all other members are open terms. */
export const entry = z.looseObject(members).meta({
  id: 'Entry',
  description: 'An ARD entry as it was published. Further members are open terms of the publisher.',
});

/** An entry as `/search` returns it. */
export const searchResult = z
  .looseObject({
    ...members,
    score: z.int().min(0).max(100).meta({
      description:
        'Relevance to the text, independent of page, filter and other hits; 0 for blank text. It says nothing about trust, safety or compliance.',
    }),
    source: z.string().meta({ description: 'The base URL of the registry that holds the complete entry.' }),
  })
  .meta({
    id: 'SearchResult',
    description: 'An ARD entry as it was published, without `representativeQueries`.',
  });
