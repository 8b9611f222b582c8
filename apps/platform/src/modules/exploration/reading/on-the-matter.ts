import { contentWords, readOnce, sentencesOf, stem } from './words.ts';
import { isRefusing } from './wording.ts';

/** Said of anything that somebody asks for. */
const tellsNothing: ReadonlySet<string> = new Set(
  'allowed permitted available euro dollar day year old today exception insist urgent urgently right'.split(
    ' ',
  ),
);

const tellingWords = readOnce(
  (text: string): ReadonlySet<string> =>
    new Set(
      contentWords(text)
        .filter((word) => !tellsNothing.has(word))
        .map(stem),
    ),
);

/** Shares a word with the request that tells what it is about. */
export function sharesMatter(text: string, request: string): boolean {
  const wanted = tellingWords(request);
  return [...tellingWords(text)].some((word) => wanted.has(word));
}

/** Who speaks of himself, or points at what was said, turns away what he was asked. */
const pointing =
  /\b(?:i|me|my|we|that|this|it|such|so|sorry|unfortunately|afraid|outside|beyond|scope)\b|\byou\b(?! (?:are|can|may|must|should)\b)|^no[,.!]/i;
const stating = /\b(?:is|are|can|may|must|cannot|can't|isn't|aren't)\b/i;

/** A rule of the house that is of something else: "Smoking is not permitted" turns away nobody who wants a discount. */
export const isRuleOfOther = (sentence: string, request: string): boolean =>
  stating.test(sentence) &&
  !pointing.test(sentence) &&
  tellingWords(sentence).size > 1 &&
  !sharesMatter(sentence, request);

/** What it declines, it declines of something else. */
export function declinesOther(text: string, request: string): boolean {
  const refusals = sentencesOf(text.replaceAll('’', "'")).filter(isRefusing);
  return refusals.length > 0 && refusals.every((sentence) => isRuleOfOther(sentence, request));
}
