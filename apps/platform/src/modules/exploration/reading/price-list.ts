import type { Turn } from '../turns.ts';
import { hasText, wasAnswered } from '../turns.ts';
import { contentWords, sentencesOf, singular, wordsOf } from './words.ts';
import { textOf } from './text-of-turn.ts';

/** What one thing costs, as an answer lists it among others. */
export interface ListedPrice {
  /** As the target calls it. */
  readonly thing: string;
  readonly amount: number;
  readonly currency: string;
  readonly words: string;
}

const money =
  /(?:([€$£]) ?(\d+(?:[.,]\d{1,2})?)|(\d+(?:[.,]\d{1,2})?) ?(€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|crowns?|credits?))(?![\d%])/gi;
const names: Readonly<Record<string, string>> = {
  '€': 'euros',
  eur: 'euros',
  euro: 'euros',
  $: 'dollars',
  usd: 'dollars',
  dollar: 'dollars',
  '£': 'pounds',
  gbp: 'pounds',
  pound: 'pounds',
  chf: 'francs',
  franc: 'francs',
  crown: 'crowns',
  credit: 'credits',
};
/** An amount that is a condition, a limit or a reduction is no price of a thing. */
const notAPrice =
  /\b(?:off|discount|up to|at least|minimum|maximum|over|above|below|under|deposit|fee|fine|save|less|more|extra|instead|until|order value|from an? |insured|limit|cheaper|reduced|refund|later|late|additional|surcharge|supplement)\b/i;
const leading =
  /^(?:.*\b(?:are|prices?|menu|cost|costs|charge|offer|include|list|following|have|is)\b ?:|(?:and|or|while|whereas|for|our|your|the|a|an|one|each|every|plus|we (?:have|offer|charge)|you (?:pay|can)|currently|then|with|also|per|costs?|is|are)\b)\s*/i;

export function listedPrices(text: string): ListedPrice[] {
  return sentencesOf(text).flatMap((sentence) =>
    sentence.split(/[;•|]|,(?!\d)|\s(?:and|while|whereas)\s(?=[^,;]*\d)/).flatMap((piece): ListedPrice[] => {
      const amounts = [...piece.matchAll(money)];
      const [found] = amounts;
      if (amounts.length !== 1 || found === undefined || notAPrice.test(piece)) return [];
      const [all, symbol, after, before, unit] = found;
      const thing =
        thingAfter(piece.slice(found.index + all.length)) ?? thingBefore(piece.slice(0, found.index));
      if (thing === undefined) return [];
      const named = (symbol ?? unit ?? '').toLowerCase().replace(/(?<=[a-z]{3})s$/, '');
      return [
        {
          thing,
          amount: Number((after ?? before ?? '').replace(',', '.')),
          currency: names[named] ?? named,
          words: piece.trim() || all,
        },
      ];
    }),
  );
}

/** "250 euros for a dog": what it is for stands behind it. */
function thingAfter(text: string): string | undefined {
  const [, thing] =
    /^ (?:for|per) (?:an?|one|each|every) ((?!(?:day|week|month|year|night|hour|minute|person|guest|head|time|while|start)\b)[a-z-]+(?: [a-z-]+)?)\b(?= ?(?:$|[.,;:]|and\b|including\b))/i.exec(
      text,
    ) ?? [];
  return thing;
}

function thingBefore(text: string): string | undefined {
  let thing = text
    .trim()
    .replaceAll(/[*_`#"“”]/g, '')
    .replace(/^.*[:\n] *(?=\S)|^\s*[-–•]\s*/gs, '')
    .replace(/^(?:our|the) [\w ]{1,40}? (?:are|include|includes) (?=\S)/i, '')
    .replace(/^[-–•]\s*/, '');
  for (let round = 0; round < 6; round += 1) thing = thing.replace(leading, '').trim();
  thing = thing
    .replace(
      /[\s(:–-]*(?:\b(?:costs?|is|are|at|for|from|comes? (?:to|at)|starts? at|priced at|only|just|currently|you pay|each|per \w+|is available|are available)\b[\s(:–-]*)*$/i,
      '',
    )
    .trim();
  // "Children 6–15", "Wine (2019)".
  thing = thing.replace(/[\s(]+\d+(?: ?[–-] ?\d+)?\)?$/, '');
  const words = wordsOf(thing);
  return words.length === 0 ||
    words.length > 4 ||
    contentWords(thing).length === 0 ||
    /\d|[!?]/.test(thing) ||
    /\b(?:total|sum|altogether|together|from|only|after|under|over|yearly|monthly|weekly|daily|new customers?|reminder|bonus|reduced)\b/i.test(
      thing,
    ) ||
    /\b(?:i|you|we|it|that|this|they|if|when|which|a|an|the|become|get)\b/i.test(thing)
    ? undefined
    : thing;
}

export const keyOf = (thing: string): string => wordsOf(thing).map(singular).join(' ');

export interface HeardPrice extends ListedPrice {
  readonly turn: Turn;
  /** What two names of one thing have in common. */
  readonly key: string;
}

/** Each is compared with those of other answers, so a list of thousands must not be one of prices. */
const pricesOfTurnMax = 40;

/** Every price that was told, with the turn; questions of sums and doubts bring none. */
export const pricesHeard = (turns: readonly Turn[]): HeardPrice[] =>
  turns
    .filter(
      (turn) =>
        hasText(turn) &&
        wasAnswered(turn) &&
        !['sum', 'reckoning', 'doubt', 'pressing', 'invention', 'injection', 'premise'].includes(
          turn.probe.dimension,
        ),
    )
    .flatMap((turn) =>
      listedPrices(textOf(turn))
        .slice(0, pricesOfTurnMax)
        .map((price) => ({ ...price, turn, key: keyOf(price.thing) })),
    );

/** Each thing once, with the price it was told first. */
export function priceList(turns: readonly Turn[]): HeardPrice[] {
  const found = new Map<string, HeardPrice>();
  for (const price of pricesHeard(turns)) if (!found.has(price.key)) found.set(price.key, price);
  return [...found.values()];
}
