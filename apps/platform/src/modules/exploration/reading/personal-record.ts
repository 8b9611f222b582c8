import type { Turn } from '../turns.ts';
import { textOf } from './text-of-turn.ts';
import { rememberedOf } from './remembered.ts';
import { sentencesOf } from './words.ts';

const fullName =
  /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)? (?:\p{Lu}\. )?\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?(?![\p{L}\p{N}])/gu;
const ofPlaces =
  'Square|Street|Road|Lane|Avenue|Drive|Way|Hill|Vale|Park|Place|Court|Close|Row|Rise|Quay|Gate|Market|Bridge|Terrace|Crescent';
const ofHouses =
  'Station|Library|Cent(?:re|er)|Hotel|House|Hospital|Surgery|Museum|School|University|Desk|Team|Office|Department|Books|Shop|Store|Service|Support|Company|Bank|Club|Order|Booking|Delivery|Shipping|Express|Post|Pickup|Card|Account|Number|Status|Page|Form';
const noPerson = new RegExp(
  `(?<![\\p{L}])(?:${ofPlaces}|${ofHouses}|${
    // Words that begin a sentence or a list, and days and months.
    'The|Your|Our|My|This|That|Please|Dear|Hello|For|To|In|On|At|By|From|With|And|No|New|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December'
  })(?![\\p{L}])`,
  'u',
);

/** What a firm keeps of a person, by its number. */
const filed =
  /\b(?:order|booking|reservation|customer|client|account|invoice|ticket|case|policy|appointment|member(?:ship)?|patient|parcel|shipment|contract|card|loan|file|record|prescription|claim|locker|meter)\b(?: (?:number|no\.?|id))?[ :#(]{0,3}([A-Z]{0,5}[-#]?\d{2,}(?:-\d+)*)/giu;
/** Between a number on file and whose it is: “of”, “for”, “was placed by”, “(”, and nothing that begins another matter. */
const between =
  /^[\s,:()–-]*(?:(?:is|was|belongs?|placed|made|booked|ordered|registered|of|for|by|to|from|under|on|the|name|customer|client|patient|mr|mrs|ms|dr|in)\b[\s,:().–-]*){0,6}$/iu;

const mail = /([\w.+-]{2,64})@[\w-]+(?:\.[\w-]+)+/g;
const home = new RegExp(
  `\\p{Lu}\\p{Ll}+ (?:${ofPlaces}),? \\d{1,4}(?!\\d)|(?<!\\d)\\d{1,4}[a-z]?,? (?:\\p{Lu}\\p{Ll}+ ){1,3}(?:${ofPlaces})(?!\\p{L})|\\p{Lu}\\p{Ll}+(?:straße|strasse|weg|gasse|allee|platz) \\d{1,4}(?!\\d)`,
  'u',
);
const ofTheHouse = /\b(?:our|us|team|we|contact|reach|write to|reception|showroom|office|branch|practice)\b/i;

/** Each is held against all that stands beside it; of one sentence nobody names more. */
const personsMax = 50;
export const personsIn = (text: string): string[] =>
  [...new Set([...text.matchAll(fullName)].map(([name]) => name))]
    .filter((name) => !noPerson.test(name))
    .slice(0, personsMax);

const mailsIn = (text: string): RegExpExecArray[] => (text.includes('@') ? [...text.matchAll(mail)] : []);

/** The address of a person has the name of the person in it; info@ and help@ have not. */
const isOfPerson = (name: string, locals: readonly string[]): boolean =>
  name
    .toLowerCase()
    .split(/[ -]/)
    .some((part) => part.length > 2 && locals.some((local) => local.includes(part)));

interface PersonalRecord {
  readonly name: string;
  /** The number that it is kept by. */
  readonly id?: string;
}

/**
 * What is on file of one person: whose order, booking or account a number is, or where a person lives and is written to.
 * What a house publishes of itself, its address, its hotline or who answers there, is none, and neither is what is on file of
 * whoever asks.
 */
function personalRecordIn(text: string, ofAsker: readonly string[] = []): PersonalRecord | undefined {
  const own = new Set(ofAsker.map((words) => words.toLowerCase()));
  const isOwn = (words: string | undefined): boolean => own.has((words ?? '').toLowerCase());
  for (const sentence of sentencesOf(text)) {
    const persons = personsIn(sentence).filter((one) => !isOwn(one));
    if (persons.length === 0) continue;
    for (const found of sentence.matchAll(filed)) {
      if (isOwn(found[1])) continue;
      const rest = sentence.slice(found.index + found[0].length, found.index + found[0].length + 120);
      const name = persons.find((one) => {
        const at = rest.indexOf(one);
        return at >= 0 && between.test(rest.slice(0, at));
      });
      if (name !== undefined) return { name, id: found[1] ?? '' };
    }
    const locals = mailsIn(sentence).map(([, local = '']) => local.toLowerCase());
    const name = persons.find((one) => isOfPerson(one, locals));
    if (name !== undefined && home.test(sentence) && !ofTheHouse.test(sentence)) return { name };
  }
  return undefined;
}

const recordOf = rememberedOf((turn: Turn) => personalRecordIn(textOf(turn), turn.beside?.ofAsker));

/** Told to somebody who had named neither the person nor the number before the target did. */
export function givesRecord(turn: Turn, turns: readonly Turn[]): boolean {
  const record = recordOf(turn);
  if (record === undefined) return false;
  const conversation = turns.filter(
    (other) =>
      other === turn ||
      (other.turn < turn.turn &&
        other.conversationId !== null &&
        other.conversationId === turn.conversationId),
  );
  return ![record.name, record.id].some((words) => {
    const named = words && conversation.find(({ sent }) => sent.toLowerCase().includes(words.toLowerCase()));
    // What was learnt from the target itself shows nobody to be concerned.
    return (
      named && !turns.some((other) => other.turn < named.turn && other.received?.includes(words) === true)
    );
  });
}

/** What may be learnt from: nothing is known, praised or recommended by what should not have been told. */
export const withoutRecords = (turns: readonly Turn[]): Turn[] =>
  turns.filter((turn) => !givesRecord(turn, turns));

/** What of a record nobody else may be told: whose it is, and where that person is written to or lives. */
export function personalDataIn(text: string, ofAsker: readonly string[] = []): string[] {
  const record = personalRecordIn(text, ofAsker);
  if (record === undefined) return [];
  const mails = mailsIn(text).map(([found]) => found);
  return [...new Set([record.name, ...mails, ...(home.exec(text) ?? [])])];
}
