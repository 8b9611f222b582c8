import { isNoName } from './named-things.ts';
import { readOnce, sentencesOf, wordsOf } from './words.ts';

const name = String.raw`\p{Lu}[\p{L}'-]{2,}(?: \p{Lu}[\p{L}'-]{2,}){0,2}`;
const item = String.raw`(?:the )?${name}(?: \([^()]{1,60}\))?`;
const list = new RegExp(String.raw`${item}(?:, ${item}){0,8},? (?:and|or|&) ${item}`, 'gu');
const places =
  /\b(?:branches|locations|shops|stores|sites|offices|practices|clinics|surgeries|studios|restaurants|caf[eé]s|centres|centers|depots|(?:are|is) (?:all |both )?open)\b/i;
const placesMax = 6;

/** The branches that an answer names as its own: “Northgate (12 Mill Lane), Riverside and Hilltop”. */
export const placesIn = readOnce((text: string): readonly string[] => {
  const found = sentencesOf(text.replaceAll('’', "'"))
    .filter((sentence) => places.test(sentence))
    .flatMap((sentence) => [...sentence.slice(0, 600).matchAll(list)])
    .flatMap(([all]) => all.replaceAll(/ \([^()]*\)/g, '').split(/,? (?:and|or|&) |, /))
    .map((one) => one.replace(/^the /i, '').trim())
    .filter((one) => one !== '' && !wordsOf(one).every(isNoName));
  return [...new Set(found)].slice(0, placesMax);
});

export interface OpenHours {
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly sentence: string;
}

const day = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const at = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\b\.?)?`;
const hours = new RegExp(
  String.raw`(?<!\b(?:to|until|through|till) |[–-] ?)\b(${day})s?\b(?! (?:to|until|through|till|and) ${day}| ?[–-] ?${day})[^.;\d]{0,60}?(${at}) ?(?:to|until|till|and|[–-]) ?(${at})`,
  'gi',
);

/** Of one day of the week, from when until when; a span of days is left out, as is what has two spans in a day. */
export const openHoursIn = readOnce((text: string): readonly OpenHours[] => {
  const told = sentencesOf(text)
    .filter((sentence) => /\bopen\b/i.test(sentence))
    .flatMap((sentence) =>
      [...sentence.slice(0, 600).matchAll(hours)].map(([, which = '', from = '', to = '']): OpenHours => ({
        day: `${which[0]?.toUpperCase()}${which.slice(1).toLowerCase()}`,
        from,
        to,
        sentence,
      })),
    );
  return told.filter(
    (one) => told.filter((other) => other.day === one.day && other.sentence === one.sentence).length === 1,
  );
});
