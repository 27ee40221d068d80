import { TextCache } from '../model/text-cache.ts';
import type { Store } from '../store/store.ts';
import { type BaseUrl, withProjectedUrl } from './projected-url.ts';
import { withoutMembersOfText } from './published-entry.ts';

/** Memory for the texts of entries that answers have shown lately, bytes: some ten thousand of them. */
const MAX_TEXTS_BYTES = 32 * 1024 * 1024;

/** The JSON of entries as answers show it, by the version, which never changes. */
export class PublishedTexts {
  readonly #store: Pick<Store, 'readVersions'>;
  readonly #leftOut: ReadonlySet<string>;
  readonly #baseUrl: BaseUrl;
  readonly #texts = new TextCache<number>(MAX_TEXTS_BYTES);

  /** @param baseUrl known by the first question, and the same from then on */
  constructor(store: Pick<Store, 'readVersions'>, leftOut: ReadonlySet<string>, baseUrl: BaseUrl) {
    this.#store = store;
    this.#leftOut = leftOut;
    this.#baseUrl = baseUrl;
  }

  /** In the order asked for. Errors: INTERNAL_ERROR for an unknown version. */
  async read(versionIds: readonly number[]): Promise<readonly string[]> {
    const texts = versionIds.map((id) => this.#texts.find(id));
    const missing = versionIds.filter((_, at) => texts[at] === undefined);
    const rows = missing.length === 0 ? [] : await this.#store.readVersions(missing);
    const read = rows.map(({ versionId, json }) => {
      const text = withoutMembersOfText(withProjectedUrl(json, this.#baseUrl()), this.#leftOut);
      this.#texts.keep(versionId, text);
      return text;
    });
    let next = 0;
    return texts.map((text) => text ?? read[next++]!);
  }
}
