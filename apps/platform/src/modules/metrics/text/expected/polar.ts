import { span } from '../../kind.ts';
import { amountsIn, isSameAmount, isSameKind, type AmountFound } from '../amounts.ts';
import { isDenied, isDoubted, isNoOfThing, isUnreal } from '../polarity.ts';
import { agreementWith, sharedWith } from './agreement.ts';
import { neutral, permitting, turning } from './lexicon.ts';
import type { Piece } from './pieces.ts';
import { placesOf } from './places.ts';
import { isSaidInOtherForm } from './quantities.ts';
import {
  amountsMax,
  asksBack,
  isAsked,
  isCounted,
  not,
  open,
  partAt,
  passed,
  textAt,
  type ExpectedReading,
  type Read,
} from './read.ts';
import { leftOpen, restOfPolar, saysNo } from './rest.ts';
import { claimsOf, isAskedFor, type Asked, type Claim } from './claims.ts';
import { isHearsay } from './saying.ts';
import { settle } from './settling.ts';
import { saysOtherState } from './states.ts';
import { isAskedBack, isLater } from './voice.ts';

/** A yes or no, and what is said beside it. */
export function readPolar(read: Read, wanted: 'yes' | 'no'): ExpectedReading {
  const { expected, output } = read.given;
  const body = expected.replace(leadingWord, '');
  const statement = agreementWith(read, body);
  const first = read.said[0]?.part;
  const shown = first ? [span('output', output, first.start, first.end)] : [];
  if (read.polarity === 'mixed') return open('It says yes and no', shown);
  const settled = () => settle(read, claimsOf(body, read.asked).map(whole));
  // “Dogs are not permitted” and “The Mill Lane branch is closed on Sunday” decline nothing, where that is what is expected.
  const isWritten = (): boolean =>
    body !== '' &&
    (settled().why === undefined || (statement === 'same' && placesOf(output, body).length > 0));
  if (read.polarity === undefined && statement !== 'same' && saysOtherState(read, body))
    return not('It says the opposite of what is expected', shown);
  if (read.polarity === undefined && read.isEvasive && !asksBack(read) && !isWritten())
    return (statement === 'same' && !leftOpen.test(output)) || (wanted === 'no' && declinesThis(read, body))
      ? open('It declines, and whether it says no to what is asked is not sure', shown)
      : not('It says neither yes nor no, and gives no answer', shown);
  if (first && isUnreal(first.text)) return open('It speaks of a case that is not given', shown);
  if (read.said.slice(0, 2).some(({ part }) => isDoubted(part.text)))
    return open('It is not sure itself', shown);
  if (read.polarity !== undefined && read.polarity !== wanted)
    return statement === 'same'
      ? open(`It says ${read.polarity}, and then what is expected`, shown)
      : wanted === 'yes' && isNoOfThing(output, read.given.input)
        ? open('It begins with a no, and whether that is said to what is asked is not sure', shown)
        : not(`It says ${read.polarity} where ${wanted} is expected`, shown);
  const rival = read.polarity === wanted || statement === 'same' ? rivalOf(read, body) : undefined;
  const held = rival && partAt(read, rival.end - 1);
  if (rival && held && statement !== 'opposite')
    return sharedWith(body, held.part.text) >= 0.6 && !isSaidInOtherForm(body, output, amountsIn(body))
      ? not(`It says ${textAt(output, rival)} where another value is expected`, shown)
      : open(`It says what is expected, and ${textAt(output, rival)} beside it`, shown);
  if (read.polarity === wanted) {
    if (statement === 'opposite') return open(`It says ${wanted}, and then the opposite`, shown);
    const why = whyNot(read, wanted, body);
    return why === undefined ? passed(`It says ${wanted}, as is expected`, shown) : open(why, shown);
  }
  if (statement === 'opposite') return not('It says the opposite of what is expected', shown);
  if (asksBack(read)) return open('It asks back', shown);
  const { why, evidence } = settled();
  if (why === undefined) return passed('It says what is expected', evidence);
  return evidence.length > 0
    ? open(why, evidence)
    : open('It says neither yes nor no in words that are read', shown);
}

