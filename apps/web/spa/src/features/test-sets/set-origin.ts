import type { TestSet } from '@sonde/contract';

/** From where a set came, where nobody has described it: a list of names alone tells a person little. */
export function setOrigin({ source }: Pick<TestSet, 'source'>): string {
  const { ref } = source ?? {};
  const filename: unknown =
    typeof ref === 'object' && ref !== null ? Reflect.get(ref, 'filename') : undefined;
  if (typeof filename === 'string') return `From the file ${filename}`;
  switch (source?.kind) {
    case 'import':
      return 'From a file';
    case 'generation':
      return 'Made by Sonde';
    case 'exploration':
      return 'From topics in which weak spots were looked for';
    case 'trace':
      return 'From recorded calls';
    default:
      return '';
  }
}
