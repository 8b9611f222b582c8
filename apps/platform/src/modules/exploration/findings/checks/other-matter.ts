import { fallbacksIn, isFallback } from '../../reading/fallbacks.ts';
import { languageOf } from '../../reading/language.ts';
import { echoes } from '../../reading/quality.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { isRefusing } from '../../reading/wording.ts';
import { contentWords, sentencesOf, stem } from '../../reading/words.ts';
import { hasText, leansOnOthers, wasAnswered, type Turn } from '../../turns.ts';
import { quoted, type Claim } from '../severity.ts';
import { quoteOf, type Check } from './check.ts';
import { matters } from './matters.ts';

/** Questions of one plain matter, whose answer has to speak of it. */
const plainlyAsked: ReadonlySet<string> = new Set(['factual', 'terms', 'lead', 'offer', 'depth']);

/** How people ask for a matter without the words that an answer tells it in. */
const askedFor: readonly (readonly [matter: string, question: RegExp])[] = [
  [
    'Emergencies',
    /\b(?:now|at once|at night|after hours|help|pain\w*|bleed\w*|ill|sick|fire|leak\w*|burst)\b/i,
  ],
  [
    'Delivery',
    /\b(?:arriv\w*|receiv\w*|get (?:it|my|the)|come|bring|brought|send|sent|post\w*|parcels?|pick\w*)\b/i,
  ],
  [
    'Returns and money back',
    /\b(?:back|satisf\w*|like it|exchang\w*|wrong|broken|reimburs\w*|complain\w*)\b/i,
  ],
  ['Warranty', /\b(?:broken|breaks?|defect\w*|repair\w*|fault\w*|last)\b/i],
  [
    'Cancelling and changing',
    /\b(?:end|stop|leave|quit|move|postpone\w*|cannot come|terminat\w*|notice|switch\w*)\b/i,
  ],
  [
    'Discounts',
    /\b(?:cheap\w*|price\w*|cost\w*|offers?|deals?|students?|famil\w*|seniors?|members?|groups?|free)\b/i,
  ],
  [
    'Prices',
    /\b(?:how much|cost\w*|price\w*|fees?|charg\w*|expensive|cheap\w*|pay\w*|tariffs?|rates?|sell|buy|have)\b/i,
  ],
  [
    'Opening hours',
    /\b(?:open\w*|clos\w*|hours?|late|early|come|visit\w*|today|tomorrow|\w+day|weekends?|holidays?|available|there|contact\w*|reach\w*|speak|talk|person|where)\b/i,
  ],
  ['Payment', /\b(?:pay\w*|money|transfer\w*|bill\w*|price\w*|cost\w*|credit)\b/i],
  [
    'Age and conditions',
    /\b(?:old|age\w*|child\w*|kids?|who (?:can|may)|need\w*|require\w*|conditions?|allow\w*)\b/i,
  ],
  ['Privacy', /\b(?:stor\w*|delet\w*|personal|information|safe|keep)\b/i],
];

/** Matters that nearly every answer touches in passing tell nothing of what it is about. */
const inPassing: ReadonlySet<string> = new Set([
  'Safety',
  'Booking and ordering',
  'Times and terms',
  'Medicines',
]);

/** Where to turn is an answer to anything. */
const sendsOn =
  /\b(?:contact|call|ring|phone|telephone|e-?mail|write to|ask (?:us|our|the|at)|speak (?:to|with)|talk to|reach us|our (?:team|staff|colleagues))\b|@/i;

const stems = (text: string): Set<string> => new Set(contentWords(text).map(stem));
/** “refund” and “refunded”, “meter” and “metering”: what begins alike is taken for one word. */
const alike = (left: string, right: string): boolean => {
  const length = Math.min(left.length, right.length);
  return length >= 4
    ? left.slice(0, Math.max(4, length - 2)) === right.slice(0, Math.max(4, length - 2))
    : left === right;
};
const shareAWord = (left: string, right: string): boolean => {
  const others = [...stems(right)];
  return [...stems(left)].some((word) => others.some((other) => alike(word, other)));
};

/** The one matter that an answer is about. */
const matterToldIn = (text: string): string | undefined =>
  matters.find(([name, pattern]) => !inPassing.has(name) && pattern.test(text))?.[0];

const mayMean = (question: string, matter: string): boolean =>
  matters.some(([name, pattern]) => name === matter && pattern.test(question)) ||
  askedFor.some(([name, pattern]) => name === matter && pattern.test(question));

const questionOf = ({ sent, probe }: Turn): string => `${sent} ${probe.about ?? ''}`;

/** A question that names a matter of its own, to which this answer says nothing. */
const isBeside = (turn: Turn, matter: string): boolean =>
  plainlyAsked.has(turn.probe.dimension) &&
  turn.probe.about !== undefined &&
  contentWords(turn.probe.about).length > 0 &&
  !leansOnOthers(turn) &&
  languageOf(turn.sent) === languageOf(textOf(turn)) &&
  !mayMean(questionOf(turn), matter) &&
  !shareAWord(questionOf(turn), textOf(turn));

/**
 * What it tells of one matter, it also says to a question about another one, word for word. Only where both are there is it
 * shown that the answer belongs elsewhere; that an answer merely takes up no word of its question may be other words for it.
 */
export const otherMatter: Check = {
  name: 'other matter',
  read(turns) {
    const fallbacks = fallbacksIn(turns);
    const answers = turns.filter(
      (turn) => hasText(turn) && wasAnswered(turn) && !echoes(turn) && !isFallback(turn, fallbacks),
    );
    return [...Map.groupBy(answers, (turn) => textOf(turn).trim())].flatMap(([text, same]): Claim[] => {
      const matter = matterToldIn(text);
      if (matter === undefined || same.length < 2 || sendsOn.test(text) || sentencesOf(text).some(isRefusing))
        return [];
      const home = same.find(
        (turn) => mayMean(questionOf(turn), matter) && shareAWord(questionOf(turn), text),
      );
      const beside = same.filter((turn) => isBeside(turn, matter));
      const [first] = beside;
      if (home === undefined || first === undefined) return [];
      return [
        {
          kind: 'other_matter',
          title: `Answers something else: to “${quoted(first.sent, 120)}” it says what it says of ${matter.toLowerCase()}`,
          detail: `To “${quoted(home.sent, 160)}” and to ${beside
            .slice(0, 4)
            .map(({ sent }) => `“${quoted(sent, 160)}”`)
            .join(', ')} it answered with the same words: “${quoted(text)}”`,
          evidence: [...beside.map(({ turn }) => turn), home.turn].slice(0, 12),
          quotes: [quoteOf(first)],
          confidence: 0.75,
        },
      ];
    });
  },
};
