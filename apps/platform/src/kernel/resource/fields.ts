import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A response field that lists may filter and sort by; nothing that is not declared can be reached. */
export interface ListField {
  readonly column: PgColumn | SQL | SQL.Aliased;
  readonly type: 'text' | 'number' | 'boolean' | 'time' | 'id' | 'texts';
  /** The words it may hold; in a filter they are found in any case, with `-`, `_` or a blank. */
  readonly words?: readonly string[];
  /** Sorted as people count: VA-2 before VA-10, in any case. No index helps, so it is for lists that are not too long to be sorted. */
  readonly countsNumbers?: true;
  /** The same, stored beside it with an index: for lists that are too long to be sorted. */
  readonly sortedAs?: SQL;
  /** `search` looks into it. */
  readonly isSearched?: true;
  /** An id apart from the words that are searched: a word that may begin one, by this, is looked for at its beginning. */
  readonly beginsLike?: RegExp;
  /** Of an id that lists show by a name, this name: it is searched instead of the id. */
  readonly shownAs?: SQL;
}
export type ListFields = Readonly<Record<string, ListField>>;

/** The declared field of this name; names that every object has are no fields. */
export const fieldNamed = (fields: ListFields, name: string): ListField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** A word as it is spelled here, whatever its case and whatever stands between its parts; unknown ones stay as they are. */
export const spelledAs = (words: readonly string[], text: string): string =>
  words.find((word) => foldWord(word) === foldWord(text)) ?? text;

const foldWord = (text: string): string => text.toLowerCase().replace(/[-_\s]+/g, '');
