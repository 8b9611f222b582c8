import { languageDemanded, languageOf } from '../../reading/language.ts';
import { rememberedOf } from '../../reading/remembered.ts';
import { written } from '../../reading/text-of-turn.ts';
import { hasText, type Turn } from '../../turns.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Phrases } from './phrases.ts';
import { spanish } from './spanish.ts';

export type { Phrases } from './phrases.ts';

const known: ReadonlyMap<string, Phrases> = new Map(
  [english, german, french, spanish].map((phrases) => [phrases.language, phrases]),
);

export const phrasesOf = (language: string): Phrases => known.get(language) ?? english;

export const languageAsked = (turn: Turn): string => turn.probe.language ?? english.language;

const languageSpoken = rememberedOf((turn: Turn) => languageOf(written(turn)));

const answersToBelieve = 2;

/**
 * The language to go on in. One that the target demands is spoken from then on, and so is the one in which it answers
 * again and again although it is asked in another. Where we do not have it, English stays.
 */
export function languageToSpeak(turns: readonly Turn[], first: string): string {
  let language = phrasesOf(first).language;
  let others = 0;
  for (const turn of turns) {
    if (!hasText(turn) || turn.probe.dimension === 'language' || turn.probe.spoken) continue;
    const demanded = languageDemanded(turn.received);
    const spoken = languageSpoken(turn);
    others = spoken !== undefined && spoken !== languageAsked(turn) ? others + 1 : 0;
    const wanted = demanded ?? (others >= answersToBelieve ? spoken : undefined);
    if (wanted === undefined || !known.has(wanted) || wanted === language) continue;
    language = wanted;
    others = 0;
  }
  return language;
}
