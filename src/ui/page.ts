import { type Entry, type Json, member } from '../model/entry.ts';
import { kindOf } from '../model/media-type.ts';
import type { FacetResult } from '../model/query.ts';
import type { CatalogSummary } from '../registry/catalogs.ts';
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
  /** What the first page shows of catalogs. */
  readonly catalogs: readonly CatalogSummary[];
  readonly pageToken: string | undefined;
}

/** Catalogs on the first page; the others are one link away. */
const MAX_CATALOGS = 50;
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
${renderCatalogs(view.catalogs)}
<p class="note">${found}. Texts are the publishers' own and are not vetted.</p>
<ul class="results">${view.results.map(renderResult)}</ul>
${renderNext(view)}
</section>
</div>
</main>`,
  );
}

function renderCatalogs(catalogs: readonly CatalogSummary[]): Html {
  if (catalogs.length === 0) return html``;
  const rest = catalogs.length - MAX_CATALOGS;
  return html`<h2>Catalogs</h2>
<table class="catalogs">
<tr><th>Catalog</th><th>Active revision</th><th>Operations</th></tr>
${catalogs.slice(0, MAX_CATALOGS).map(renderCatalog)}
</table>
${rest > 0 ? html`<p class="note"><a href="catalogs">${rest} more</a></p>` : ''}
<h2>Entries</h2>`;
}

function renderCatalog({ name, active, revisions }: CatalogSummary): Html {
  const base = `catalogs/${encodeURIComponent(name)}`;
  const all = html`<a href="${base}/revisions">${revisions === 1 ? '1 revision' : html`${revisions} revisions`}</a>`;
  if (active === null) return html`<tr><td>${name}</td><td>none<br>${all}</td><td></td></tr>`;
  const title = active.title === undefined ? '' : html`<br><span class="note">${active.title}</span>`;
  const revision = html`<a href="${base}/revisions/${encodeURIComponent(active.revision)}">${active.revision}</a>`;
  return html`<tr>
<td><a href="./?${new URLSearchParams({ kind: 'operation', catalog: name }).toString()}">${name}</a>${title}</td>
<td>${revision}<br>${all}</td>
<td><a href="${base}/operations">${active.operations.toLocaleString('en')}</a></td>
</tr>`;
}

function renderFacet(view: PageView, { field, buckets, otherCount }: FacetResult): Html {
  const chosen = view.chosen.get(field);
  if (buckets.length === 0 && chosen === undefined) return html``;
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
  const kind = kindOf(entry.type);
  const relevance = score === 0 ? '' : html` · relevance ${score}`;
  const target =
    link === undefined
      ? ''
      : html` · <a href="${link}" rel="noreferrer nofollow">${kind === 'operation' ? 'describe' : new URL(link).hostname}</a>`;
  return html`<li>
<h3><a href="agents/${encodeURIComponent(entry.identifier)}">${entry.displayName}</a></h3>
${description === '' ? '' : html`<p>${description}</p>`}
<p class="meta">${kind} · <code>${entry.identifier}</code>${relevance}${target}</p>
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
