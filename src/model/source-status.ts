/** Whether the source that answers for an entry still answers itself: `silent` where its host has not for a day or more. */
export type SourceStatus = 'live' | 'silent';
