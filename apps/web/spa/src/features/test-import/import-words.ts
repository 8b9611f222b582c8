import type { TestImport } from '@sonde/contract';

export const shapeWords: Readonly<Record<TestImport['shape'], string>> = {
  sonde: 'a test set exported from Sonde',
  promptfoo: 'a promptfoo configuration',
  openai_evals: 'a data set of OpenAI evals',
  deepeval: 'a data set of DeepEval',
  langfuse: 'a data set of Langfuse',
  table: 'a table of tests',
};

/** What a column may be taken for, in the order in which people look for it. */
export const fieldWords: readonly (readonly [string, string])[] = [
  ['prompt', 'Prompt'],
  ['expected_response', 'Expected answer'],
  ['context', 'Context, what an answer rests on'],
  ['goal', 'Goal of a conversation'],
  ['script', 'Turns of a conversation'],
  ['instructions', 'Instructions'],
  ['restrictions', 'Restrictions'],
  ['scenario', 'Scenario'],
  ['max_turns', 'Turns at most'],
  ['requirement', 'Requirement'],
  ['category', 'Category'],
  ['topic', 'Topic'],
  ['tags', 'Tags'],
  ['priority', 'Priority'],
  ['status', 'Status'],
  ['test_type', 'Type of the test'],
  ['metrics', 'Metrics'],
  ['language_code', 'Language'],
  ['external_id', 'ID, to know the test again by'],
];

/** What a field of a test is for, where its name alone does not say it. */
export const fieldHints: Readonly<Record<string, string>> = {
  instructions: 'What the person who is played says and does, step by step',
  restrictions: 'What the application must not do in the conversation',
  scenario: 'The situation in which the conversation takes place',
};

/** Taken for one only where a column has its name; whoever has such a column may say that it is another thing. */
export const rareFieldWords: readonly (readonly [string, string])[] = [
  ['min_turns', 'Turns at least'],
  ['metadata', 'Metadata, as JSON'],
  ['combine', 'How its metrics count'],
  ['files', 'Files'],
  ['empty_fields', 'Fields that are empty on purpose'],
];
