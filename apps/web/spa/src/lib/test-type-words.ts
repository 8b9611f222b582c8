import type { TestSet } from '@sonde/contract';

/** What the two types of tests are called, of several of them. */
export const testTypeWords: Readonly<Record<TestSet['test_set_type'], string>> = {
  'Single-Turn': 'Single prompts',
  'Multi-Turn': 'Conversations',
};
