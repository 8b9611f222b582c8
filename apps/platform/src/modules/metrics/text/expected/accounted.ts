import { withoutSigns } from '../amounts.ts';
import { withoutQuotes } from '../moves.ts';
import { polarityOf } from '../polarity.ts';
import { tokensOf } from '../words.ts';
import { isOfAnother } from './another.ts';
import { isAskedFor, type Claim } from './claims.ts';
import { isHarmless, matterOf, withoutNames } from './harmless.ts';
import { turning } from './lexicon.ts';
import type { Piece } from './pieces.ts';
import type { Expectation, Read } from './read.ts';
import { fitOf, isDeniedAmount, isTimeOfDay } from './saying.ts';
import { isSame, type Weighed } from './weighed.ts';

/** What beside the clauses that decide is not accounted for, as it is written; undefined where all of it is. */
export function unaccountedIn(
  read: Read,
  claims: readonly Claim[],
  holding: ReadonlySet<Piece>,
): string | undefined {
  const { pieces } = read;
  const unread = unreadOf(read, claims);
  if (unread !== undefined) return unread;
  for (const run of runsOf(pieces, holding)) {
    const found = unaccountedOf(run, { read, claims, holding });
    if (found) return found.text;
  }
  return undefined;
}

interface Beside {
  readonly read: Read;
  readonly claims: readonly Claim[];
  readonly holding: ReadonlySet<Piece>;
}

/** Clauses of one sentence that stand together. */
function runsOf(pieces: readonly Piece[], holding: ReadonlySet<Piece>): Piece[][] {
  const runs: Piece[][] = [];
  pieces.forEach((piece, at) => {
    if (holding.has(piece)) return;
    const former = pieces[at - 1];
    const last = runs.at(-1);
    if (last && former && last.at(-1) === former && former.sentence === piece.sentence) last.push(piece);
    else runs.push([piece]);
  });
  return runs;
}

/** A form may be of several clauses, and several forms may stand in one sentence. */
function unaccountedOf(run: readonly Piece[], beside: Beside): Piece | undefined {
  const { read, claims } = beside;
  const matter = matterOf(claims, read.asked, read.given.expected);
  if (isHarmless(run, matter)) return undefined;
  return run.find((piece) => !isHarmless([piece], matter) && !isOfMatter(piece, beside));
}

/** It says the matter again or asks for it, belongs to a “but” behind it, or is said of another thing that is named. */
function isOfMatter(piece: Piece, { read, claims, holding }: Beside): boolean {
  if (piece.isCut) return false;
  if ((piece === read.pieces[0] && isNearlyNo(piece, read)) || isYearOf(piece, read)) return true;
  const at = read.pieces.indexOf(piece);
  if (piece.isAsking && !read.pieces.slice(at).some((one) => holding.has(one))) return false;
  if (piece.isPolar || claims.some((claim) => fitOf(piece, claim, read.asked) !== undefined)) return true;
  const own = [...holding].filter(({ sentence }) => sentence === piece.sentence);
  const isBefore = own.some((one) => at < read.pieces.indexOf(one));
  if (isBefore && own.some(({ joint }) => joint === 'but')) return true;
  const isOfClaim = (word: Weighed): boolean =>
    claims.some(({ words }) => words.some((one) => isSame(one, word)));
  const isKnown = (word: Weighed): boolean => isOfClaim(word) || isAskedFor(read.asked, word);
  if (piece.isAsking) return isAskedFirst(piece, isKnown, read);
  if (isTitle(piece, isOfClaim) && isInOrder(piece, claims)) return true;
  // Of two things that are asked about, the question names the wrong one as well.
  if (
    isBefore &&
    isTitle(piece, read.asked.isOfSeveral ? isOfClaim : isKnown) &&
    leadsTo(read, piece, holding)
  )
    return true;
  if (own.some((one) => isTimeOfDay(piece, one)) || (own.length > 0 && isDeniedAmount(piece))) return true;
  return isOfAnother(piece, claims, read.asked);
}

/** “Almost! We charge €12.” is the no that is expected. */
const isNearlyNo = ({ text }: Piece, { given, polarity }: Read): boolean =>
  polarityOf(given.expected) === 'no' && polarity !== 'yes' && /^(?:almost|nearly|close)\W*$/iu.test(text);
