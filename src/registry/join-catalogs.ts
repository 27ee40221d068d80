import type { Store } from '../store/store.ts';
import type { Catalogs, PublishedRevision, UnsupportedOperation } from './catalogs.ts';
import { OpenRevisions } from './open-revisions.ts';
import type { Preparer } from './preparer/preparer.ts';
import { joinList } from './writer/slices.ts';
import type { Writer } from './writer/writer.ts';

/** The use cases of catalogs over what answers, what prepares and what writes. */
export function joinCatalogs({
  reader,
  writer,
  preparer,
}: {
  readonly reader: Store;
  readonly writer: Writer;
  readonly preparer: Preparer;
}): Catalogs {
  const revisions = new OpenRevisions(reader);
  return {
    async publishRevision({ activate, ...draft }) {
      const { unsupported, ...prepared } = await preparer.prepare(draft);
      let published: PublishedRevision;
      try {
        published = await writer.publishRevision(prepared, activate);
      } catch (error) {
        // What nobody takes in would be held as long as its port is open.
        for (const list of [prepared.operations, unsupported]) list?.port.close();
        throw error;
      }
      if (unsupported === undefined) return published;
      return { ...published, unsupported: await joinList<UnsupportedOperation>(unsupported) };
    },
    activateRevision: (activation) => writer.activateRevision(activation),
    deactivateCatalog: (catalog, expected) => writer.activateRevision({ catalog, revision: null, expected }),
    listCatalogs: () => reader.listCatalogs(),
    getCatalog: (name) => reader.getCatalog(name),
    listRevisions: (name) => reader.listRevisions(name),
    getRevision: (name, revision) => reader.getRevision(name, revision),
    openRevision: (name, revision) => revisions.open(name, revision),
    previewOpenApi: (question) => preparer.preview(question),
  };
}
