import type { Passage } from '../knowledge/passages.ts';
import { countWords } from './plain-text.ts';

/** The longest answer, in words. */
const answerWordsMax = 150;

/** Words that several passages share: two halves are read through, two wholes are not. */
const sharedWordsMax = 110;

/** What an answer is made of: an opening, passages in order, and titles to go on with. */
export type Outline = Readonly<{
  opening?: string;
  passages: readonly Passage[];
  offers: readonly Passage[];
}>;

export type Composed = Readonly<{
  message: string;
  passages: readonly Passage[];
  offers: readonly Passage[];
}>;

/** Puts passages together: the first is whole, later ones give as many sentences as there is room for. */
export function compose({ opening, passages, offers }: Outline): Composed {
  const paragraphs: string[] = [];
  const used: Passage[] = [];
  let room = answerWordsMax - countWords(opening ?? '');
  const share = passages.length > 1 ? Math.floor(Math.min(sharedWordsMax, room) / passages.length) : room;
  for (const passage of passages) {
    const text = beginningOf(passage, Math.min(share, room));
    if (text === '') continue;
    paragraphs.push(text);
    used.push(passage);
    room -= countWords(text);
  }
  const fitting: Passage[] = [];
  for (const offer of offers) {
    if (fitting.length < 2 && countWords(offer.title) + 4 <= room) {
      fitting.push(offer);
      room -= countWords(offer.title) + 2;
    }
  }
  const body = [opening, ...paragraphs].filter((part) => part !== undefined && part !== '');
  if (fitting.length > 0) body.push(`Related: ${fitting.map(({ title }) => title).join('; ')}.`);
  return { message: body.join('\n\n'), passages: used, offers: fitting };
}

export function sentencesOf(text: string): string[] {
  return text.match(/[^.!?]+(?:[.!?]+(?=\s|$)|$)\s*/g)?.map((sentence) => sentence.trim()) ?? [];
}

/** Passages are few and never change, so each is taken apart once. */
const sentencesOfPassages = new WeakMap<Passage, ReadonlyArray<Readonly<{ text: string; words: number }>>>();

/** Whole sentences of at most so many words; at least one, as half a sentence helps nobody. */
function beginningOf(passage: Passage, wordsMax: number): string {
  const sentences =
    sentencesOfPassages.get(passage) ??
    sentencesOf(passage.text).map((text) => ({ text, words: countWords(text) }));
  sentencesOfPassages.set(passage, sentences);
  const kept: string[] = [];
  let total = 0;
  for (const { text, words } of sentences) {
    total += words;
    if (total > wordsMax && kept.length > 0) break;
    kept.push(text);
  }
  return kept.join(' ');
}
