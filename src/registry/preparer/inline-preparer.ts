import { sliceList } from '../writer/slices.ts';
import { previewOpenApi } from './openapi-operations.ts';
import { prepareRevision } from './prepare-revision.ts';
import type { Preparer } from './preparer.ts';

/** The preparer of this thread. */
export const INLINE_PREPARER: Preparer = {
  async prepare(draft) {
    const { head, operations, unsupported } = await prepareRevision(draft);
    return {
      head,
      operations: sliceList(operations),
      unsupported: unsupported === undefined ? undefined : sliceList(unsupported),
    };
  },
  preview: previewOpenApi,
  close: async () => {},
};
