import {
  holdsValue,
  isOwnQuestion,
  ofAmount,
  ofRule,
  standsAlone,
  type SentenceTest,
} from './sentence-tests.ts';

const mostPerPassage = 6;

/** Definitions, amounts, rules, and questions that the passage answers itself; what it does not say is not asked. */
export function planPassage({ text, heading }: { text: string; heading: string | null }): SentenceTest[] {
  const about = heading?.trim().replace(/^#+ */, '') ?? '';
  const ofSentences = blocksOf(text).flatMap((block) => {
    const sentences = sentencesOf(block);
    return sentences.flatMap((sentence, place) => ofSentence(sentence, sentences.slice(place + 1), about));
  });
  return [...spread(ofSentences), ...ofTable(text)].slice(0, mostPerPassage);
}

/** What was changed or turned round comes after what is asked plainly, but not so late that nothing of it is left. */
function spread(tests: readonly SentenceTest[]): SentenceTest[] {
  const isTwisted = ({ category }: SentenceTest): boolean => category === 'False premise';
  const plain = tests.filter((test) => !isTwisted(test));
  const twisted = tests.filter(isTwisted).slice(0, 2);
  return [
    ...plain.slice(0, mostPerPassage - twisted.length),
    ...twisted,
    ...plain.slice(mostPerPassage - twisted.length),
  ];
}

/** Paragraphs and points of lists, each by itself: a heading or the next point is no part of a sentence. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const bare = line.trim().replace(/^>+\s*/, '');
    const point = /^(?:[-*•+]|\d{1,3}[.)])\s+(.*)$/.exec(bare);
    if (bare === '' || bare.startsWith('#') || bare.startsWith('|') || bare.startsWith('```')) open = false;
    else if (point?.[1]) {
      blocks.push(point[1]);
      open = true;
    } else if (open) blocks.push(`${blocks.pop() ?? ''} ${bare}`);
    else {
      blocks.push(bare);
      open = true;
    }
  }
  return blocks.filter((block) => !isOwnData(block));
}

const sentencesOf = (block: string): string[] =>
  block
    .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:\d+(?:\.\d+)+\.?|§+ ?\d+\S*|\(\d+\))\s+/, '')
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"“])/u)
    .map((one) => one.trim().replace(/^[QA]: /, ''))
    .filter((one) => one !== '');

/** A line of a file's own data says who wrote it and when, and is no statement. */
const isOwnData = (block: string): boolean =>
  / [·|] /.test(block) || (block.match(/\*{0,2}\p{Lu}[\p{L} ]{2,24}:\*{0,2}\s/gu) ?? []).length > 1;

function ofSentence(sentence: string, behind: readonly string[], about: string): SentenceTest[] {
  if (sentence.endsWith('?')) return isOwnQuestion(sentence) ? answeredBy(sentence, behind) : [];
  if (sentence.length < 20 || sentence.length > 400 || !/[.!]$/.test(sentence) || !standsAlone(sentence))
    return [];
  const definition =
    /^((?:An? |The )?[\p{L}\d][\p{L}\d -]{2,60}?) (is|are) (?!not\b)((?:an?|the|all|any|our|one)\b.+)$/iu.exec(
      sentence,
    );
  if (definition?.[1] && !/^(?:there|you|what|which|who)\b/i.test(definition[1]))
    return [
      {
        prompt: `What ${definition[2]?.toLowerCase() === 'are' ? 'are' : 'is'} ${lowerArticle(definition[1])}?`,
        expected: sentence,
        category: 'Definition',
        why: 'The document defines this.',
      },
    ];
  const ofValue = ofAmount(sentence, about);
  return ofValue.length > 0 ? ofValue : ofRule(sentence);
}

const longestAnswer = 400;

/** All that follows up to the next question is the answer: “No.” alone is the most important part of one. */
function answeredBy(question: string, behind: readonly string[]): SentenceTest[] {
  const end = behind.findIndex((one) => one.endsWith('?'));
  let expected = '';
  for (const one of end === -1 ? behind : behind.slice(0, end))
    if (expected.length + one.length < longestAnswer) expected = `${expected} ${one}`.trim();
  return expected === '' || question.length < 12
    ? []
    : [
        {
          prompt: question,
          expected,
          category: 'Question',
          why: 'The document asks and answers this itself.',
        },
      ];
}

/** The cells of a table, each asked for by the names of its row and its column. */
function ofTable(text: string): SentenceTest[] {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => /^\s*\|.*\|\s*$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '').trim()),
    );
  const [header, rule, ...body] = rows;
  if (!header || !rule?.every((cell) => /^:?-{2,}:?$/.test(cell))) return [];
  return body.flatMap((row) =>
    row.slice(1).flatMap((cell, place): SentenceTest[] => {
      const column = header[place + 1];
      const prompt = `What does the table say for “${row[0]}” under “${column}”?`;
      // “you” stands in any answer, and what the question says already is no answer.
      // What stands in brackets need not be said, and a long text need not be said word for word.
      const value = cell.replaceAll(/\s*\([^()]*\)/g, '');
      return !column ||
        value === '' ||
        !row[0] ||
        !/\d|\p{L}{3}/u.test(cell) ||
        anyAnswer.test(cell) ||
        holdsValue(prompt, cell)
        ? []
        : [
            {
              prompt,
              expected: cell,
              ...(value.split(' ').length <= 5 ? { values: [value] } : {}),
              category: 'Table',
              why: 'The document lists this.',
            },
          ];
    }),
  );
}

const anyAnswer = /^(?:you|we|it|they|yes|no|not|the|and|all|any|one|see above|n\/a)$/i;

const lowerArticle = (text: string): string =>
  text.replace(/^(An?|The) /, (article) => article.toLowerCase());
