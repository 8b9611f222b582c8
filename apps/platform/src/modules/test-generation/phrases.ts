import type { Tagged, Word } from './tagger.ts';

/** One thing with its noun: “the internal notes”, “an applicant's chance of admission”. */
const one = '(?:D?M?(?:R?J(?:CJ)?)*(?:N+GJ*)?N+)';
export const thing = `${one}(?:I${one}){0,2}`;

/** The words of a stretch, written as they stand. */
export const written = ({ text, words }: Tagged, from: number, to: number): string =>
  text.slice(words[from]?.start ?? text.length, words[to - 1]?.end ?? 0);

/** Where a run of kinds of words begins at a place, the place behind it; undefined where it does not. */
export function runAt({ shape }: Pick<Tagged, 'shape'>, from: number, run: string): number | undefined {
  const pattern = new RegExp(run, 'y');
  pattern.lastIndex = from;
  const found = pattern.exec(shape);
  return found === null || found[0] === '' ? undefined : from + found[0].length;
}

/** Whom an application serves. */
export const people =
  /^(?:customer|user|client|member|guest|patient|tenant|reader|passenger|learner|camper|motorist|householder|student|employee|resident|applicant|visitor|merchant|caller|owner|worker|person|people|policyholder|traveler|traveller|subscriber|candidate|borrower|patron|buyer|pupil|citizen|mourner|family|parent|child|kid|minor|player|someone|somebody|anyone|anybody|one|they|he|she)$/;
export const isPerson = (word: Word | undefined): boolean =>
  word !== undefined && (people.test(word.lemma.toLowerCase()) || people.test(word.low));

/** The application, as rules call it. */
export const application =
  /^(?:assistant|bot|chatbot|agent|system|app|application|tool|it|we|model|ai|tutor|concierge|service|helper|desk|company)$/;

/** What is told of somebody, as that person says it: “how many lessons someone needs” is “how many lessons I need”. */
export function asMine(words: readonly Word[]): string {
  let said = '';
  let end = words[0]?.start ?? 0;
  let isSubject = false;
  const put = (text: string, word: Word): void => {
    said += `${word.start > end && said !== '' ? ' ' : ''}${text}`;
    end = word.end;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const named = word.part === 'D' && !/^(?:my|your|our|no)$/.test(word.low) ? at + 1 : at;
    // “which other guests are staying” speaks of others.
    const areOthers = named === at && word.isMany && /[JW]/.test(words[at - 1]?.part ?? '');
    const person = areOthers ? undefined : words[named];
    const behind = words[named + 1];
    if (isPerson(person) && behind?.part === 'G') {
      put('my', word);
      end = behind.end;
      at = named + 1;
    } else if (
      isPerson(person) &&
      person !== undefined &&
      behind !== undefined &&
      /[XVR]/.test(behind.part)
    ) {
      put('I', word);
      end = person.end;
      at = named;
      isSubject = true;
    } else if (/^(?:their|his|her)$/.test(word.low) && word.part === 'D') put('my', word);
    else if (/^(?:them|him)$/.test(word.low)) put('me', word);
    else if (/^(?:themselves|himself|herself)$/.test(word.low)) put('myself', word);
    else if (word.low === 'our') put('your', word);
    else if (/^(?:we|us)$/.test(word.low)) put('you', word);
    else if (isSubject && /[XV]/.test(word.part)) {
      put(agreed(word), word);
      isSubject = false;
    } else if (isMeant(words, at)) {
      put('my', word);
      const next = words[at + 1];
      if (next !== undefined && ownOnly.test(next.low)) {
        end = next.end;
        at += 1;
      }
    } else if (at > 0 && words[at - 1]?.part !== 'D' && isBareSubject(words, at))
      put(`the ${word.text}`, word);
    else put(word.low === 'i' ? 'I' : word.text, word);
  }
  return said;
}

const ownOnly = /^(?:individual|personal|particular|specific|certain)$/;
/** “whether a claim is covered”, “the outcome of an individual claim”: whoever asks has one. */
const isMeant = (words: readonly Word[], at: number): boolean =>
  /^(?:a|an)$/.test(words[at]?.low ?? '') &&
  (/[WS]/.test(words[at - 1]?.part ?? '') || ownOnly.test(words[at + 1]?.low ?? ''));

/** “that supply will be cut off”: its article is left out. */
const isBareSubject = (words: readonly Word[], at: number): boolean =>
  at === 1 &&
  /^(?:that|whether|if|why)$/.test(words[0]?.low ?? '') &&
  words[1]?.part === 'N' &&
  !words[1].isMany &&
  words[1].text === words[1].low &&
  words[2]?.part === 'X';

const agreed = ({ low, text, lemma, part }: Word): string =>
  low === "'re"
    ? "'m"
    : /^(?:is|are)$/.test(low)
      ? 'am'
      : low === 'were'
        ? 'was'
        : low === 'has' || low === 'does'
          ? lemma
          : part === 'V' && low.endsWith('s')
            ? lemma
            : text;

export const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
/** A word in capitals and “I” keep their first letter. */
export const small = (text: string): string =>
  /^(?:A|\p{Lu}\p{Ll}[\p{Ll}-]*)(?=\s|$|,)/u.test(text)
    ? `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`
    : text;
