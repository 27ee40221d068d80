import type { FastIndex } from '../index/fast-index.ts';
import type { Query } from '../model/query.ts';
import type { Store } from '../store/store.ts';
import { joinCatalogs } from './join-catalogs.ts';
import { findKey } from './keys.ts';
import { list } from './list.ts';
import type { Preparer } from './preparer/preparer.ts';
import type { BaseUrl } from './projected-url.ts';
import { PublishedTexts } from './published-texts.ts';
import type { Registry } from './registry.ts';
import { retrieve } from './retrieve.ts';
import { LEFT_OUT_OF_RESULTS, search } from './search.ts';
import { hideFromList, hideFromQuery, type TrustPolicy } from './trust/policy.ts';
import type { Writer } from './writer/writer.ts';

export interface RegistryParts {
  /** Answers what is read by row. */
  readonly reader: Store;
  readonly index: FastIndex;
  readonly writer: Writer;
  readonly preparer: Preparer;
  /** Under which the entries of catalogs are found; asked at the first question, when the server knows its port. */
  readonly baseUrl: BaseUrl;
  /** `flag` when absent. */
  readonly trustPolicy?: TrustPolicy | undefined;
}

/** One registry of the half that answers and the half that writes. */
export function joinRegistry({
  reader,
  index,
  writer,
  preparer,
  baseUrl,
  trustPolicy = 'flag',
}: RegistryParts): Registry {
  const hides = trustPolicy !== 'flag';
  const shown = (query: Query): Query => (hides ? hideFromQuery(query) : query);
  const searched = { store: reader, index, texts: new PublishedTexts(reader, LEFT_OUT_OF_RESULTS, baseUrl) };
  return {
    get seq() {
      return index.seq;
    },
    async explore(query, facets) {
      const { total, facets: results } = await index.explore(shown(query), facets);
      return { total, facets: results };
    },
    search: (query, page) => search(searched, shown(query), page),
    list: (filter, order, page) =>
      list(reader, index, baseUrl, hides ? hideFromList(filter) : filter, order, page),
    retrieve: (identifier) => retrieve(reader, identifier, { baseUrl, hidesFailed: hides }),
    listSources: () => reader.listSources(),
    getSource: (name) => reader.getSource(name),
    findKey: (text) => findKey(reader, text),
    listKeys: () => reader.listKeys(),

    importManifest: (manifest) =>
      writer.importManifest(trustPolicy === 'reject' ? { ...manifest, rejectFailed: true } : manifest),
    recordTrust: writer.recordTrust,
    recordSilence: writer.recordSilence,
    removeSource: writer.removeSource,
    createKey: writer.createKey,
    revokeKey: writer.revokeKey,
    checkReady: writer.checkWritable,
    ...joinCatalogs({ reader, writer, preparer }),
    async close() {
      await Promise.all([writer.close(), preparer.close()]);
    },
  };
}
