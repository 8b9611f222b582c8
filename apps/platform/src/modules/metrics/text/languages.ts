import { tellRelatives } from './relatives.ts';

/** Tells a language, or undefined when it is not sure. Scripts of one language need no statistics. */
export type LanguageReader = (text: string, expected: string) => string | undefined;

const names = new Intl.DisplayNames('en', { type: 'language' });
/** A language as people call it: `de` is German. */
export const languageName = (code: string): string => names.of(code) ?? code;

const scripts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, ['ja']],
  [/\p{sc=Hangul}/gu, ['ko']],
  [/\p{sc=Han}/gu, ['zh']],
  [/\p{sc=Greek}/gu, ['el']],
  [/\p{sc=Hebrew}/gu, ['he', 'yi']],
  [/\p{sc=Thai}/gu, ['th']],
  [/\p{sc=Armenian}/gu, ['hy']],
  [/\p{sc=Georgian}/gu, ['ka']],
];

const lettersMin = 20;
/** Scores of close languages lie near each other; the expected one gets the benefit of a near tie. */
const nearTie = 0.93;

let loaded: Promise<LanguageReader> | undefined;

export function languageReader(): Promise<LanguageReader> {
  loaded ??= import('eld/extrasmall').then(({ eld }) => (text, expected) => {
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    for (const [script, languages] of scripts) {
      const share = (text.match(script)?.length ?? 0) / Math.max(1, letters);
      if (share > (languages[0] === 'ja' ? 0.1 : 0.5))
        return languages.includes(expected) ? expected : languages[0];
    }
    if (letters < lettersMin) return undefined;
    const found = eld.detect(text.slice(0, 5000));
    const scores = found.getScores();
    const best = scores[found.language] ?? 0;
    if (found.language === '' || best === 0) return undefined;
    const relative = tellRelatives(text.slice(0, 5000), expected, { language: found.language, scores });
    if (relative !== null) return relative;
    if ((scores[expected] ?? 0) >= best * nearTie) return expected;
    return found.isReliable() || letters >= 60 ? found.language : undefined;
  });
  return loaded;
}
