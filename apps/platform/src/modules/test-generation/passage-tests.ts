import {
  holdsValue,
  isOwnQuestion,
  ofAmount,
  ofRule,
  standsAlone,
  type SentenceTest,
  valueOf,
} from './sentence-tests.ts';
import { headingOf } from './requirement-wording.ts';

const mostPerPassage = 6;

/** Definitions, amounts, rules, and questions that the passage answers itself; what it does not say is not asked. */
export function planPassage({ text, heading, source_title: title = '' }: Passage): SentenceTest[] {
  const about = heading?.trim().replace(/^#+ */, '') ?? '';
  let amounts = 0;
  const ofSentences = blocksOf(text).flatMap((block) => {
    const sentences = sentencesOf(block);
    return sentences.flatMap((sentence, place) => {
      const found = ofSentence(sentence, sentences.slice(place + 1), about, `${about} ${title}`);
      // A value is asked for once: left out, or changed, in turns.
      const [gap, twisted] = found;
      if (!gap?.values) return found;
      amounts += 1;
      return [amounts % 2 === 0 ? (twisted ?? gap) : gap];
    });
  });
  return [...spread(ofSentences), ...ofTable(text, about)].slice(0, mostPerPassage);
}

interface Passage {
  readonly text: string;
  readonly heading: string | null;
  readonly source_title?: string;
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

function ofSentence(
  written: string,
  behind: readonly string[],
  about: string,
  around: string,
): SentenceTest[] {
  if (written.endsWith('?')) return isOwnQuestion(written) ? answeredBy(written, behind) : [];
  const sentence = written
    .replace(
      /^(?:in short|note|tip|important|warning|safety|caution|please note)(?: that)?:? (?=\p{L})/iu,
      '',
    )
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  if (
    sentence.length < 20 ||
    sentence.length > 400 ||
    !/[.!]$/.test(sentence) ||
    !standsAlone(sentence, around)
  )
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
  const ofValue = ofAmount(sentence, about, around);
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
function ofTable(text: string, about: string): SentenceTest[] {
  const title = headingOf(about);
  const named = title === '' ? 'the table' : `the table “${title}”`;
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
      const prompt = `What does ${named} say for “${row[0]}” under “${column}”?`;
      // “you” stands in any answer, and what the question says already is no answer.
      // What stands in brackets need not be said, and a long text need not be said word for word.
      const value = cell.replaceAll(/\s*\([^()]*\)/g, '');
      return !column ||
        value === '' ||
        !row[0] ||
        /^[€$£]?\s?0(?:[.,]0+)?(?:\s?[€$£%])?$/.test(cell) ||
        !/\d|\p{L}{3}/u.test(cell) ||
        anyAnswer.test(cell) ||
        holdsValue(prompt, cell)
        ? []
        : [
            {
              prompt,
              expected: cell,
              ...(isShort(value) ? { values: [valueOf(value) ?? value] } : {}),
              category: 'Table',
              why: 'The document lists this.',
            },
          ];
    }),
  );
}

const anyAnswer =
  /^(?:you|we|it|they|yes|no|not|none|nothing|nobody|never|always|free|the|and|all|any|one|see\b.*|n\/a)$/i;

/** One amount or a few words are said as they are; a range, or a text, is said in many ways, and a reader decides. */
const isShort = (value: string): boolean =>
  value.split(' ').length <= 3 && !/[,;:–]|\b(?:to|or|and|from|about|by)\b/i.test(value);

const lowerArticle = (text: string): string =>
  text.replace(/^(An?|The) /, (article) => article.toLowerCase());
