import type { Test } from '@sonde/contract';

export const contentOf = (test: Pick<Test, 'prompt' | 'test_configuration'>): string =>
  test.prompt?.content ?? test.test_configuration?.goal ?? '(no text)';

/** What the file that a test came from calls it. */
export function testNameOf({ metadata }: Pick<Test, 'metadata'>): string | null {
  const described = metadata['description'];
  return typeof described === 'string' && described.trim() !== '' ? described.trim() : null;
}

export const calledOf = (test: Pick<Test, 'prompt' | 'test_configuration' | 'metadata'>): string => {
  const name = testNameOf(test);
  return name === null ? contentOf(test) : `${name}: ${contentOf(test)}`;
};
