import type { OpenApiPreview } from '../catalogs.ts';
import type { ErrorData } from '../writer/messages.ts';
import type { Draft, PreparedPublication } from './preparer.ts';

/** `Preparer` as data. One request is under way at a time. */
export type PreparerRequest =
  | { readonly method: 'prepare'; readonly draft: Draft }
  | { readonly method: 'preview'; readonly question: OpenApiPreview };

export type PreparerAnswer =
  | { readonly method: 'prepare'; readonly publication: PreparedPublication }
  | { readonly method: 'preview'; readonly text: string }
  | { readonly method: 'refusal'; readonly error: ErrorData };
