import { sentencesOf } from './words.ts';

/** That a place is open or closed on a day of the week, with the words that say so. */
export interface Opening {
  readonly day: string;
  readonly isOpen: boolean;
  readonly sentence: string;
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const dayWord = `(?:${days.map((day) => `${day.slice(0, 3)}(?:${day.slice(3)})?s?`).join('|')})`;
const range = new RegExp(`\\b(${dayWord})\\b\\.?(?: ?(?:–|-|to|until|through|till) ?(${dayWord})\\b)?`, 'gi');
const time = /\b\d{1,2}(?:[:.]\d{2})? ?(?:am|pm|h|o'clock)?\b ?(?:–|-|to|until|till|and) ?\d{1,2}/i;

const place = (word: string): number =>
  days.findIndex((day) => day.slice(0, 3).toLowerCase() === word.slice(0, 3).toLowerCase());

/** Days that one clause speaks of: a single one, several, or all from one to another. */
function daysIn(clause: string): number[] {
  const found = [...clause.matchAll(range)].flatMap(([, from = '', to]) => {
    const [first, last] = [place(from), to === undefined ? place(from) : place(to)];
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => (first + step) % 7);
  });
  if (/\b(?:every day|daily|seven days|7 days a week)\b/i.test(clause)) return [0, 1, 2, 3, 4, 5, 6];
  return /\bweekends?\b/i.test(clause) ? [...found, 5, 6] : found;
}

export function openingsIn(text: string): Opening[] {
  return sentencesOf(text).flatMap((sentence) =>
    sentence
      .split(/[;,](?!\d)|\s(?:and|but)\s(?=(?:on |we |is |are )?(?:closed|shut|open|[A-Z][a-z]+day))/)
      .flatMap((clause): Opening[] => {
        const isClosed = /\b(?:closed|shut|not open)\b/i.test(clause);
        // Only with the hours it is sure what the days are told for.
        const isOpen =
          !isClosed &&
          (time.test(clause) || /\buntil (?:midnight|\d)/i.test(sentence)) &&
          /\b(?:open|hours|from|serve|there|order|come|until)\b/i.test(sentence);
        if (!isClosed && !isOpen) return [];
        if (/\b(?:holidays?|except|unless|kitchen|hotline|phone|warehouse)\b/i.test(clause)) return [];
        return daysIn(clause).map((day) => ({ day: days[day] ?? '', isOpen, sentence }));
      }),
  );
}
