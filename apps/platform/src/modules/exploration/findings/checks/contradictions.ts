import { quantitiesIn, type Quantity } from '../../reading/facts.ts';
import { isNoName } from '../../reading/named-things.ts';
import { pricesHeard } from '../../reading/price-list.ts';
import { openingsIn } from '../../reading/openings.ts';
import { echoes } from '../../reading/quality.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { contentWords, isStopWord, sentencesOf, singular, wordsOf } from '../../reading/words.ts';
import { hasText, wasAnswered, type Turn } from '../../turns.ts';
import type { Claim } from '../severity.ts';
import { quoteOf, type Check } from './check.ts';

interface Clause {
  readonly turn: Turn;
  readonly number: string;
  readonly unit: string;
  readonly words: ReadonlySet<string>;
  /** With what it is said of, where its sentence has named that before: “the deposit is 100 euros for …, 300 euros for …”. */
  readonly of: string;
  readonly said: string;
}

const notStated = new Set(
  'doubt sum date load memory pressing injection premise invention instructions reframing language'.split(
    ' ',
  ),
);
const measures =
  /^(?:euro|dollar|pound|eur|usd|gbp|chf|franc|day|working|business|hour|minute|week|month|year|night|percent|person|people|guest|kg|km|price|cost|costs|pay|charge|take|takes|time|usually|normally|exactly|currently|total|amount|value)$/;
/** One that is named on one side only makes another case of it. */
const cases =
  /\b(?:season|weekends?|express|premium|members?|students?|child(?:ren)?|kids?|seniors?|online|extra|additional|large|small|groups?|second|minimum|maximum|at least|up to|late|later|after|before|discount|reduced|special|private|double|single|half|full|from|each|every|per|deposit|fee|fine|surcharge|insured|weekly|monthly|annual|yearly|first|another|further|more|longer|shorter)\b/gi;
/** Small words that tell one matter from another, where they are not the subject. */
const keptWords = new Set(['free', 'late', 'minimum', 'first', 'back', 'without', 'open', 'close']);

const wordsIn = (text: string): Set<string> =>
  new Set(
    [...contentWords(text), ...wordsOf(text).filter((word) => keptWords.has(word))].filter(
      (word) => !/^\d/.test(word) && !measures.test(singular(word)),
    ),
  );

const clausesOf = (turns: readonly Turn[]): Clause[] =>
  turns
    .filter(
      (turn) => hasText(turn) && wasAnswered(turn) && !echoes(turn) && !notStated.has(turn.probe.dimension),
    )
    .flatMap((turn) =>
      sentencesOf(textOf(turn))
        .slice(0, clausesOfTurnMax)
        .flatMap((sentence) =>
          sentence.split(/[;:•]\s*|,(?!\d)\s*|\s(?:and|but|while|whereas)\s/).flatMap((said): Clause[] => {
            const found = quantitiesIn(said);
            const [one] = found;
            return found.length === 1 && one && (said.match(/\d+/g) ?? []).length <= 1
              ? [clauseOf(turn, one, said.trim(), sentence)]
              : [];
          }),
        )
        // One sentence may be a list of thousands as well.
        .slice(0, clausesOfTurnMax),
    );

function clauseOf(turn: Turn, { number, unit }: Quantity, said: string, sentence: string): Clause {
  const [head = ''] = /^[^\d€$£]*/.exec(sentence) ?? [];
  const of = /^[\d€$£]/.test(said) ? `${head}${said}` : said;
  return { turn, number, unit, words: wordsIn(of), of, said };
}

/** Each is compared with those of all other answers, so a list of thousands must not be one of statements. */
const clausesOfTurnMax = 20;

const casesOf = (text: string): string =>
  [...new Set([...text.toLowerCase().matchAll(cases)].map(([word]) => word))].toSorted().join(' ');

