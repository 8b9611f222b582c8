import { foldName } from '@sonde/contract/fold-name';

/** Tags in the order they were given, each once, whatever its case and blanks. */
export function distinctTags(tags: readonly string[]): string[] {
  const keys = tags.map(foldName);
  return tags.filter((_tag, index) => keys.indexOf(keys[index] ?? '') === index).map((tag) => tag.trim());
}

export const withTag = (tags: readonly string[], tag: string): string[] => distinctTags([...tags, tag]);

export const withoutTag = (tags: readonly string[], tag: string): string[] =>
  tags.filter((other) => foldName(other) !== foldName(tag));
