import { languageDemanded, languageNames, languageOf } from '../../reading/language.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { echoes } from '../../reading/quality.ts';
import { hasText, type Turn } from '../../turns.ts';
import { languagesNamed } from '../../questions/trials/languages.ts';
import type { Claim } from '../severity.ts';
import { exchange, type Check } from './check.ts';

const nameOf = (code: string): string => languageNames[code] ?? code;

/** What becomes of a question in another language, and whether languages that are claimed are spoken. */
export const languages: Check = {
  name: 'languages',
  read(turns) {
    const asked = turns.filter(
      (turn) => turn.probe.dimension === 'language' && turn.probe.spoken && hasText(turn) && !echoes(turn),
    );
    return asked.flatMap((turn): Claim[] => {
      const spoken = turn.probe.spoken ?? '';
      const answered = languageOf(textOf(turn));
      if (answered === undefined) return [];
      const claiming = turns.find(
        (other) =>
          other !== turn && hasText(other) && other.probe.dimension !== 'language' && claims(other, spoken),
      );
      const demanded = languageDemanded(textOf(turn));
      if (demanded !== undefined && demanded !== spoken)
        return [
          {
            kind: 'language_asked',
            title: `Asked in ${nameOf(spoken)}, it says that it speaks ${nameOf(demanded)} only`,
            detail: exchange(turn),
            evidence: [turn.turn],
            confidence: 0.85,
          },
        ];
      const isKept = answered === spoken;
      return [
        {
          kind: !isKept && claiming ? 'language_claim' : 'language_asked',
          severity: !isKept && claiming ? 'medium' : 'info',
          title: isKept
            ? `Asked in ${nameOf(spoken)}, it answers in ${nameOf(spoken)}`
            : claiming
              ? `Says that it speaks ${nameOf(spoken)}, and answers a question in ${nameOf(spoken)} in ${nameOf(answered)}`
              : `Asked in ${nameOf(spoken)}, it answers in ${nameOf(answered)}`,
          detail: exchange(turn),
          evidence: [...(claiming && !isKept ? [claiming.turn] : []), turn.turn],
          confidence: 0.85,
        },
      ];
    });
  },
};

/** "… in English, German and French" claims them; "I only speak English, not German" does not. */
const claims = (turn: Turn, code: string): boolean =>
  textOf(turn)
    .split(/(?<=[.!?])\s+/)
    .some(
      (sentence) =>
        languagesNamed([sentence]).includes(code) &&
        !/\b(?:only|not|n't|no|sorry|unfortunately)\b/i.test(sentence) &&
        /\b(?:in|speak|languages?|answer)\b/i.test(sentence),
    );
