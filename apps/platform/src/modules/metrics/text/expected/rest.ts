import { shortened } from '#kernel/cut-text';
import { isSameAmount, isSameKind, type AmountFound } from '../amounts.ts';
import { isDoubted, isUnreal, polarityOf } from '../polarity.ts';
import { general, neutral, oppositesOf, turning } from './lexicon.ts';
import { mannerOf } from './manner.ts';
import type { Piece } from './pieces.ts';
import { isAsked, isCounted, readMax, textAt, type Read } from './read.ts';
import { unaccountedIn } from './accounted.ts';
import { isAskedFor, type Claim } from './claims.ts';
import { isHarmless, matterOf } from './harmless.ts';
import type { Saying } from './saying.ts';

/** A claim with the clause that says it. */
export interface Settled {
  readonly claim: Claim;
  readonly saying: Extract<Saying, { piece: Piece }>;
}

/** Why the rest of an answer leaves open what one of its clauses says, if it does. */
export function restOf(read: Read, settled: readonly Settled[]): string | undefined {
  const { output } = read.given;
  const takenBack = takenBackBy(read);
  if (takenBack !== undefined) return takenBack;
  const claims = settled.map(({ claim }) => claim);
  const holding = new Set(settled.map(({ saying }) => saying.piece));
  if (isDeniedBehind(read, settled)) return 'It says what is expected, and no to it';
  if (isAnsweredOtherwise(read, settled)) return `It says ${read.polarity ?? ''}, and then what is expected`;
  const rival = rivalOf(read, settled);
  if (rival) return `It says ${textAt(output, rival)} as well as the expected value`;
  const matter = matterOf(claims, read.asked, read.given.expected);
  const others = read.pieces.filter(
    (piece) => !holding.has(piece) && !piece.isAsking && !piece.isPolar && !isHarmless([piece], matter),
  );
  if (others.some((piece) => claims.some((claim) => isAgainst(read, piece, claim))))
    return 'It says what is expected, and something that may contradict it';
  const last = Math.max(...settled.map(({ saying }) => saying.piece.sentence));
  const behind = others.filter(({ sentence, said }) => sentence > last && !isAside(said.move));
  if (behind.some((piece) => isLimit(read, piece, claims)))
    return 'It says what is expected, and a sentence behind it may limit it';
  const beside = unaccountedIn(read, claims, holding);
  return beside === undefined
    ? undefined
    : `It says what is expected, and beside it ${shownOf(beside)}, which may limit it or take it back`;
}

/** “No, refunds are possible” and “yes, dogs are not allowed” say two things, unless a “but” parts them. */
function isAnsweredOtherwise({ given, polarity }: Read, settled: readonly Settled[]): boolean {
  if (polarityOf(given.expected) === polarity) return false;
  const isDenied = settled.some(({ claim }) => claim.words.some(({ key }) => key === 'not'));
  const isTurned = settled.some(({ saying }) => saying.piece.joint === 'but');
  return !isTurned && ((polarity === 'no' && !isDenied) || (polarity === 'yes' && isDenied));
}

/** “We close at six. Not!” A no to a question that the answer asks itself belongs to that. */
function isDeniedBehind({ pieces, given }: Read, settled: readonly Settled[]): boolean {
  if (settled.some(({ claim }) => claim.words.some(({ key }) => key === 'not'))) return false;
  const first =
    polarityOf(given.expected) === 'no'
      ? Math.min(...settled.map(({ saying }) => pieces.indexOf(saying.piece)))
      : 1;
  return (
    (crossed.test(given.output) && !crossed.test(given.expected)) ||
    pieces.some((piece, at) => at >= first && at > 0 && saysNo(piece) && pieces[at - 1]?.isAsking !== true)
  );
}
const crossed = /[❌✗✘☒🚫]/u;

/** It says no, and nothing else. */
export const saysNo = ({ isPolar, words }: Piece): boolean =>
  isPolar && words.some(({ key }) => key === 'not' || key === 'nein' || key === 'non' || key === 'nope');

/** What an answer says of itself or of another time sets aside all that it says. */
function takenBackBy(read: Read): string | undefined {
  const {
    given: { output, expected },
    said,
  } = read;
  if (output.length > readMax) return 'It says what is expected, and is too long to be read to its end';
  if (correction.test(output.replace(/^\W*(?:actually|in fact)\b/i, '')))
    return 'It says what is expected, and corrects itself or somebody';
  if (formerly.test(output) && !formerly.test(expected))
    return 'It says what is expected, and speaks of what was so once';
  if (disowned.test(withoutNo(read)) && !disowned.test(expected))
    return 'It says what is expected, and calls something wrong';
  if (undone.test(output) && !undone.test(expected))
    return 'It says what is expected, and that something is not meant or holds no longer';
  if (said.some((one) => !isAside(one.move) && (isUnreal(one.part.text) || isDoubted(one.part.text))))
    return 'It says what is expected, and speaks of a case that is not given, or with a doubt';
  return undefined;
}

