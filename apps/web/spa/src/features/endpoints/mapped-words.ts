import type { mappedFields } from '@sonde/contract/mapped-fields';

/** What the names of a mapping stand for: a word beside the name, and what becomes of the value. */
export const mappedWords: Readonly<
  Record<(typeof mappedFields)[number], { readonly word: string; readonly meaning: string }>
> = {
  output: { word: 'the answer itself', meaning: 'The text that people read and metrics judge' },
  conversation_id: {
    word: 'which conversation it is',
    meaning: 'Sent along with the next message, so that the application goes on with the same conversation',
  },
  context: {
    word: 'what it answered from',
    meaning: 'The passages that the application looked up; metrics can tell whether they support the answer',
  },
  metadata: {
    word: 'anything else about it',
    meaning: 'Kept beside the answer for whoever looks at it, for example the name of a model',
  },
  tool_calls: {
    word: 'tools it called',
    meaning:
      'The tools that the application called for this answer; metrics can tell whether they are the right ones',
  },
};
