import { type Entry, type Json, member } from '../model/entry.ts';
import { kindOf } from '../model/media-type.ts';
import type { FacetResult } from '../model/query.ts';
import { renderFrame } from './frame.ts';
import { Html, html, webAddress } from './html.ts';

/** What the operator's page shows: a question, and the registry's answer to it. */
export interface PageView {
  readonly text: string;
  /** The values chosen, by facet field. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly facets: readonly FacetResult[];
  readonly results: readonly { readonly entry: Entry; readonly score: number }[];
  readonly total: number;
  readonly pageToken: string | undefined;
}

/** Longest description shown on the page, in code units. */
const MAX_DESCRIPTION_LENGTH = 320;

/** The operator's page: search box, facets with counts, results. All texts of entries are strangers' and escaped. */
export function renderPage(view: PageView): string {
  const found = view.total === 1 ? '1 entry' : `${view.total.toLocaleString('en')} entries`;
  return renderFrame(
    view.text === '' ? 'Larder' : `${view.text} - Larder`,
    html`<main>
<form action="./" method="get" role="search">
<input type="search" name="q" value="${view.text}" placeholder="What should an agent be able to do?" aria-label="Search" autofocus>
${[...view.chosen].map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
<button>Search</button>
</form>
<div class="columns">
<aside aria-label="Filters">${view.facets.map((facet) => renderFacet(view, facet))}</aside>
<section aria-label="Results">
<p class="note">${found}. Texts are the publishers' own and are not vetted.</p>
<ul class="results">${view.results.map(renderResult)}</ul>
${renderNext(view)}
</section>
</div>
</main>`,
  );
}

function renderFacet(view: PageView, { field, buckets, otherCount }: FacetResult): Html {
  const chosen = view.chosen.get(field);
  const items = buckets.map(({ value, count }) => {
    const link = addressOf(view, field, value === chosen ? undefined : value);
    const current = value === chosen ? new Html(' aria-current="true"') : '';
    return html`<li><a href="${link}"${current}>${value}</a> <span>${count}</span></li>`;
  });
  const clear =
    chosen === undefined
      ? ''
      : html`<li><a href="${addressOf(view, field, undefined)}">any ${field}</a></li>`;
  const other = otherCount === 0 ? '' : html`<li><span>others</span> <span>${otherCount}</span></li>`;
  return html`<h2>${field}</h2><ul>${clear}${items}${other}</ul>`;
}

function renderResult({ entry, score }: PageView['results'][number]): Html {
  const description = textOf(member(entry, 'description'));
  const link = webAddress(member(entry, 'url'));
  const relevance = score === 0 ? '' : html` · relevance ${score}`;
  const target =
    link === undefined
      ? ''
      : html` · <a href="${link}" rel="noreferrer nofollow">${new URL(link).hostname}</a>`;
  return html`<li>
<h3><a href="agents/${encodeURIComponent(entry.identifier)}">${entry.displayName}</a></h3>
${description === '' ? '' : html`<p>${description}</p>`}
<p class="meta">${kindOf(entry.type)} · <code>${entry.identifier}</code>${relevance}${target}</p>
</li>`;
}

function renderNext(view: PageView): Html {
  if (view.pageToken === undefined) return html``;
  return html`<p><a href="${addressOf(view, 'pageToken', view.pageToken)}" rel="next">More</a></p>`;
}

/** This page with one choice changed. */
function addressOf(view: PageView, field: string, value: string | undefined): string {
  const parameters = new URLSearchParams(view.text === '' ? [] : [['q', view.text]]);
  for (const [name, chosen] of view.chosen) parameters.set(name, chosen);
  if (value === undefined) parameters.delete(field);
  else parameters.set(field, value);
  const query = parameters.toString();
  return query === '' ? './' : `./?${query}`;
}

function textOf(value: Json | undefined): string {
  if (typeof value !== 'string') return '';
  return value.length > MAX_DESCRIPTION_LENGTH ? `${value.slice(0, MAX_DESCRIPTION_LENGTH)}…` : value;
}