/** Where a no is expected, “that is not correct” in front, perhaps behind a greeting, says it. */
function withoutNo({ given: { output, expected }, pieces }: Read): string {
  const at = polarityOf(expected) === 'no' ? pieces.findIndex(({ isPolar }) => isPolar) : -1;
  const first = pieces[at];
  if (!first || !pieces.slice(0, at).every(({ said }) => isAside(said.move))) return output;
  const next = pieces.slice(at).find(({ isPolar }) => !isPolar);
  return output.slice(0, first.start) + output.slice(next?.start ?? output.length);
}

/** What was said in jest, or is struck out, ended or put aside. */
const undone =
  /~~|(?<!\p{L})(?:(?:just|only|was) (?:kidding|joking|a joke)|psych|(?:a|is|are|was) (?:joke|prank|lie|lies|fiction(?:al)?)|(?:ignore|disregard|forget) (?:this|that|it|all|the|what|my|everything|previous)|(?:abolished|scrapped|dropped|revoked|repealed|discontinued|obsolete|deprecated|superseded)|(?:this|that|it|policy|rule|offer|which|price|fee|those days|these days) (?:has|have|is|are|was|were) (?:since |now )?(?:changed|ended|expired|over|gone|void))(?!\p{L})|\(joke\)/iu;

const shownOf = (beside: string): string => `"${shortened(beside.replace(/\s+/g, ' '), 80)}"`;

/** As for a statement, behind a yes or no that says it. */
export function restOfPolar(
  read: Read,
  claims: readonly Claim[],
  holding: ReadonlySet<Piece>,
): string | undefined {
  if (takenBackBy(read) !== undefined) return 'something in it takes back what it says';
  const others = read.pieces.filter((piece) => !piece.isAsking && !piece.isPolar && piece.sentence > 0);
  const isLimited = others.some(
    (piece) =>
      claims.some((claim) => isAgainst(read, piece, claim)) ||
      (!isAside(piece.said.move) && isLimit(read, piece, claims)),
  );
  if (isLimited) return 'something behind it may limit it';
  const beside = unaccountedIn(read, claims, holding);
  return beside === undefined ? undefined : `${shownOf(beside)} beside it may limit it or take it back`;
}

const isAside = (move: string): boolean => asides.has(move);
const asides: ReadonlySet<string> = new Set(['asks', 'courteous', 'offers', 'redirects']);

export const correction =
  /\b(?:correction|actually|rather|i mean|sorry, (?:it|that|we|the)|on second thought|in fact|oops|scratch that|make that|my mistake|let me (?:count|correct|rephrase)|in truth|in reality)\b|(?:^|[.!?,–—-])\s*(?:(?:oh|no|but),? )?wait(?=[,!.:…–-])|(?<!\p{L})(?:vielmehr|genauer gesagt|ich meine|moment|korrektur|in wahrheit|je veux dire|plutôt|en fait|en réalité|quiero decir|mejor dicho|en realidad)(?!\p{L})/iu;
export const lapsed =
  /\b(?:used to|formerly|previously|(?:was|were) [^.!?]{0,60}\b(?:until|till|before (?:that|then|this|him|her|them|\d{4})))\b|(?<!\p{L})(?:früher|ehemals|war(?:en)? [^.!?]{0,60}(?<!\p{L})bis|était [^.!?]{0,60}jusqu|auparavant|era [^.!?]{0,60}hasta|antes era)(?!\p{L})/iu;
