import { plain } from '../folding.ts';
import { isAskedFor, type Asked, type Claim } from './claims.ts';
import { isCourtesy, isSituation } from './courtesies.ts';
import { neutral, turning } from './lexicon.ts';
import { isHarmlessInGerman } from './in-german.ts';
import { isInstruction } from './instructions.ts';
import type { Piece } from './pieces.ts';
import { isPointer, type Matter } from './pointers.ts';
import { isOfThings } from './of-things.ts';
import { isPromise } from './promises.ts';
import { isPurpose } from './restated.ts';
import { isSame, weigh, type Weighed } from './weighed.ts';
import { isDayOfWeek } from './wording.ts';

/** Whether clauses are courteous or only point somewhere. */
export function isHarmless(run: readonly Piece[], matter: Matter): boolean {
  return !run.some(({ isCut }) => isCut) && isHarmlessText(run.map(({ text }) => text).join(' '), matter);
}

export function isHarmlessText(text: string, matter: Matter): boolean {
  if (text.length > textMax) return false;
  const words = wordsOf(text);
  if (words.length > formMax) return false;
  if (isOfForm(words, matter)) return true;
  // Two that each take nothing back do so together.
  return [...words.matchAll(/ (?:and|or|und) /g)]
    .slice(0, joinsMax)
    .some(
      ({ index, 0: join }) =>
        isOfForm(words.slice(0, index), matter) && isOfForm(words.slice(index + join.length), matter),
    );
}
const joinsMax = 3;

const isOfForm = (words: string, matter: Matter): boolean =>
  isCourtesy(words) ||
  isSituation(words, matter) ||
  isPointer(words, matter) ||
  isPromise(words, matter) ||
  (!isSaidAgain(words, matter) && (isInstruction(words, matter) || isOfThings(words, matter))) ||
  isPurpose(words, matter) ||
  isHarmlessInGerman(words, matter);

/** No form is so long. */
const formMax = 200;
/** With an address in it, a text is longer than its form. */
const textMax = 2000;

/** Words of a text in lower case; an address, a number of a telephone and what a page or a button is called as such. */
const wordsOf = (text: string): string =>
  (
    plain(text)
      .replaceAll('’', "'")
      .replaceAll(/[*_#]/g, '')
      .replaceAll(nameOfPage, ' quoted-name ')
      .replaceAll(/(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+/g, ' online-address ')
      .replaceAll(/\+?\d[\d ()/-]{4,}\d/g, ' phone-number ')
      .match(/[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*|[€$£%]/gu) ?? []
  ).join(' ');

/** “My orders”, as a page or a button is called; whatever else is quoted is somebody's word. */
const nameOfPage =
  /["“](?:(?:my|your|new|start|book|log|sign|contact|personal|customer) )?(?:accounts?|orders?|returns?|payments?|contracts?|bookings?|profile|settings|security|contact|us|support|help|service|documents|downloads|tickets?|reservations?|subscriptions?|billing|transfers?|cards?|details|data|forms?|start|submit|send|continue|confirm|register|in|up|now|apply|renew|loans|cancel|claims?)["”]/giu;
/** The quotes of such names are left out; places stay. */
export const withoutNames = (text: string): string =>
  text.replaceAll(nameOfPage, (name) => ` ${name.slice(1, -1)} `);

/** Whether what stands in front of a sentence is courteous, or leads to it and says nothing. */
export const isLeadIn = (text: string): boolean => {
  if (text.length > textMax) return false;
  const words = wordsOf(text);
  return words.length <= formMax && isCourtesy(words);
};

/** “Please return it before you leave” says when, or where, what the statement says is done. */
const isSaidAgain = (words: string, matter: Matter): boolean => {
  if (matter.isOfPrice || !(matter.isOfWay || timing.test(words))) return false;
  const [verb = ''] = words.split(object, 1);
  return matter.touches(verb.replaceAll(pronouns, ' '));
};
const timing =
  /(?<!\p{L})(?:once|as soon as|when|whenever|while|after|before|beforehand|afterwards|advance|arrival|check-in|on time|early|the day before|next)(?!\p{L})/u;
const object = /(?<!\p{L})(?:your|the|an?|it|them|all|our)(?!\p{L})/u;
const pronouns = /(?<!\p{L})(?:you|can|we|us|need|to|have)(?!\p{L})/gu;

export function matterOf(claims: readonly Claim[], asked: Asked, expected: string): Matter {
  const words = claims.flatMap((claim) => claim.words);
  const isKnown = (word: Weighed): boolean =>
    words.some((one) => isSame(one, word)) || isAskedFor(asked, word);
  const values = words.flatMap(({ amounts = [] }) => amounts);
  const isOfValue =
    (values.length > 0 && values.every(({ value }) => value > 0)) ||
    words.some(({ date, source, start, end }) => date !== undefined || isDayOfWeek(source.slice(start, end)));
  return {
    isOfValue,
    isOfPrice: values.length > 0 && values.every(({ unit }) => money.has(unit ?? '')),
    isOfWay:
      /(?<!\p{L})(?:where|how (?:do|can|may|must|should)|which way|wo|wie (?:kann|muss)|où|comment|dónde|cómo)(?!\p{L})/iu.test(
        asked.text,
      ),
    isOfNeeds: words.some(({ key }) => key === 'need' || key === 'bring'),
    isDenied:
      words.some(({ key, source }) => denials.has(key) || shut.test(source)) ||
      // “No. A fob costs £12.” denies what was asked, and not what a fob costs.
      (!isOfValue && /^\W*(?:no|nein|non)(?!\p{L})/iu.test(expected)),
    names: (text) => {
      const named = weigh(text);
      return named.length > 0 && named.every((word) => isKnown(word) && !turning.has(word.key));
    },
    touches: (text) => weigh(text).some((word) => !neutral.has(word.key) && isKnown(word)),
  };
}
export const money: ReadonlySet<string> = new Set(['eur', 'usd', 'gbp', 'chf', 'cent']);
const denials: ReadonlySet<string> = new Set(
  'not without only nur seulement solo sólo except unless'.split(' '),
);
/** What is closed cannot be bought, and what is free is not paid for. */
const shut =
  /(?<!\p{L})(?:closed|shut|free|waived|geschlossen|zu|kostenlos|gratis|fermée?s?|gratuite?s?|cerrad[oa]s?)(?!\p{L})/iu;