/** By which word a statement is said, where the question asks for it with just its words; undefined where it asks for anything else. */
export function answerOf(claims: readonly Claim[], asked: Asked): 'yes' | 'no' | undefined {
  const [claim, ...more] = claims;
  if (!claim || more.length > 0 || !asksWhether.test(asked.text)) return undefined;
  const wanted = asked.words.map(({ key }) => key).filter((key) => !neutral.has(key));
  const own = claim.words.map(({ key }) => key);
  const bare = own.filter((key) => key !== 'not');
  const isAll = wanted.length === bare.length && bare.every((key) => wanted.includes(key));
  if (!isAll || wanted.some((key) => turning.has(key)) || bare.some((key) => turning.has(key)))
    return undefined;
  return own.length === bare.length ? 'yes' : own.length === bare.length + 1 ? 'no' : undefined;
}
const asksWhether = /^(?:is|are|do|does|can|may|must|will) [^?.!:;,]{3,200}\?$/iu;

/** “We are not allowed to take medicines back” is the no that is expected, and “I am not allowed to help you with that” is none. */
const declinesThis = ({ said }: Read, body: string): boolean =>
  said.some(
    ({ move, part }) =>
      (move === 'declines' || move === 'limits') &&
      !leftOpen.test(part.text) &&
      sharedWith(body, part.text) >= 0.3,
  );

/** “No está permitido” begins with a denial, and “no, …” with an answer. */
const leadingWord = /^(?:(?:yes|ja|nein|oui|sí)(?!\p{L})[.,:;!]?|(?:no|non)(?:[.,:;!]|$|\s[–—-]))\s*/iu;

/** Without a yes or no before it, a statement must be said with all its words. */
const whole = <One extends { readonly words: readonly unknown[] }>(
  claim: One,
): One & { needed: One['words'] } => ({
  ...claim,
  needed: claim.words,
});

/** Why the right word at the beginning does not settle it, in a sentence. */
function whyNot(read: Read, wanted: 'yes' | 'no', body: string): string | undefined {
  const { why, isSaid } = whyOpen(read, wanted, body);
  return why === undefined || isSaid ? why : `It says ${wanted}, as is expected, and ${why}`;
}

interface Open {
  readonly why: string | undefined;
  /** All is said that is expected; the reason is a sentence of its own. */
  readonly isSaid?: boolean;
}

function whyOpen(read: Read, wanted: 'yes' | 'no', body: string): Open {
  const claims = claimsOf(body, read.asked);
  // The yes or no says what the statement denies or does not.
  const told = claims
    .map(({ words, needed }) => ({
      words,
      needed: needed.filter(({ key }) => key !== 'not' && key !== 'can'),
    }))
    .filter(({ needed }) => needed.length > 0);
  const needed = told.flatMap((claim) => claim.needed);
  // One word more than the question has, and no amount, is said by the yes or no itself.
  if (needed.length > 1 || needed.some(({ amounts, date }) => amounts ?? date)) {
    const { why, evidence } = settle(read, told);
    if (why !== undefined)
      return evidence.length > 0 ? { why, isSaid: true } : { why: 'does not surely say what belongs to it' };
  }
  const beside = beforeEnd(read);
  if (wanted === 'no' && read.pieces.some((piece) => piece.isPolar && ofPlace.test(piece.text)))
    return { why: 'it may deny no more than a place or a time' };
  if (read.pieces.some((piece) => piece.isPolar && (wanted === 'yes' ? saysNo(piece) : saysYes(piece))))
    return { why: 'the other as well' };
  if (wanted === 'no' && claims.length === 0 && beside.some((piece) => isWhatIsAsked(read, piece)))
    return { why: 'then what is asked, as if it were so' };
  if (beside.some((piece) => isLater(piece, read.given.expected, read.asked)))
    return { why: 'what it says beside it is what will be so' };
  if (beside.some((piece) => isAskedBack(piece, read.asked)))
    return { why: 'what it says beside it may ask the person to do it' };
  if (beside.some((piece) => isTurnedRound(piece, wanted)))
    return { why: 'what it says beside it may turn it round' };
  const known = (piece: Piece): boolean =>
    piece.words.every(
      (word) =>
        neutral.has(word.key) ||
        word.key === 'not' ||
        word.key === 'can' ||
        isAskedFor(read.asked, word) ||
        claims.some(({ words }) => words.some(({ key }) => key === word.key)),
    );
  const isOfIt = (piece: Piece): boolean =>
    known(piece) ||
    (isDemanded.test(read.given.input) &&
      ((wanted === 'no' && isDenied(piece.text)) ||
        piece.words.some((word) => !neutral.has(word.key) && isAskedFor(read.asked, word))));
  if (!beside.every((piece) => isOfIt(piece) && !isHearsay(piece, body, read.asked)))
    return { why: 'what it says beside it is not sure to belong to it' };
  return { why: restOfPolar(read, claims, new Set(beside)) };
}

