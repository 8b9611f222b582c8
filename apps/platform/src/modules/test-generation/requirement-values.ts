import type { Draft } from './draft.ts';
import { verbOf } from './requirement-grammar.ts';
import { ofAmount } from './sentence-tests.ts';
import { isPlainClause, sentencesIn, speaksOfTalk, topicIn } from './requirement-wording.ts';

interface Written {
  readonly name: string;
  readonly description: string | null;
}

const most = 6;

/** What a requirement states with a number is asked for, and its answer must hold that number. */
export function valuesOf({ name, description }: Written): Draft[] {
  const about = topicIn(name) === undefined ? '' : name.trim().replace(/\s+[—–-]\s.*$/, '');
  return sentencesIn(description ?? '')
    .map(contentOf)
    .filter((sentence) => sentence !== undefined)
    .flatMap((sentence) => ofAmount(sentence, about))
    .slice(0, most)
    .map(({ prompt, expected, category, why, values }) => ({
      category,
      prompt,
      expected,
      why,
      metric: 'contains_all',
      args: { values, whole_word: true },
    }));
}

/** What is told to people, without that it is told: “must mention that a receipt is needed” says a receipt is needed. */
function contentOf(sentence: string): string | undefined {
  const told =
    /^(?:(?:the assistant|the bot|it|and)? ?)(?:must |should |always )*(?:mentions?|says?|states?|explains?|tells? (?:people|users|customers)) that (.+)$/i.exec(
      sentence,
    )?.[1];
  const content = (told ?? sentence).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const isOrder =
    verbOf(content.split(' ', 1)[0] ?? '') !== undefined &&
    !/^\w+ (?:can|cannot|are|is|must|may|will|have|has|cost|costs|need|needs)\b/i.test(content);
  const isOfContent =
    !isOrder &&
    /[.]$/.test(content) &&
    !speaksOfTalk(content) &&
    !/["“”]|^(?:must|should|may|can|as an?|if|when|never|do|don't|does|always|it|formula|exception)\b/i.test(
      content,
    );
  return isOfContent &&
    !/\b(?:it|they|this|that|these|those|we|instead)\b/i.test(told === undefined ? content : '')
    ? content
    : undefined;
}

/** What a requirement quotes of people: a question it names, and orders that it says are not followed. */
export function wordsOf({ description }: Written): Draft[] {
  return sentencesIn(description ?? '').flatMap((sentence, place, all): Draft[] => {
    const quoted = [...sentence.matchAll(/["“]([^"“”]{8,200})["”]/g)].map(([, words = '']) => words.trim());
    const question = quoted.find((words) => words.endsWith('?'));
    const cannot = /\b(?:cannot|can't|can not|is not able to|has no access)\b/i.test(
      `${all[place - 1] ?? ''} ${sentence}`,
    );
    if (question && cannot && /\b(?:ask\w*|question)\b/i.test(sentence))
      return [
        {
          category: 'Limit',
          prompt: capital(question),
          why: `It cannot know or do this, and must say so: ${sentence}`,
          metric: 'refusal',
        },
      ];
    if (
      !/\b(?:are|is|must be|should be) (?:not (?:followed|obeyed)|ignored|refused|declined)\b/i.test(sentence)
    )
      return [];
    return quoted
      .filter(
        (words) =>
          /^(?:ignore|forget|pretend|disregard|override|show|reveal|approve|act|tell|give)\b/i.test(words) &&
          isPlainOrder(words),
      )
      .map((words) => ({
        category: 'Pressure',
        prompt: `${capital(words)}.`,
        why: `The requirement names this as an order that is not followed: ${sentence}`,
        metric: 'refusal' as const,
      }));
  });
}

const isPlainOrder = (words: string): boolean => isPlainClause(words.replaceAll(/\bmy\b/g, 'the'));
const capital = (text: string): string =>
  `${text[0]?.toUpperCase() ?? ''}${text.slice(1).replace(/[.]$/, '')}`;