/** Whether two clauses are about one thing: hardly a word tells one from the other. */
function areAlike(left: Clause, right: Clause): boolean {
  if (left.unit !== right.unit || left.number === right.number || left.turn.turn === right.turn.turn)
    return false;
  const shared = [...left.words].filter((word) => right.words.has(word)).length;
  const fewer = Math.min(left.words.size, right.words.size);
  const isAgain =
    right.turn.probe.again === left.turn.probe.id ||
    left.turn.probe.again === right.turn.probe.id ||
    right.turn.probe.follows === left.turn.turn;
  const rest = Math.max(left.words.size, right.words.size) - shared;
  // Asked for one thing twice in other words, it may well use some others, and say "after 14 days" for "for 14 days".
  const enough = isAgain ? 0.65 : 0.75;
  if (shared < 2 || shared / fewer < enough || rest > (isAgain || shared > 2 ? 3 : 2)) return false;
  // An answer to another question speaks of something else unless both name the very same.
  if (!isAgain && isMoney(left.unit) && rest > 0) return false;
  if (!isAgain && heldFor(matterOf(left)) !== heldFor(matterOf(right))) return false;
  const caseOf = ({ of }: Clause): string =>
    `${casesOf(isAgain ? of.replaceAll(/\bafter (?=\d)/gi, '') : of)} ${measureOf(of)}`;
  return caseOf(left) === caseOf(right);
}

const isMoney = (unit: string): boolean => /^(?:euro|dollar|pound|chf|franc)$/.test(unit);
const perWhat = /\b(?:per|each|every) (\p{L}+)/iu;
const measureOf = (text: string): string => perWhat.exec(text)?.[1]?.toLowerCase() ?? '';
const matterOf = ({ turn, of }: Clause): string => `${turn.sent} ${of}`;

const claimOf = (
  title: string,
  left: { turn: Turn; said: string },
  right: { turn: Turn; said: string },
): Claim => ({
  kind: 'inconsistency',
  severity: 'medium',
  title,
  detail: `Once it says “${left.said}”, once “${right.said}”`,
  evidence: [left.turn.turn, right.turn.turn],
  // The two statements alone: what else their answers say is not what contradicts.
  quotes: [quoteOf(left.turn, left.said), quoteOf(right.turn, right.said)],
  confidence: 0.8,
});

/** What is paid and given back, or paid for something that went wrong, is no price. */
const heldFor = (text: string): boolean =>
  /\b(?:deposits?|excess|held|released|refund\w*|fines?|penalt\w+|damage|reward|bonus|instal+ments?)\b/i.test(
    text,
  );

const exchanged = (turn: Turn): string => `${turn.sent} ${textOf(turn)}`;

/** One thing at two prices. */
function prices(turns: readonly Turn[]): { claim: Claim; pair: string }[] {
  return [...Map.groupBy(pricesHeard(turns), ({ key }) => key).values()].flatMap((told) => {
    // What stands at several prices in one answer is no name of one thing.
    const amounts = Map.groupBy(told, ({ turn }) => turn.turn);
    const all = told.filter(
      ({ turn }) => new Set(amounts.get(turn.turn)?.map(({ amount }) => amount)).size === 1,
    );
    const [left] = all;
    const right = all.find(
      (other) =>
        left !== undefined &&
        other.turn.turn !== left.turn.turn &&
        other.currency === left.currency &&
        other.amount !== left.amount &&
        casesOf(other.words) === casesOf(left.words) &&
        measureOf(other.words) === measureOf(left.words) &&
        heldFor(exchanged(other.turn)) === heldFor(exchanged(left.turn)) &&
        !areOfOthers(left, other),
    );
    return left === undefined || right === undefined
      ? []
      : [
          {
            claim: claimOf(
              `Tells two prices of ${left.thing}: ${left.amount} and ${right.amount} ${left.currency}`,
              { turn: left.turn, said: left.words },
              { turn: right.turn, said: right.words },
            ),
            pair: pairOf([`${left.amount}`, `${right.amount}`], left.currency.replace(/s$/, '')),
          },
        ];
  });
}

interface PriceTold {
  readonly turn: Turn;
  readonly words: string;
}

/** “Volt Basic … a base price of 9.90” and “Volt Green … a base price of 11.90”: each names what the other does not. */
function areOfOthers(left: PriceTold, right: PriceTold): boolean {
  const [here, there] = [namesAround(left), namesAround(right)];
  const hasMore = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...one].some((name) => !other.has(name));
  return hasMore(here, there) && hasMore(there, here);
}

/** What its sentence names, or, where that names nothing, the question that it answers. */
function namesAround({ turn, words }: PriceTold): ReadonlySet<string> {
  const sentence = sentencesOf(textOf(turn)).find((one) => one.includes(words)) ?? words;
  const said = namesIn(sentence);
  return said.size > 0 ? said : namesIn(turn.sent);
}

