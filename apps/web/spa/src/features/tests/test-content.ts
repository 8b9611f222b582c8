import type { Test } from '@sonde/contract';

export const contentOf = (test: Test): string =>
  test.prompt?.content ?? test.test_configuration?.goal ?? '(no text)';