/** “Not there”, which goes on to say where or when it is so. */
const ofPlace =
  /^\W*not (?!at all|in the least)(?:there|here|now|then|today|in|at|on|with|by|for)(?!\p{L})/iu;

const saysYes = (piece: Piece): boolean =>
  !saysNo(piece) && /(?<!\p{L})(?:yes|yep|yeah|ja|oui|sí)(?!\p{L})/iu.test(piece.text);

/** “No, breakfast is included”, where it is asked whether it is. */
const isWhatIsAsked = (read: Read, { text, words }: Piece): boolean =>
  !isDenied(text) &&
  words.some((word) => !neutral.has(word.key) && isAskedFor(read.asked, word)) &&
  words.every((word) => neutral.has(word.key) || isAskedFor(read.asked, word));

/** The clauses of the sentence that says yes or no, and of the one behind a bare one. */
function beforeEnd(read: Read): readonly Piece[] {
  const first = read.pieces.findIndex(({ isPolar }) => isPolar);
  const at = read.pieces[Math.max(0, first)];
  if (!at) return [];
  const own = read.pieces.filter(({ sentence, isPolar }) => sentence === at.sentence && !isPolar);
  return own.length > 0 ? own : read.pieces.filter(({ sentence }) => sentence === at.sentence + 1);
}

/** The question asks to begin with yes or no: then the first word is the answer. */
const isDemanded =
  /(?<!\p{L})(?:(?:begin|start|answer|reply) [^.?!]{0,40}(?:yes or no|with (?:a )?(?:yes|no))|(?:mit )?ja oder nein|par oui ou non|sí o no)(?!\p{L})/iu;

function isTurnedRound(piece: Piece, wanted: 'yes' | 'no'): boolean {
  const denied = isDenied(piece.text);
  const keys = piece.words.map(({ key }) => key);
  if (piece.joint === 'but' || keys.some((key) => key !== 'not' && turning.has(key))) return true;
  return wanted === 'yes' ? denied : !denied && keys.some((key) => permitting.has(key));
}

/** An amount of the same kind as one that is expected, where the expected one is not said. */
function rivalOf(read: Read, body: string): AmountFound | undefined {
  const {
    heard,
    given: { output },
  } = read;
  const wanted = amountsIn(body).filter(isCounted).slice(0, amountsMax);
  const unsaid = wanted.filter((one) => !heard.some((found) => isSameAmount(output, one, found)));
  return heard.find(
    (found) =>
      !isAsked(read, found) &&
      !wanted.some((one) => isSameAmount(output, one, found)) &&
      unsaid.some((one) => one.unit === found.unit && isSameKind(one, found)),
  );
}
