/** The first levels of a document, and of them only the members that anyone asks for. */
export interface Outline {
  readonly shape: 'object' | 'array' | 'string' | 'other';
  /** Of an object: those of its members whose names were asked for. */
  readonly members: ReadonlyMap<string, Outline>;
  /** Of an array: its first item. */
  readonly first: Outline | undefined;
}

/** Levels of objects and arrays that an outline goes into: a page in an array, its result, and the first tool of that. */
export const MAX_OUTLINE_DEPTH = 5;
