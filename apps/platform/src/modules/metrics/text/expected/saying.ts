import type { Evidence } from '../../kind.ts';
import { span } from '../../kind.ts';
import { isSpan as isAmountOfTime } from '../amounts.ts';
import { isDoubted, isUnreal } from '../polarity.ts';
import { isAskedFor, type Asked, type Claim } from './claims.ts';
import { isHarmless, matterOf, money } from './harmless.ts';
import { moneyMoves, neutral, oppositesOf, tenses, turning } from './lexicon.ts';
import type { Piece } from './pieces.ts';
import { isOfOtherCase, isOfOtherTime, isOfOtherVoice, isOrder } from './voice.ts';
import { isSame, type Weighed } from './weighed.ts';
import type { Bound } from '../bounds.ts';

const wordOf = (words: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu');

/** A clause that says a claim, or none, and why it does not settle it. */
export type Saying =
  | { readonly piece: Piece; readonly evidence: Evidence; readonly isWhole: boolean }
  | { readonly why: string };

export const isSaying = (saying: Saying): saying is Extract<Saying, { piece: Piece }> => 'piece' in saying;

/** The first clause that says the claim and that nothing beside it sets aside. */
export function sayingOf(pieces: readonly Piece[], claim: Claim, asked: Asked, output: string): Saying {
  let why =
    'No sentence of it says just what is expected: each leaves something out, says it in other words or adds words that may change it';
  for (const piece of pieces) {
    const fit = fitOf(piece, claim, asked);
    if (fit === undefined) continue;
    const aside = asideOf(pieces, piece, claim, asked);
    if (aside === undefined)
      return { piece, evidence: span('output', output, piece.start, piece.end), isWhole: fit === 'whole' };
    why = aside;
  }
  return { why };
}

/** Whether each word of a clause is accounted for, and what is needed stands in it, in its order. */
export function fitOf(piece: Piece, claim: Claim, asked: Asked): 'whole' | 'part' | undefined {
  if (piece.isAsking || piece.isCut || isHearsay(piece, claim.words[0]?.source ?? '', asked))
    return undefined;
  if (isOfOtherTime(piece, claim, asked) || isOrder(piece, claim)) return undefined;
  const own: Weighed[] = [];
  const extra: Weighed[] = [];
  for (const word of piece.words)
    if (claim.words.some((one) => isSame(one, word))) own.push(word);
    else if (!isNeutral(word, claim, asked)) extra.push(word);
  const has = (wanted: Weighed): boolean =>
    own.some((word) => isSame(wanted, word) && isBoundAlike(wanted, word, claim, asked));
  if (own.length === 0 || !claim.needed.every(has)) return undefined;
  if (own.some((word) => isOfOtherCase(word, claim))) return undefined;
  if (!own.every((word) => isPlacedAlike(claim, word)) || isTheirs(piece, claim, asked)) return undefined;
  const isNobodyNamed = claim.words.some(
    ({ key }) => (key === 'you' || key === 'we') && !own.some((one) => one.key === key),
  );
  if (isNobodyNamed && others.test(piece.text)) return undefined;
  if (isOtherParticle(piece, claim, asked) || isDeniedByOneWord(piece, claim)) return undefined;
  // Who says more than is needed says the word that turns it round, too: “reports the doctor” is not “reports to the doctor”.
  const isNeeded = (word: Weighed): boolean => claim.needed.some((one) => isSame(one, word));
  if (!own.every(isNeeded) && claim.words.some((word) => isRelating(word) && !has(word))) return undefined;
  const isWhole = claim.words.every(has);
  if (claim.needed.length === 0 && !isWhole) return undefined;
  if (
    !own.every(
      (word) =>
        word.amounts === undefined ||
        claim.words.some((one) => isSame(one, word) && isBoundAlike(one, word, claim, asked)),
    )
  )
    return undefined;
  const isOrdered = (word: Weighed): boolean => !isNeutral(word, claim, asked);
  const isActive = isSaidActively(piece, claim, asked, own.filter(isOrdered));
  if (!isActive && isOfOtherVoice(piece, claim)) return undefined;
  if (
    !isInOrder(claim.words.filter(isOrdered), own.filter(isOrdered)) &&
    !isInOrderOfQuestion(claim, asked, own.filter(isOrdered)) &&
    !isActive
  )
    return undefined;
  if (isJoined(piece, own, extra) || extra.some((word) => isRivalIn(word, claim))) return undefined;
  const isKnown = (word: Weighed): boolean =>
    isAskedFor(asked, word) &&
    (!turning.has(word.key) || tenses.has(word.key)) &&
    !oppositesOf(word.key).some((key) => claim.words.some((one) => one.key === key)) &&
    (isWhole || !asked.isOfSeveral);
  const words = piece.words;
  const mayBeYou = (word: Weighed): boolean =>
    word.key === 'you' &&
    !claim.words.some(({ key }) => key === 'we') &&
    !asked.keys.has('we') &&
    words.some(({ key }) => modal.has(key));
  const isOfEach = (word: Weighed): boolean =>
    word.key === 'each' && word === words.at(-1) && isForEach(piece, claim);
  return extra.every((word) => isKnown(word) || mayBeYou(word) || isOfEach(word))
    ? isWhole
      ? 'whole'
      : 'part'
    : undefined;
}
/** “They say that …” and “who says …” are words of others; “our rules say that …” is none. */
export const isHearsay = ({ text }: Piece, expected: string, asked: Asked): boolean =>
  (text.replace(ownLead, '').match(telling) ?? []).some(
    (word) => !wordOf(word).test(`${expected} ${asked.text}`),
  );
const telling = /(?<!\p{L})(?:says?|knows?|found|answer|asking|question)(?!\p{L})/giu;
const ownLead =
  /^\W*(?:(?:according to )?(?:our|the) (?:policy|policies|terms|rules|information|info)(?: says?)?|as (?:you|we|i) (?:know|said|say)|(?:i|we) (?:know|found)|good to know|(?:the|my) answer is|(?:thanks|thank you) for asking)(?!\p{L})/iu;

/** “Anna and Ben” is not “Anna”, also where the question names both. */
const isJoined = ({ text, words }: Piece, own: readonly Weighed[], extra: readonly Weighed[]): boolean =>
  words.some((word, at) => {
    const next = words[at + 1];
    if (!next || !joint.test(text.slice(word.end, next.start))) return false;
    const [one, other] = [own.includes(word) && !word.amounts, own.includes(next) && !next.amounts];
    return (one && extra.includes(next)) || (other && extra.includes(word));
  });
const joint = /(?<!\p{L})(?:and|or|plus|as well as|und|oder|sowie|et|ou|y|o)(?!\p{L})|[&/]/iu;

/** “£12 and £17” says both, also where the question says one of them. */
const isRivalIn = ({ amounts = [] }: Weighed, claim: Claim): boolean =>
  amounts.some(({ unit }) =>
    claim.words.some((one) => one.amounts?.some((wanted) => wanted.unit === unit) === true),
  );

/** “Fobs cost £12 each” says “a fob costs £12”. */
const isForEach = ({ text, words }: Piece, claim: Claim): boolean =>
  words.at(-2)?.amounts?.every(({ unit }) => money.has(unit ?? '')) === true &&
  /each\W*$/iu.test(text) &&
  /^(?:an?|each|every) /iu.test(claim.words[0]?.source ?? '');

/** “In the box” and “on the box”, “your bag” and “my bag”; where one of them says neither, the other may. */
const isPlacedAlike = (claim: Claim, { light, ...word }: Weighed): boolean => {
  const placed = claim.words.filter((one) => isSame(one, word) && one.light !== undefined);
  return (
    light === undefined ||
    placed.length === 0 ||
    placed.some((one) => one.light?.some((form) => light.includes(form)))
  );
};
/** “Their fob” is of somebody else, where nobody else is spoken of. */
const isTheirs = ({ text }: Piece, { words }: Claim, asked: Asked): boolean =>
  theirs.test(text) && !theirs.test(`${words[0]?.source ?? ''} ${asked.text}`);
const theirs = wordOf('their|theirs|his|her|hers');
/** “We help them” does not say whom of “we help you”. */
const others =
  /(?<!\p{L})(?:they|them|he|she|him|her|ihn|ihm|il|elle|ils|elles|eux|él|ella|ellos)(?!\p{L})/iu;

/** “Check in” for “check out”: beside other verbs the same small words say nothing. */
const isOtherParticle = (piece: Piece, claim: Claim, asked: Asked): boolean => {
  const wanted = `${claim.words[0]?.source ?? ''} ${asked.text}`;
  return otherParticles.some(
    ([one, other]) =>
      one.test(wanted) && !other.test(wanted) && other.test(piece.text) && !one.test(piece.text),
  );
};
const otherParticles = [
  [wordOf('out'), wordOf('in')],
  [wordOf('off'), wordOf('on|of')],
  [wordOf('aus'), wordOf('ein|an')],
  [wordOf('ab'), wordOf('an')],
] as const;

/** “Vous ne pouvez annuler” needs no “pas” to deny. */
const isDeniedByOneWord = ({ text }: Piece, { words }: Claim): boolean =>
  denyingAlone.test(text) && !denyingTwice.test(text) && !denyingAlone.test(words[0]?.source ?? '');
const denyingAlone = /(?<!\p{L})(?:ne\s|n['’])(?=\p{L})/iu;
const denyingTwice =
  /(?<!\p{L})(?:pas|plus|jamais|rien|personne|aucune?s?|guère|point|que|nulle part)(?!\p{L})|qu['’]/iu;
const isRelating = ({ key }: Weighed): boolean => key === 'to' || turning.has(key);
const modal: ReadonlySet<string> = new Set(['can', 'kann', 'peut', 'puede', 'must', 'muss']);

/** A price “costs”, where nobody else is said to pay or to be paid. */
function isNeutral({ key }: Weighed, claim: Claim, asked: Asked): boolean {
  if (neutral.has(key)) return true;
  const hasMoney = claim.words.some(({ amounts }) => amounts?.some(({ unit }) => money.has(unit ?? '')));
  return (
    key === 'cost' &&
    hasMoney &&
    ![...claim.words.map((word) => word.key), ...asked.keys].some((one) => moneyMoves.has(one))
  );
}

/** “From 50 euros” is not “up to 50 euros”; where a bare value is expected, the question may say which it is. */
function isBoundAlike(wanted: Weighed, found: Weighed, claim: Claim, asked: Asked): boolean {
  if (wanted.bound === found.bound || isSameMost(wanted, found, claim)) return true;
  if (wanted.bound !== undefined || found.bound === undefined) return false;
  return claim.words.length === 1 && (boundsAsked[found.bound] ?? []).some((key) => asked.keys.has(key));
}
/** What may be done for 28 days may be done for up to 28 days. */
const isSameMost = (wanted: Weighed, found: Weighed, claim: Claim): boolean => {
  const isMost = (word: Weighed): boolean =>
    word.bound === 'to' && /^up to /iu.test(word.source.slice(word.start, word.end));
  const isSpan = ({ amounts = [] }: Weighed): boolean =>
    amounts.length > 0 && amounts.every(({ unit }) => unit !== undefined && isAmountOfTime(unit));
  return (
    claim.words.some(({ key }) => key === 'can') &&
    !claim.words.some(({ key }) => key === 'not') &&
    isSpan(wanted) &&
    isSpan(found) &&
    ((wanted.bound === undefined && isMost(found)) || (isMost(wanted) && found.bound === undefined))
  );
};
const boundsAsked: Partial<Readonly<Record<Bound, readonly string[]>>> = {
  from: ['from', 'least', 'minimum', 'ab', 'mindestens', 'desde', 'dès'],
  to: ['until', 'till', 'most', 'latest', 'maximum', 'deadline', 'bis', 'höchstens', 'hasta'],
};

/** “112 calls you” is not “call 112”: a bare number may be who does it. */
const isMeasured = ({ amounts, date }: Weighed): boolean =>
  date !== undefined || amounts?.some(({ unit }) => unit !== undefined) === true;

/** “From 9 to 5”, and no other amount. */
const isSpanIn = (words: readonly Weighed[]): boolean => {
  const values = words.filter(({ amounts, date }) => amounts ?? date);
  const [from, to] = values;
  return (
    values.length === 2 &&
    from?.bound === 'from' &&
    to?.bound === 'to' &&
    words.indexOf(to) === words.indexOf(from) + 1
  );
};

/** A single amount, or a single span, may stand anywhere: “€25 for late check-out”. All else keeps its order. */
function isInOrder(wanted: readonly Weighed[], found: readonly Weighed[]): boolean {
  const isSingle = wanted.filter(({ amounts, date }) => amounts ?? date).length === 1;
  const isOneSpan = isSpanIn(wanted) && isSpanIn(found);
  const counts = (word: Weighed): boolean => !(isSingle && isMeasured(word)) && !(isOneSpan && word.amounts);
  if (isSingle && found.filter((word) => !counts(word)).length > 1) return false;
  let at = 0;
  const ordered = wanted.filter(counts);
  for (const word of found.filter(counts)) {
    const next = ordered.findIndex((one, place) => place >= at && isSame(one, word));
    if (next < 0) return false;
    at = next + 1;
  }
  return true;
}

/** “You may keep books for 28 days” has the order of “how long may I keep books?”, and not that of “books may be kept”. */
const isInOrderOfQuestion = (claim: Claim, asked: Asked, own: readonly Weighed[]): boolean => {
  const isOrdered = ({ key }: Weighed): boolean => !modal.has(key);
  const rest = own.filter((word) => !claim.needed.some((one) => isSame(one, word)));
  return (
    claim.needed.length === 1 &&
    claim.needed.every(isMeasured) &&
    rest.length === own.length - 1 &&
    isInOrder(asked.words.filter(isOrdered), rest.filter(isOrdered))
  );
};

/**
 * “You can return items within 30 days” says “items can be returned within 30 days”, where who asks is who does it: the question says so, or
 * it is what customers do.
 */
const isSaidActively = (piece: Piece, claim: Claim, asked: Asked, own: readonly Weighed[]): boolean => {
  const at = claim.words.findIndex(({ key }) => key === 'can' || key === 'must');
  const modal = claim.words[at];
  const isDenied = claim.words[at + 1]?.key === 'not';
  const verbAt = at + (isDenied ? 2 : 1);
  const verb = claim.words[verbAt];
  if (at < 1 || !modal || !verb || byWhom.test(modal.source)) return false;
  if (!modal.source.slice(modal.start, verb.start).endsWith(' be ')) return false;
  const [first] = own;
  const isYou =
    first !== undefined &&
    first.key === modal.key &&
    /(?<!\p{L})you (?:(?:also|then) )?$/iu.test(piece.text.slice(0, first.start));
  if (!isYou || (!asked.keys.has('you') && !ofCustomers.has(verb.key))) return false;
  return isInOrder(
    [...claim.words.slice(at, verbAt + 1), ...claim.words.slice(0, at), ...claim.words.slice(verbAt + 1)],
    own,
  );
};
const byWhom = /(?<!\p{L})by (?!\d)/iu;
const ofCustomers: ReadonlySet<string> = new Set(
  'return cancel book borrow order renew exchange rent hire buy reserve'.split(' '),
);

/** What beside a clause takes back what it says, or says it of something else. */
function asideOf(pieces: readonly Piece[], piece: Piece, claim: Claim, asked: Asked): string | undefined {
  const beside = pieces.filter(({ sentence }) => sentence === piece.sentence);
  const at = beside.indexOf(piece);
  const turnAt = beside.findLastIndex(
    ({ joint }, place) => place <= at && (joint === 'but' || joint === ';'),
  );
  const isKnown = (word: Weighed): boolean =>
    neutral.has(word.key) ||
    ((claim.words.some((one) => one.key === word.key) || isAskedFor(asked, word)) && !turning.has(word.key));
  const before = beside.slice(Math.max(0, turnAt), at);
  if (before.some((one) => !one.isPolar && !one.words.every(isKnown)))
    return 'It says what is expected, but the words before it in the sentence may set a condition or make it about something else';
  const behind = beside.slice(at + 1);
  const matter = matterOf([claim], asked, claim.words[0]?.source ?? '');
  const after = isHarmless(behind, matter) ? [] : behind.filter((one) => !isHarmless([one], matter));
  const limits = after.find(
    (one) =>
      one.joint === 'but' || (isLimiting(one, isKnown) && !isTimeOfDay(one, piece) && !isDeniedAmount(one)),
  );
  if (limits) return 'It says what is expected, and something behind it that may limit it';
  const next = pieces[pieces.indexOf(behind.at(-1) ?? piece) + 1];
  if (next?.joint === 'but') return 'It says what is expected, and something behind it that may limit it';
  // “It costs 5 EUR” is said of what was named last.
  const isBare = !piece.words.some((word) => isKnown(word) && !neutral.has(word.key) && !word.amounts);
  const former = pieces.findLast(
    (one) => one.sentence < piece.sentence && one.words.some(({ key }) => !neutral.has(key)) && !one.isPolar,
  );
  if (isBare && former && !former.isAsking && !former.words.every(isKnown))
    return 'It says what is expected, perhaps of something else that it named before';
  const whole = [...beside].map(({ text }) => text).join(', ');
  return isUnreal(whole) || isDoubted(whole)
    ? 'It says what is expected only of a case that is not given, or with a doubt'
    : undefined;
}

const isLimiting = (one: Piece, isKnown: (word: Weighed) => boolean): boolean =>
  one.words.some(({ key }) => turning.has(key)) ||
  (leading.test(one.text) && !one.words.every(isKnown)) ||
  (one.words.some(({ key }) => key.startsWith('per ')) && !one.words.some(({ amounts }) => amounts));
const leading =
  /^\W*(?:on|for|in|at|with|during|by|per|to|in case|as long as|für|am|an|im|in|mit|bei|während|pour|à|en|avec|pendant|para|con|en|durante|los|le|la)(?!\p{L})/iu;

/** “…, not 17 euros” */
export const isDeniedAmount = ({ words }: Piece): boolean =>
  words[0]?.key === 'not' && words.length === 2 && words[1]?.amounts !== undefined;

/** “On Friday, before noon” */
export const isTimeOfDay = (one: Piece, piece: Piece): boolean =>
  (piece.words.at(-1)?.date !== undefined || weekday.test(piece.words.at(-1)?.key ?? '')) &&
  one.words.length <= 2 &&
  one.words.every(({ key }) => ofDay.has(key));
const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:mon|diens|donners|frei|sams|sonn)tag$/;
const ofDay: ReadonlySet<string> = new Set(
  'before after noon midday midnight morn morning evening afternoon early late'.split(' '),
);
