import type { Passage } from '../knowledge/passages.ts';
import { countWords } from './plain-text.ts';

/** The longest answer, in words. */
const answerWordsMax = 150;

/** Words that several passages share: one and a half are read through, two wholes are not. */
const sharedWordsMax = 105;

/** What each later passage is left of them. */
const laterWords = 42;

/** What an answer is made of: an opening, passages in order, and titles to go on with. */
export type Outline = Readonly<{
  opening?: string;
  passages: readonly Passage[];
  offers: readonly Passage[];
  /** Whether all passages answer, as in a comparison; otherwise the first does, and the others are added to it. */
  equal?: boolean;
  /** Passages of the last answer: they are shown to be a repetition. */
  justRead?: readonly string[];
}>;

export type Composed = Readonly<{
  message: string;
  passages: readonly Passage[];
  offers: readonly Passage[];
}>;

/** Puts passages together: the first is as whole as it can be, later ones give the sentences there is room for. */
export function compose({ opening, passages, offers, equal = false, justRead = [] }: Outline): Composed {
  const paragraphs: string[] = [];
  const used: Passage[] = [];
  let room = answerWordsMax - countWords(opening ?? '');
  let shared = passages.length > 1 ? Math.min(sharedWordsMax, room) : room;
  for (const [at, passage] of passages.entries()) {
    const later = passages.length - 1 - at;
    const text = beginningOf(passage, equal ? Math.floor(shared / (later + 1)) : shared - later * laterWords);
    if (text === '') continue;
    const lead = justRead.includes(passage.id) ? repeated : at === 0 || equal ? undefined : added;
    paragraphs.push(lead === undefined ? text : `${lead} ${text}`);
    used.push(passage);
    room -= countWords(paragraphs.at(-1) ?? '');
    shared -= countWords(text);
  }
  // "As said before:" leads into the text it announces.
  if (opening !== undefined) paragraphs[0] = `${opening} ${paragraphs[0] ?? ''}`.trim();
  const fitting: Passage[] = [];
  for (const offer of offers) {
    if (fitting.length < 2 && countWords(offer.title) + 4 <= room) {
      fitting.push(offer);
      room -= countWords(offer.title) + 2;
    }
  }
  const body = paragraphs;
  if (fitting.length > 0) body.push(`Related: ${fitting.map(({ title }) => title).join('; ')}.`);
  return { message: body.join('\n\n'), passages: used, offers: fitting };
}

/** Leads into what was not quite asked. */
const added = 'Also worth knowing:';

const repeated = 'As said before:';

export function sentencesOf(text: string): string[] {
  return text.match(/[^.!?]+(?:[.!?]+(?=\s|$)|$)\s*/g)?.map((sentence) => sentence.trim()) ?? [];
}

/** Passages are few and never change, so each is taken apart once. */
const sentencesOfPassages = new WeakMap<Passage, ReadonlyArray<Readonly<{ text: string; words: number }>>>();

/**
 * Whole sentences of about so many words; at least one, as half a sentence helps nobody, and a little more than wanted
 * where a short first sentence would stand alone.
 */
function beginningOf(passage: Passage, wordsMax: number): string {
  const sentences =
    sentencesOfPassages.get(passage) ??
    sentencesOf(passage.text).map((text) => ({ text, words: countWords(text) }));
  sentencesOfPassages.set(passage, sentences);
  const kept: string[] = [];
  let total = 0;
  for (const { text, words } of sentences) {
    const most = total < wordsMax / 3 ? wordsMax * 1.25 : wordsMax;
    if (total + words > most && kept.length > 0) break;
    total += words;
    kept.push(text);
  }
  return kept.join(' ');
}
