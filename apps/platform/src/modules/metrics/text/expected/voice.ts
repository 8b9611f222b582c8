import { isSpan } from '../amounts.ts';
import type { Asked, Claim } from './claims.ts';
import { neutral } from './lexicon.ts';
import type { Piece } from './pieces.ts';
import { isSame, type Weighed } from './weighed.ts';

const sourceOf = ({ words }: Claim): string => words[0]?.source ?? '';

/** What will be so is not so yet. */
const future =
  /(?<!\p{L})(?:will|shall|won['’]t|wird|werden|werde|sera|seront|serán?|va (?:être|a ser)|vont être)(?!\p{L})|\p{L}['’]ll(?!\p{L})/iu;
const present = /(?<!\p{L})(?:is|are|am|has|have|ist|sind|hat|haben|est|sont|es|son|está|están)(?!\p{L})/iu;
/** Of what is kept in general, “we kept it” says that it was once. */
const kept =
  /(?<!(?:is|are|be|been|being|was|were|get|gets|has|have|had)\s(?:\p{L}{1,20}\s)?)(?<!\p{L})kept(?!\p{L})/iu;

/**
 * Whether a clause says of another time what the claim says: “the pool will be open” for “the pool is open”. Where the claim tells when, or
 * the question asks what will be, both say the same.
 */
export function isOfOtherTime({ text }: Pick<Piece, 'text'>, claim: Claim, asked: Asked): boolean {
  const wanted = sourceOf(claim);
  if (kept.test(text) && !/(?<!\p{L})kept(?!\p{L})/iu.test(`${wanted} ${asked.text}`)) return true;
  // Also where the question asks when it “wird”: what “ist” so is done.
  if (ofState.test(`${wanted}\n${text}`) && isBecoming(wanted) !== isBecoming(text)) return true;
  const isTimed = claim.words.some(
    ({ amounts, date }) =>
      date !== undefined || amounts?.some(({ unit }) => unit === 'clock' || isSpan(unit ?? '')) === true,
  );
  // What will cost £5 costs it.
  if (claim.words.some(({ key }) => key === 'cost')) return false;
  if (isTimed && !ofState.test(`${wanted} ${text}`)) return false;
  const [isWanted, isTold] = [future.test(wanted), future.test(text)];
  if (isTold) return !isWanted && !future.test(asked.text);
  return isWanted && present.test(text) && !future.test(asked.text);
}
/** “Ist um 11 Uhr gereinigt” and “wird um 11 Uhr gereinigt” are two times, also beside the same hour. */
const ofState =
  /(?<!\p{L})(?:wird|werden)(?!\p{L}).*(?<!\p{L})(?:ist|sind)(?!\p{L})|(?<!\p{L})(?:ist|sind)(?!\p{L}).*(?<!\p{L})(?:wird|werden)(?!\p{L})/isu;

const isBecoming = (text: string): boolean => /(?<!\p{L})(?:wird|werden)(?!\p{L})/iu.test(text);

/** Whether what stands beside a yes speaks of a time that the question does not ask for. */
export const isLater = ({ text }: Pick<Piece, 'text'>, expected: string, asked: Asked): boolean =>
  future.test(text) && !future.test(`${expected} ${asked.text}`);

const rawOf = ({ source, start, end }: Weighed): string => source.slice(start, end).toLowerCase();
const before = ({ source, start }: Weighed): string => source.slice(Math.max(0, start - 40), start);
const isParticiple = (raw: string): boolean => /\p{L}{2}ed$/u.test(raw) || irregular.has(raw);
const irregular: ReadonlySet<string> = new Set(
  'kept told paid sent given driven shown made held left taken seen known done brought bought sold lent built found met led fed chosen written thrown drawn said put cut let set shut hit read'.split(
    ' ',
  ),
);
const being =
  /(?:^|[\s"“(])(?:am|is|are|was|were|be|been|being|get|gets|got|getting)\s+(?:(?:not|also|then|always|usually|only|\p{L}+ly)\s+){0,2}$/iu;
const isPassive = (word: Weighed): boolean => isParticiple(rawOf(word)) && being.test(before(word));

/** Whether a verb is done in one and suffered in the other: “you will call” for “you will be called”, “we are called” for “we call you”. */
export const isOfOtherVoice = (piece: Piece, claim: Claim): boolean =>
  piece.words.some((word) =>
    claim.words.some((wanted) => {
      if (word.amounts || word.date || !isSame(wanted, word)) return false;
      if (isPassive(wanted)) return !isParticiple(rawOf(word)) && rawOf(word) !== rawOf(wanted);
      return isPassive(word) && !isParticiple(rawOf(wanted)) && !ofStates.has(word.key);
    }),
  );
/** “Is needed” and “needs”, “is allowed” and “may”: what is so is said by both. */
const ofStates: ReadonlySet<string> = new Set('need allow cost can must discount get'.split(' '));

/**
 * Whether a thing stands in another case: “den Mieter ruft der Verwalter” for “der Mieter ruft den Verwalter”. Where one of them has no article,
 * nothing tells.
 */
export const isOfOtherCase = (word: Weighed, claim: Claim): boolean => {
  const told = caseOf(word);
  const wanted = claim.words.filter((one) => isSame(one, word)).flatMap((one) => caseOf(one) ?? []);
  return told !== undefined && wanted.length > 0 && !wanted.includes(told);
};
const caseOf = (word: Weighed): string | undefined => {
  const article = germanArticle.exec(before(word))?.[1];
  return article === undefined ? undefined : /e[mns]$/iu.test(article) ? article.slice(-1).toLowerCase() : '';
};
const germanArticle = /(?:^|[^\p{L}])(d(?:er|ie|as|en|em|es)|(?:ein|unser|ihr)(?:e[mnrs]?)?)\s$/iu;

const polite = /^\W*(?:(?:please|kindly|just|simply|then|so|bitte)\W+)*/iu;

/** “Please send it within 2 days” is what somebody else shall do, where “we send it” is expected: it begins with the verb of the claim. */
export function isOrder(piece: Piece, claim: Claim): boolean {
  const at = claim.words.findIndex(({ key }) => key === 'we');
  const isOfUs = at === 0 || (at === 1 && claim.words[0]?.amounts !== undefined);
  const [first] = piece.words.filter(({ key }) => !neutral.has(key));
  if (!isOfUs || !first || piece.words.some(({ key }) => key === 'we')) return false;
  const lead = polite.exec(piece.text)?.[0].length ?? 0;
  return (
    first.start <= lead &&
    isBare(first) &&
    claim.words.slice(at + 1, at + 3).some((one) => isSame(one, first))
  );
}
const isBare = (word: Weighed): boolean =>
  !word.amounts && !word.date && !/(?:ed|ing|[^s]s)$/.test(rawOf(word)) && !irregular.has(rawOf(word));

/** “Yes, please do” and “yes, please water the plants” ask the person to do what it asked the company to do. */
export function isAskedBack({ text }: Pick<Piece, 'text'>, asked: Asked): boolean {
  const verb = asksUs.exec(asked.text)?.[1]?.toLowerCase();
  if (verb === undefined) return false;
  const rest = text.replace(/^\W*(?:yes|sure|of course|certainly|ja)(?!\p{L})\W*/iu, '');
  const [first = ''] = /^\p{L}+/u.exec(rest.replace(polite, '').toLowerCase()) ?? [];
  return first === verb || (first === 'do' && /^\W*please/iu.test(rest)) || /^\W*please\W*$/iu.test(rest);
}
const asksUs = /(?:^|[.!?]\s+)(?:do|will|would|can|could) you (?:also |usually |always )?(\p{L}+)/iu;
