/** A question with its answer, both taken from a passage. */
export interface PassageTest {
  readonly prompt: string;
  readonly expected: string;
  readonly category: string;
  readonly why: string;
}

const mostPerPassage = 6;

/** Definitions, amounts, and questions that the passage answers itself; what it does not say is not asked. */
export function planPassage({ text, heading }: { text: string; heading: string | null }): PassageTest[] {
  const sentences = text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"“])/u)
    .map((one) => one.trim())
    .filter((one) => one.length >= 20 && one.length <= 400);
  const about = heading?.trim() ? ` (${heading.trim().slice(0, 100)})` : '';
  const found = sentences.flatMap((sentence, place): PassageTest[] => {
    const next = sentences[place + 1];
    if (sentence.endsWith('?') && next && !next.endsWith('?'))
      return [
        {
          prompt: sentence,
          expected: next,
          category: 'Question',
          why: 'The document asks and answers this itself.',
        },
      ];
    const definition =
      /^((?:An? |The )?[\p{L}\d][\p{L}\d -]{2,60}?) (is|are) (?!not\b)((?:an?|the|all|any|our|one)\b.+)$/iu.exec(
        sentence,
      );
    if (definition?.[1] && !/^(?:it|this|that|there|they|he|she|we|you)\b/i.test(definition[1]))
      return [
        {
          prompt: `What ${definition[2]?.toLowerCase() === 'are' ? 'are' : 'is'} ${lowerArticle(definition[1])}?`,
          expected: sentence,
          category: 'Definition',
          why: 'The document defines this.',
        },
      ];
    const amount = /\d+(?:[.,]\d+)*(?:\s?%|\s?[€$£]|\s(?!and\b|or\b|in\b|of\b|to\b)\p{L}+)?/u.exec(sentence);
    if (!amount || sentence.endsWith('?')) return [];
    const [value] = amount;
    return [
      {
        prompt: `Complete the statement with the right value${about}: “${sentence.replace(value, '…')}”`,
        expected: value,
        category: 'Detail',
        why: 'The document gives this value.',
      },
    ];
  });
  return found.slice(0, mostPerPassage);
}

const lowerArticle = (text: string): string =>
  text.replace(/^(An?|The) /, (article) => article.toLowerCase());