/** The year of “April 12, 2025” stands behind a comma. */
const isYearOf = ({ text }: Piece, { given }: Read): boolean =>
  /^\d{4}\W*$/.test(text) && tokensOf(given.expected).includes(text.slice(0, 4));

/** “How much is a fob?” says the question again; “Is it free? No.” asks about the matter, and says no to that. */
const isAskedFirst = (piece: Piece, isKnown: (word: Weighed) => boolean, { pieces }: Read): boolean =>
  piece.words.every(isKnown) ||
  (pieces[pieces.indexOf(piece) + 1]?.isPolar === true &&
    piece.words.every((word) => word.key === 'free' || isKnown(word)));

/** “For a new fob, …”, “Opening hours:”: it names the matter, and no value. */
const isTitle = ({ words }: Piece, isKnown: (word: Weighed) => boolean): boolean =>
  words.length > 0 &&
  words.every((word) => isKnown(word) && !turning.has(word.key) && !word.amounts && !word.date);

/** Nothing but clauses of the same kind, and no semicolon, stands between it and the clause that decides. */
const leadsTo = ({ pieces }: Read, piece: Piece, holding: ReadonlySet<Piece>): boolean => {
  const behind = pieces.slice(pieces.indexOf(piece) + 1);
  const end = behind.findIndex((one) => holding.has(one));
  return end >= 0 && behind.slice(0, end + 1).every(({ joint }) => joint === ',');
};

/** Words of the matter in its own order turn nothing round. */
const isInOrder = ({ words }: Piece, claims: readonly Claim[]): boolean =>
  claims.some((claim) => {
    let from = 0;
    return words.every((word) => {
      const next = claim.words.findIndex((one, place) => place >= from && isSame(one, word));
      from = next + 1;
      return next >= 0;
    });
  });

/** What was left out where the answer was taken apart: a quotation, what lies behind the last part, a sign that says something. */
function unreadOf({ given, said }: Read, claims: readonly Claim[]): string | undefined {
  const quoted = quotedIn(given);
  if (quoted !== undefined) return quoted;
  const rest = withoutQuotes(given.output).slice(said.at(-1)?.part.end ?? 0);
  return /[\p{L}\p{N}]/u.test(rest) ? rest.trim() : signIn(given, claims);
}

/** As for an answer that is taken apart, of one that is read sentence by sentence to its end. */
export const unreadIn = (given: Expectation, claims: readonly Claim[]): string | undefined =>
  quotedIn(given) ?? signIn(given, claims);

function quotedIn({ input, expected, output: given }: Expectation): string | undefined {
  const output = withoutNames(given);
  const bare = withoutQuotes(output);
  const known = new Set([...tokensOf(input), ...tokensOf(expected)]);
  const quoted = output.replaceAll(/[^]/g, (sign, at: number) => (bare[at] === sign ? ' ' : sign));
  return tokensOf(quoted).some((word) => !known.has(word)) ? quoted.trim() : undefined;
}

function signIn({ input, expected, output }: Expectation, claims: readonly Claim[]): string | undefined {
  const isDenied = claims.some(({ words }) => words.some(({ key }) => key === 'not'));
  return withoutSigns(output)
    .replaceAll(isDenied ? crosses : friendly, '')
    .replaceAll(friendly, '')
    .match(signs)
    ?.find((one) => !expected.includes(one) && !input.includes(one));
}
/** Neither words nor marks of a sentence, a list or an amount; and what winks. */
const signs =
  /[^\p{L}\p{N}\p{M}\s.,:;!?()[\]"'“”„‘’«»…–—\-*_#•·&/+%€$£@|¡¿]|[([]\s*[?!]+\s*[)\]]|;-?\)|:-?[Pp](?!\p{L})/gu;
/** Beside what is forbidden they say the same. */
const crosses = /[❌🚫]/gu;
const friendly = /[😀😃😄😁😊🙂☺👋👍🙏✅🎉❤💙✨📚🚲🐶🐾]\u{fe0f}?/gu;
