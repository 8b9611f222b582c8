import type { Knowledge } from '../../knowledge.ts';
import { languageNames } from '../../reading/language.ts';
import { trialLanguages, trialsIn } from '../phrases/trials.ts';
import type { Step } from '../step.ts';
import { textsHeard } from './heard.ts';

/** The languages a target names as its own, by code. */
export function languagesNamed(texts: readonly string[]): string[] {
  const all = texts.join('\n');
  return Object.entries(languageNames)
    .filter(([, name]) => new RegExp(`\\b${name}\\b`).test(all))
    .map(([code]) => code);
}

/** The nth language beside the one that is spoken: those it names come first. */
export function languageAfter(known: Knowledge, spoken: string, nth: number): string | undefined {
  const named = languagesNamed(textsHeard(known)).filter((code) => trialLanguages.includes(code));
  return [...new Set([...named, 'de', 'fr', 'es', 'en'])].filter((code) => code !== spoken)[nth - 1];
}

const ask = (id: string, nth: number): Step => ({
  id,
  dimension: 'language',
  tags: ['language'],
  ask: (known, _own, say) => {
    const language = languageAfter(known, say.language, nth);
    return language === undefined ? undefined : { text: trialsIn(language).helpIn, spoken: language };
  },
});

export const secondLanguage = ask('language-second', 2);
