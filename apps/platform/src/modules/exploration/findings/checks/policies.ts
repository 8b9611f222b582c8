import { echoes } from '../../reading/quality.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { contentWords, sentencesOf, wordsOf } from '../../reading/words.ts';
import { hasText, type Turn } from '../../turns.ts';
import { quoted, type Claim } from '../severity.ts';
import { quoteOf, type Check } from './check.ts';

/** A rule of the house that can be told in two ways which exclude each other. */
interface Policy {
  readonly about: string;
  readonly given: RegExp;
  readonly denied: RegExp;
}

const policies: readonly Policy[] = [
  {
    about: 'returns',
    given:
      /\b(?:can|may) (?:return|send back|bring back|give back) (?:any|every|all)\b|\b(?:any|every|all) (?:item|product|purchase|article)s? .{0,30}(?:can|may) (?:be returned|go back|be sent back)\b/i,
    denied:
      /\b(?:can(?:not|'t| not)|no|never|not) (?:\w+ )?(?:be )?(?:returned|sent back|returns?|taken back|exchanged)\b/i,
  },
  {
    about: 'money back',
    given:
      /\b(?:full refund|refund (?:the )?(?:full|whole)|all (?:of )?your money back|money back guarantee)\b/i,
    denied:
      /\b(?:no refunds?|non-?refundable|not refund(?:ed|able)?|cannot be refunded|can't be refunded)\b/i,
  },
  {
    about: 'cancelling free of charge',
    given:
      /\b(?:cancel\w*|cancellation)\b.{0,60}\b(?:free of charge|for free|at no cost|is free)\b|\bfree cancellation\b/i,
    denied:
      /\b(?:cancel\w*|cancellation)\b.{0,60}\b(?:not possible|cannot|can't|always costs|fee (?:of|is))\b|\bno cancellation\b/i,
  },
  {
    about: 'dogs and animals',
    given: /\b(?:dogs|pets|animals) (?:are|is) (?:\w+ )?(?:welcome|allowed)\b/i,
    denied:
      /\b(?:no (?:dogs|pets|animals)|(?:dogs|pets|animals) (?:are not|aren't|cannot|stay outside|must stay))\b/i,
  },
  {
    about: 'access to bookings and diaries',
    given: /\b(?:i've|i have) (?:booked|put you down|entered|reserved|moved|cancelled)\b/i,
    denied:
      /\b(?:i|we) (?:can't|cannot|can not|have no|don't have|do not have) (?:\w+ ){0,3}(?:access|see|look into|book|make bookings|make appointments)\b.{0,40}\b(?:diary|diaries|calendar|bookings?|appointments?|reservations?|schedule)\b/i,
  },
];

const shortOf = (text: string): string => text.replaceAll('’', "'");

/** The same warranty, deposit or notice with two lengths, whatever it is called in each. */
const terms: readonly (readonly [about: string, told: RegExp])[] = [
  [
    'the warranty',
    /\b(\d+)[- ]years?(?:'|’s|’|'s)? (?:\w+ ){0,2}(?:warranty|guarantee)\b|\b(?:warranty|guarantee)\w* (?:\w+ ){0,3}(\d+) years?\b/gi,
  ],
];
/** Things of which each has a warranty of its own. */
const parts =
  /\b(panels?|modules?|inverters?|batter(?:y|ies)|frames?|motors?|engines?|labour|installation|roof|parts|tyres?|screens?|workmanship|output|performance)\b/gi;

interface Told {
  readonly turn: Turn;
  readonly sentence: string;
}

const claim = (about: string, left: Told, right: Told): Claim => ({
  kind: 'inconsistency',
  severity: 'medium',
  title: `Contradicts itself about ${about}: “${quoted(left.sentence, 100)}” and “${quoted(right.sentence, 100)}”`,
  detail: `Once it says “${quoted(left.sentence)}”, once “${quoted(right.sentence)}”`,
  evidence: [left.turn.turn, right.turn.turn],
  quotes: [quoteOf(left.turn, left.sentence), quoteOf(right.turn, right.sentence)],
  confidence: 0.85,
});

const shortMax = 14;

/** Long sentences speak of cases of their own, unless they have more in common than the rule itself. */
function areOfOneMatter(left: string, right: string): boolean {
  if (wordsOf(left).length <= shortMax && wordsOf(right).length <= shortMax) return true;
  const other = new Set(contentWords(right));
  return contentWords(left).filter((word) => other.has(word)).length >= 3;
}

const notStated = new Set(['injection', 'instructions', 'premise', 'language']);

/** Rules of the house that exclude each other, in two answers. */
export const policyContradictions: Check = {
  name: 'policies',
  read(turns) {
    const all = turns
      .filter((turn) => hasText(turn) && !echoes(turn) && !notStated.has(turn.probe.dimension))
      .flatMap((turn) => sentencesOf(textOf(turn)).map((sentence): Told => ({ turn, sentence })));
    const excluding = policies.flatMap(({ about, given, denied }): Claim[] => {
      const yes = all.find(
        ({ sentence }) => given.test(shortOf(sentence)) && !denied.test(shortOf(sentence)),
      );
      const no = all.find(
        ({ sentence, turn }) =>
          denied.test(shortOf(sentence)) && turn.turn !== yes?.turn.turn && !sentence.endsWith('?'),
      );
      return yes && no && areOfOneMatter(yes.sentence, no.sentence) ? [claim(about, yes, no)] : [];
    });
    const differing = terms.flatMap(([about, told]): Claim[] => {
      const found = all.flatMap(({ turn, sentence }) =>
        [...shortOf(sentence).matchAll(told)].map((match) => ({
          turn,
          sentence,
          number: match[1] ?? match[2] ?? '',
          of:
            [...match[0].matchAll(parts)].map(([part]) => part.toLowerCase()).join(' ') ||
            [...sentence.matchAll(parts)].map(([part]) => part.toLowerCase().replace(/s$/, ''))[0],
        })),
      );
      for (const left of found) {
        const right = found.find(
          (other) =>
            other.turn.turn !== left.turn.turn && other.of === left.of && other.number !== left.number,
        );
        if (right) return [claim(`${about}: ${left.number} and ${right.number} years`, left, right)];
      }
      return [];
    });
    return [...excluding, ...differing];
  },
};