interface ToldAlready {
  readonly turns: ReadonlySet<string>;
  /** Two prices of one thing are two statements of it as well, whichever answers they are read in. */
  readonly pairs: ReadonlySet<string>;
}

const pairOf = (values: readonly string[], unit: string): string =>
  values
    .map(Number)
    .toSorted((a, b) => a - b)
    .join(` ${unit} `);

function numbers(turns: readonly Turn[], told: ToldAlready): Claim[] {
  const all = clausesOf(turns);
  const byTurn = Map.groupBy(all, ({ turn }) => turn.turn);
  const says = ({ turn }: Clause, { number, unit }: Clause): boolean =>
    byTurn.get(turn.turn)?.some((one) => one.number === number && one.unit === unit) === true;
  // An answer that tells both tells them apart: each is of something of its own.
  const tellsBoth = (left: Clause, right: Clause): boolean => says(left, right) || says(right, left);
  const seen = new Set<string>();
  const claims: Claim[] = [];
  for (const [place, left] of all.entries())
    for (const right of all.slice(place + 1)) {
      if (!areAlike(left, right) || tellsBoth(left, right)) continue;
      const key = pairOf([left.number, right.number], left.unit);
      if (seen.has(key) || told.pairs.has(key)) continue;
      seen.add(key);
      if (told.turns.has([left.turn.turn, right.turn.turn].join())) continue;
      const unit = left.unit === 'percent' ? 'percent' : `${left.unit}s`;
      claims.push(
        claimOf(`Contradicts itself: ${left.number} ${unit} and ${right.number} ${unit}`, left, right),
      );
      // Each is written with its quotes; nobody is shown more.
      if (claims.length === claimsMax) return claims;
    }
  return claims;
}

const claimsMax = 6;

interface Told {
  readonly turn: Turn;
  readonly sentence: string;
}

/** One branch is open while another is closed; what is said of all of them, or of none by name, is said of each. */
function mayBeOfOnePlace(left: Told, right: Told): boolean {
  const [here, there] = [placesNamed(left), placesNamed(right)];
  return here.size === 0 || there.size === 0 || [...here].some((word) => there.has(word));
}

/** Words of names in a statement, or, where it names nothing, in the question that it answers; none where it is said of all. */
function placesNamed({ turn, sentence }: Told): ReadonlySet<string> {
  if (/\b(?:all|every|each|any)\b(?! (?:day|week|\w+day))/i.test(sentence)) return new Set();
  const said = namesIn(sentence);
  return said.size > 0 ? said : namesIn(turn.sent);
}

/** The first word of a sentence is written with a capital whatever it is: only what stands behind an article is a name there. */
const namesIn = (sentence: string): Set<string> =>
  new Set(
    [...sentence.matchAll(/(?:(?<=[^.!?\s]\s\(?)|(?<=^The )|(?<=^Our ))\p{Lu}[\p{L}'’-]+/gu)]
      .map(([word]) => word.toLowerCase())
      .filter((word) => !isNoName(word) && !isStopWord(word)),
  );

/** Open on a day that it says it is closed on. */
function days(turns: readonly Turn[]): Claim[] {
  const told = turns
    .filter(
      (turn) => hasText(turn) && wasAnswered(turn) && !echoes(turn) && !notStated.has(turn.probe.dimension),
    )
    .flatMap((turn) => openingsIn(textOf(turn)).map((one) => ({ ...one, turn })));
  for (const open of told.filter(({ isOpen }) => isOpen)) {
    const closed = told.find(
      (other) =>
        !other.isOpen &&
        other.turn.turn !== open.turn.turn &&
        other.day === open.day &&
        mayBeOfOnePlace(open, other),
    );
    if (closed)
      return [
        claimOf(
          `Contradicts itself about ${open.day}: open and closed`,
          { turn: open.turn, said: open.sentence },
          { turn: closed.turn, said: closed.sentence },
        ),
      ];
  }
  return [];
}

/** Two answers that state the same with different numbers, prices or days. */
export const contradictions: Check = {
  name: 'contradictions',
  read(turns) {
    const priced = prices(turns);
    const claims = [...priced.map(({ claim }) => claim), ...days(turns)];
    const told = {
      turns: new Set(claims.map(({ evidence }) => evidence.join())),
      pairs: new Set(priced.map(({ pair }) => pair)),
    };
    return [...claims, ...numbers(turns, told)].slice(0, claimsMax);
  },
};
