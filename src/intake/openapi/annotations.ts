import { type Json, type JsonObject, member } from '../../model/entry.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TAG_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH } from './bounds.ts';

/** Cuts the prose of one operation, and remembers whether it had to. */
export class Scissors {
  cut = false;

  /** At most `limit` UTF-16 code units, never half a character. */
  text(text: string, limit: number): string {
    if (text.length <= limit) return text;
    this.cut = true;
    const last = text.charCodeAt(limit - 1);
    const splits = last >= 0xd800 && last < 0xdc00;
    return text.slice(0, splits ? limit - 1 : limit);
  }

  title(object: JsonObject, name: string): string | undefined {
    return this.#prose(member(object, name), MAX_TITLE_LENGTH);
  }

  description(object: JsonObject): string | undefined {
    return this.#prose(member(object, 'description'), MAX_DESCRIPTION_LENGTH);
  }

  tags(value: Json | undefined): string[] {
    const tags: readonly Json[] = Array.isArray(value) ? value : [];
    if (tags.length > MAX_TAGS) this.cut = true;
    const texts = tags.slice(0, MAX_TAGS).filter((tag) => typeof tag === 'string');
    return texts.map((tag) => this.text(tag, MAX_TAG_LENGTH));
  }

  #prose(value: Json | undefined, limit: number): string | undefined {
    if (typeof value !== 'string') return undefined;
    // Cut before anything goes through it: many operations may share one long text.
    const text = this.text(value, limit);
    return text.trim() === '' ? undefined : text;
  }
}
