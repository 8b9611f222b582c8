import { contentWords } from './answer-signs.ts';

/**
 * What the scenario says about a question that was asked back: the sentence that shares the most words with it, said in
 * the first person. Without one, a yes to what can be answered so, and an honest "I do not know" to anything else.
 */
export function factFor(question: string, scenario: string): string {
  const asked = contentWords(lastQuestion(question));
  const sentences = scenario.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '');
  const best = sentences
    .map((sentence) => ({ sentence, shared: shared(asked, sentence) }))
    .toSorted((a, b) => b.shared - a.shared)[0];
  if (best && best.shared > 0) return inFirstPerson(best.sentence.trim());
  return asksYesOrNo(lastQuestion(question)) ? 'Yes, please.' : 'I do not know that. What do you suggest?';
}

const lastQuestion = (text: string): string =>
  text
    .slice(-1000)
    .split(/(?<=[.!?])\s+/)
    .findLast((sentence) => sentence.includes('?')) ?? text.slice(-300);

function shared(words: ReadonlySet<string>, sentence: string): number {
  let count = 0;
  for (const word of contentWords(sentence)) if (words.has(word)) count += 1;
  return count;
}

const asksYesOrNo = (question: string): boolean =>
  /^(?:["“(]*)(?:would|do|does|did|is|are|can|could|shall|should|have|has|will|may)\b/i.test(question.trim());

const inFirstPerson = (sentence: string): string =>
  sentence
    .replace(/^(?:the )?(?:user|customer|caller|person|client)(?:'s)? (?=\w)/i, (whole) =>
      whole.includes("'s") ? 'My ' : 'I ',
    )
    .replace(/^(?:He|She|They) /, 'I ')
    .replace(/^(?:His|Her|Their) /, 'My ')
    .replace(/^I (?:has|is|was|wants|lives|owns|drives|needs)\b/, (whole) => verbs[whole] ?? whole);

const verbs: Readonly<Record<string, string>> = {
  'I has': 'I have',
  'I is': 'I am',
  'I was': 'I was',
  'I wants': 'I want',
  'I lives': 'I live',
  'I owns': 'I own',
  'I drives': 'I drive',
  'I needs': 'I need',
};
