/** Occurrences saturate: a term seen this often (weighted) reaches half of its full impact. */
export const SATURATION = 1.2;

export const FIELDS = ['name', 'description', 'text'] as const;
export type FieldName = (typeof FIELDS)[number];

/**
 * How much a word in a field counts, how far its length discounts it (0-1), and the length in words that
 * counts as normal. The pivots are fixed rather than live averages, so an entry's impacts never change
 * (`bench/README.md` has the figures).
 */
export const FIELD_SCORING: Readonly<
  Record<FieldName, { readonly weight: number; readonly discount: number; readonly pivot: number }>
> = {
  name: { weight: 2.5, discount: 0.75, pivot: 5 },
  description: { weight: 1, discount: 0.75, pivot: 16 },
  text: { weight: 0.5, discount: 0.75, pivot: 32 },
};

/** The same for one representative query, which is a passage of its own. */
export const PASSAGE_SCORING = { weight: 2, discount: 0.75, pivot: 8 } as const;

/** Share of a passage's score that counts for its entry, in 256ths. */
export const PASSAGE_SHARE = 160;

/**
 * Share of its impacts that an entry of a silent source keeps, in 256ths: more than ⅗, so that one that was among the best ten,
 * with ⅜ of the best score or more, still passes the cut-off (but for rounding), behind its equals.
 */
export const SILENT_SHARE = 170;

/** Weight of the exact form of a query word, relative to its stem. */
export const EXACT_WEIGHT = 0.1;

/** Weight of a query word that only repeats its parts as a whole, relative to a word of its own. */
export const WHOLE_WEIGHT = 0.5;

/** A word that a query has n times weighs n to this power. */
export const REPETITION_EXPONENT = 0.25;

/** An impact is one byte. */
export const MAX_IMPACT = 255;

/** Query weights sum to at most this, so that a score fits 16 bits: 4,096 × 255 >> 4 = 65,280. */
export const WEIGHT_SUM = 4_096;
export const MAX_QUERY_TERMS = 64;
export const MAX_SCORE = (WEIGHT_SUM * MAX_IMPACT) >> 4;

/** The weighted, length-normalised frequency that a field contributes: w·n / (1 − b + b·length/pivot). */
export function fieldFrequency(
  occurrences: number,
  length: number,
  scoring: { readonly weight: number; readonly discount: number; readonly pivot: number },
): number {
  const norm = 1 - scoring.discount + (scoring.discount * length) / scoring.pivot;
  return (scoring.weight * occurrences) / norm;
}

/** The impact (1-255) of a term in an entry: 255·f / (k + f), f the sum of its field frequencies. */
export function impactOf(frequency: number): number {
  return Math.max(1, Math.round((MAX_IMPACT * frequency) / (SATURATION + frequency)));
}

/**
 * What an impact counts in an entry whose source is silent: two thirds, in integers and at least 1; 0 stays 0. Kept in the
 * postings, so that scores are sums as ever, those of all other entries do not change, and nothing is paid at question time.
 */
export function silentImpact(impact: number): number {
  return impact === 0 ? 0 : Math.max(1, (SILENT_SHARE * impact + 128) >> 8);
}

/** ln(1 + (N − df + ½) / (df + ½)), over the N live entries of which df have the term. */
export function inverseDocumentFrequency(live: number, having: number): number {
  return Math.log(1 + (live - having + 0.5) / (having + 0.5));
}

/** What one posting adds to an entry's score: (weight × impact) >> 4. */
export function contribution(weight: number, impact: number): number {
  return (weight * impact) >> 4;
}

/** The score of an entry: its own, or its share of the best representative query when that is more. */
export function combinePassages(own: number, bestPassage: number, share: number = PASSAGE_SHARE): number {
  return Math.max(own, (share * bestPassage) >> 8);
}

/**
 * The relevance cut-off (DESIGN 3): score ≥ max(¼ best, ⅗ tenth), in integers. `tenth` is 0 when fewer than
 * ten entries score.
 */
export function passesCutOff(score: number, best: number, tenth: number): boolean {
  return score > 0 && 4 * score >= best && 5 * score >= 3 * tenth;
}

/** `score` for people, 1-100: the share of `full`, the full weight of the query's three heaviest words. */
export function relevance(score: number, full: number): number {
  return Math.max(1, Math.min(100, Math.round((100 * score) / full)));
}
