import { isPerson, thing } from './phrases.ts';
import type { Tagged, Tagger } from './tagger.ts';

const most = 30;
/** What follows a verb: a thing, and where, when or for whom. */
export const tail = `(?:R|${thing}|O)?(?:R|I${thing}|IO|IJ(?=P|$)|IM(?=P|$)|DJ(?=P|$)|DN(?=P|$)|J(?=P|$)|I?R?M(?!M)${thing}?)*(?:W?V${thing}|OX?V)?`;
/** Somebody or something that does, is or may something. */
const clause = `(?:O|${thing})(?:R|Z|X)*(?:VV?|XJ|JV?|X(?=I|D|N|J|V|T))(?:J|Z)?(?:TV)?(?:TV)?(?:I|R)?${tail}`;
const asked = `(?:W(?:J|R)*N{0,2}(?:TV${tail}|(?:X|V)(?:R|Z|V|J)*${tail}|${thing}X|${clause})|S${clause})`;

/**
 * The sequences of kinds of words that natural requests have. A message with any other was cut in the wrong place, or put
 * together of pieces that do not fit, and is not sent.
 */
const natural: readonly RegExp[] = [
  // Can you …
  `R?XOV(?:O|J)?(?:I|R)?${tail}`,
  // Can you tell me whether my claim is covered? Who can tell me …, if you cannot?
  `(?:XO|WX)V(?:O|IO)?(?:R|P)?${asked}`,
  `WXV(?:O)?${tail}`,
  // Please cancel my order.
  `R?VO?${tail}`,
  // I use a wheelchair. I want to report a smell of gas.
  `${clause}(?:(?:C|S|P)${clause})?`,
  `O(?:X|Z|R)*V(?:TV|V)?(?:C V)?(?:O|J)?(?:I|R)?${tail}(?:CT?V${tail})?`,
  `O(?:X|Z|R)*VCV${tail}`,
  `OX?V${asked}`,
  // What can I do?
  `WJ?N*XO(?:X|V)${tail}`,
  // Can dogs travel free? Is damage in races covered?
  `X${thing}(?:P${thing})*(?:C${thing})?(?:X|V|J|R|I)+${tail}(?:CV${tail})?`,
  `XO(?:V)${tail}(?:C${thing})?`,
].map((shape) => new RegExp(`^${shape.replaceAll(' ', '')}P$`));

/** Behind these a sentence is not over. */
const cut = /[DCGTSW]P$|(?<!X)OXP$/;

/** Whether somebody could have written this as it stands. */
export const isNatural = (tagger: Tagger, message: string): boolean =>
  message
    .split(/(?<=[.!?])\s+(?=[\p{L}“"])/u)
    .every((sentence) => isSentence(tagger(sentence.replace(/, if you cannot(?=\?$)/, ''))));

/**
 * Whether a message names something that people would call so: a thing that can be lost, bought or decided, and not “my
 * item”, “the matter” or “an obligation”, which only point at one.
 */
export const namesSomething = (tagger: Tagger, message: string): boolean => {
  const { words } = tagger(message);
  const things = words.filter(({ part }) => part === 'N');
  return (
    things.some((word) => !isPerson(word) && !pointing.test(word.lemma) && !pointing.test(word.low)) &&
    // “what's covered against mould”: who asks says what for.
    !/\b(?:what|which)(?:['’]s| is| are| was| counts?) (?!the |a |an |my |your )\p{L}+/iu.test(message) &&
    !/\p{L}-(?:\p{L}+-)+\p{L}|\p{L}+ing \p{L}+ing\b/u.test(message)
  );
};
/** They stand for something, and name nothing. */
const pointing =
  /^(?:advice|help|information|info|details?|data|obligations?|duty|duties|liabilit(?:y|ies)|responsibilit(?:y|ies)|rights?|items?|things?|objects?|products?|articles?|goods|case|matter|issues?|topics?|subjects?|situation|circumstances?|requests?|questions?|enquir(?:y|ies)|services?|problems?|enforcement|compliance|eligibility|guidance|recommendations?|opinions?|views?|statements?|outcomes?|results?|decisions?|processes|procedures?|reasons?|policy|policies|rules?|minutes?|hours?|days?|weeks?|months?|years?)$/i;

function isSentence({ text, words, shape }: Tagged): boolean {
  return (
    words.length <= most &&
    !cut.test(shape) &&
    !/\b(?:whether|if|that) [^?]* (?:is|are|was|were|will|can|may|has|have)\?$/i.test(text) &&
    !/\b(\p{L}+) \1\b/iu.test(text) &&
    !/\b(?:they|their|them|it|he|she|something|anything|whoever|etc)\b/i.test(text) &&
    natural.some((pattern) => pattern.test(shape))
  );
}
