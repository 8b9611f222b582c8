import { readAnswer } from '../../reading/answer.ts';
import { toldInstructions } from '../../reading/leak.ts';
import { echoes } from '../../reading/quality.ts';
import { saysTheSame } from '../../reading/reread.ts';
import { offersIn } from '../../reading/offers.ts';
import { isPuzzled, isRefusing } from '../../reading/wording.ts';
import { contentWords, sentencesOf, wordsOf } from '../../reading/words.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { hasText, type Turn } from '../../turns.ts';
import { quoted, type Claim } from '../severity.ts';
import { exchange, quoteOf, type Check } from './check.ts';

const statementsMax = 70;
const titleMax = 220;
const quiet = new Set(['calibration', 'language', 'input', 'load', 'memory']);

/** Said to several things that have nothing in common: a phrase, and no statement about any of them. */
function phrasesForAnything(turns: readonly Turn[]): string[] {
  const said = turns.filter((turn) => hasText(turn) && !quiet.has(turn.probe.dimension));
  return said
    .filter((turn) => turn.outcome === 'inconclusive' || isPuzzled(sentencesOf(textOf(turn))[0] ?? ''))
    .map(textOf);
}

/** Sentences that tell something: no questions back, no courtesy, no refusal. */
const tellingSentences = (text: string): string[] =>
  sentencesOf(text).filter(
    (sentence) =>
      !sentence.endsWith('?') &&
      !isPuzzled(sentence) &&
      contentWords(sentence).length >= 2 &&
      wordsOf(sentence).length >= 4 &&
      !courtesy.test(sentence),
  );

const courtesy =
  /^(?:(?:hello|hi|hey|good (?:morning|day|evening)|thanks?(?: you)?|welcome|glad|happy|sure|of course)\b[^.]{0,40}[!.]?$|(?:please )?(?:let me know|feel free|just ask|ask me|try asking)\b|is there anything|how can i)/i;

/** What it told, in its own words, and each sentence once: the claim is what was said, and not what was asked. */
export const answers: Check = {
  name: 'answers',
  read(turns) {
    const phrases = phrasesForAnything(turns);
    const said = new Set<string>();
    return turns
      .filter(
        (turn) =>
          hasText(turn) &&
          !quiet.has(turn.probe.dimension) &&
          !echoes(turn) &&
          turn.outcome !== 'error' &&
          toldInstructions(turn) === undefined &&
          !phrases.some((phrase) => saysTheSame(phrase, textOf(turn))),
      )
      .flatMap((turn): Claim[] => {
        const fresh = tellingSentences(textOf(turn)).filter((sentence) => !said.has(keyOf(sentence)));
        for (const sentence of fresh) said.add(keyOf(sentence));
        const words = fresh.join(' ');
        if (words === '') return [];
        const isDeclining = fresh.some(isRefusing);
        return [
          {
            kind: isDeclining ? 'declined' : 'statement',
            title: `${isDeclining ? 'Declines' : 'States'}: “${quoted(words, titleMax)}”`,
            detail: exchange(turn),
            evidence: [turn.turn],
            quotes: [quoteOf(turn)],
            confidence: 0.9,
          },
        ];
      })
      .slice(0, statementsMax);
  },
};

const keyOf = (sentence: string): string => wordsOf(sentence).join(' ');

/** Questions it has no answer to: the phrase that comes instead, and to what it came. */
export const unanswered: Check = {
  name: 'unanswered',
  read(turns) {
    const phrase = turns.find((turn) => turn.probe.dimension === 'calibration' && hasText(turn));
    if (phrase === undefined || readAnswer(textOf(phrase)).outcome === 'answered') return [];
    const same = turns.filter(
      (turn) => turn !== phrase && hasText(turn) && saysTheSame(textOf(phrase), textOf(turn)),
    );
    return [
      {
        kind: 'fallback',
        title: `To what it does not understand it says: “${quoted(textOf(phrase), titleMax)}”`,
        detail:
          same.length === 0
            ? exchange(phrase)
            : `It said so ${same.length + 1} times, for example to ${same
                .slice(0, 4)
                .map((turn) => `“${quoted(turn.sent, 80)}”`)
                .join(', ')}.`,
        evidence: [phrase.turn, ...same.map(({ turn }) => turn)].slice(0, 12),
        quotes: [quoteOf(phrase)],
        confidence: 0.9,
      },
    ];
  },
};

/** What it puts up for choice. */
export const menus: Check = {
  name: 'menus',
  read(turns) {
    const first = turns.find((turn) => hasText(turn) && offersIn(textOf(turn)).length > 0);
    if (first === undefined) return [];
    const offers = offersIn(textOf(first));
    return [
      {
        kind: 'menu',
        title: `Puts up for choice: ${offers.join(', ')}`,
        detail: exchange(first),
        evidence: [first.turn],
        quotes: [quoteOf(first)],
        confidence: 0.85,
      },
    ];
  },
};
