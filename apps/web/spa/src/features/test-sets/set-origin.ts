import type { TestSet, TestSource } from '@sonde/contract';

/** Of a set that was written by hand there is nothing to say. */
const origins: Readonly<Record<TestSource['kind'], string>> = {
  manual: '',
  import: 'From a file',
  generation: 'Made by Sonde',
  exploration: 'From topics in which weak spots were looked for',
  conversation: 'From conversations',
  trace: 'From recorded calls',
  mutation: 'Reworded from other tests',
};

/** From where a set came, where nobody has described it: a list of names alone tells a person little. */
export function setOrigin({ source }: Pick<TestSet, 'source'>): string {
  if (source === null) return '';
  const { kind, ref } = source;
  const filename: unknown =
    typeof ref === 'object' && ref !== null ? Reflect.get(ref, 'filename') : undefined;
  return typeof filename === 'string' ? `From the file ${filename}` : origins[kind];
}