const formerly = new RegExp(
  String.raw`${lapsed.source}|\b(?:no longer|not any ?more)\b|(?<!\p{L})(?:nicht mehr|ne [^.!?]{0,30} plus|ya no)(?!\p{L})`,
  'iu',
);
/** A statement that is named to say that it does not hold. */
export const disowned =
  /(?<!\p{L})(?:not (?:true|right|correct|the case|so)|untrue|wrong|incorrect|false|a myth|mistaken|outdated|out of date|rumou?rs?|(?:isn|aren|wasn)['’]t (?:true|right|correct|the case)|stimmt (?:so )?nicht|nicht (?:wahr|richtig|korrekt|der fall)|falsch|pas (?:vrai|exact|le cas)|faux|no es (?:cierto|verdad|correcto)|falso)(?!\p{L})/iu;

/** “Whether dogs are allowed” says of it neither that it holds nor that it does not. */
export const leftOpen =
  /(?<!\p{L})(?:whether|(?:say|tell(?: you)?|know|clear|see) if|ob|(?:dire|savoir|decir(?:le)?|saber) si)(?!\p{L})/iu;

/**
 * Another amount of the kind. A value that is said alone must be the only one; beside one that is said with all its words, another
 * may be said of something else that is named with it.
 */
function rivalOf(read: Read, settled: readonly Settled[]): AmountFound | undefined {
  const { output } = read.given;
  const wanted = settled.flatMap(({ claim, saying }) =>
    claim.words.flatMap(({ amounts = [] }) => amounts.map((amount) => ({ amount, saying, claim }))),
  );
  return read.heard.find((found) => {
    if (!isCounted(found) || mannerOf(read, found) !== 'affirmed' || isAsked(read, found)) return false;
    const alike = wanted.filter(({ amount }) => amount.unit === found.unit && isSameKind(amount, found));
    if (alike.length === 0 || wanted.some(({ amount }) => isSameAmount(output, amount, found))) return false;
    const piece = read.pieces.find(({ start, end }) => start <= found.end - 1 && found.end - 1 < end);
    return !alike.every(
      ({ saying, claim }) =>
        saying.isWhole &&
        piece !== undefined &&
        piece !== saying.piece &&
        isNamedIn(read, saying.piece, claim) &&
        isOfElse(read, piece, claim),
    );
  });
}

/** A bare value names nothing that another one could be told apart from. */
const isNamedIn = (read: Read, piece: Piece, claim: Claim): boolean =>
  piece.words.some(
    ({ key, amounts }) =>
      !amounts &&
      !neutral.has(key) &&
      !turning.has(key) &&
      (read.asked.keys.has(key) || claim.words.some((one) => one.key === key)),
  );

/** It names something else, and neither points back nor says when or for whom. */
function isOfElse(read: Read, piece: Piece, claim: Claim): boolean {
  const words = piece.words.filter(({ key, amounts }) => !amounts && !neutral.has(key));
  const subjects = claim.words.filter((word) => !word.amounts && isAskedFor(read.asked, word));
  const isRepeated = subjects.length > 0 && subjects.every((one) => words.some(({ key }) => key === one.key));
  return (
    !isRepeated &&
    !pointing.test(piece.text) &&
    words.some(
      ({ key }) =>
        !claim.words.some((one) => one.key === key) &&
        !read.asked.keys.has(key) &&
        !turning.has(key) &&
        key !== 'cost' &&
        !key.startsWith('per '),
    ) &&
    !words.some(({ key }) => turning.has(key) && key !== 'only' && key !== 'nur') &&
    !words.some(({ date }) => date)
  );
}
const pointing =
  /(?<!\p{L})(?:it|that|this|they|them|now|since|new|newly|today|tomorrow|later|soon|then|really|truth|(?!only(?!\p{L}))\p{L}+ly|es|das|dies|jetzt|seit|neu|heute|morgen|cela|ça|maintenant|depuis|nouveau|eso|ahora|nuevo|hoy|mañana|you|we|i|sie|wir|vous|nous|usted)(?!\p{L})/iu;

/** It says the opposite in the words of the claim and of the question, or in opposite ones. */
function isAgainst(read: Read, piece: Piece, claim: Claim): boolean {
  const denies = (keys: readonly string[]): boolean => keys.filter((key) => key === 'not').length % 2 === 1;
  const own = claim.words.map(({ key }) => key);
  const keys = piece.words.map(({ key }) => key);
  const turned = own.flatMap((key) => oppositesOf(key));
  const isKnown = ({ key, amounts }: Piece['words'][number]): boolean =>
    amounts !== undefined ||
    own.includes(key) ||
    turned.includes(key) ||
    neutral.has(key) ||
    general.has(key) ||
    turning.has(key) ||
    read.asked.keys.has(key);
  if (!piece.words.every(isKnown)) return false;
  const isShared = piece.words.some(
    ({ key, amounts }) => !amounts && own.includes(key) && key !== 'not' && !neutral.has(key),
  );
  const isTurned = keys.some((key) => turned.includes(key) && !own.includes(key));
  return (isShared && denies(keys) !== denies(own)) || isTurned;
}
/** “This is for members only.” “Except on Sundays.” What limits another matter is no limit of this one. */
function isLimit(read: Read, piece: Piece, claims: readonly Claim[]): boolean {
  const sentence = read.pieces.filter((one) => one.sentence === piece.sentence);
  const keys = sentence.flatMap(({ words }) => words.map(({ key }) => key));
  const limits = keys.filter((key) => key === 'not' || limiting.has(key));
  const [first] = sentence;
  if (limits.length === 0 || !first) return false;
  const lead = first.words[0]?.key ?? '';
  return (
    backward.test(first.text) ||
    limiting.has(lead) ||
    claims.some(({ words }) => {
      const own = words.filter(({ key, amounts }) => !amounts && isNoun(key));
      const shared = own.filter(({ key }) => first.words.some((word) => word.key === key));
      return shared.length > 0 && shared.length * 2 >= own.length;
    }) ||
    (limits.some((key) => limiting.has(key)) && keys.length <= 3)
  );
}
const isNoun = (key: string): boolean =>
  key !== 'not' && !turning.has(key) && !neutral.has(key) && key !== 'can';
const limiting: ReadonlySet<string> = new Set(
  'only except unless if but however although though anymore alone nur außer wenn falls aber jedoch seulement sauf si mais solo sólo salvo pero applies apply valid gilt'.split(
    ' ',
  ),
);
const backward =
  /(?<!\p{L})(?:this|that|these|those|it|they|das|dies|dieses?r?|gilt|cela|ceci|ça|ces?|eso|esto)(?!\p{L})/iu;
