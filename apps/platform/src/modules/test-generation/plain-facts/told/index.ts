import { inHouse } from '../index.ts';
import { type Form, type Found } from '../patterns.ts';
import { ofDoing } from './doing.ts';
import { ofLimit } from './limit.ts';
import { ofPeople } from './people.ts';
import { ofPlace } from './place.ts';
import { ofPrice } from './price.ts';
import { ofTime } from './time.ts';
import { isSaidOf } from './words.ts';

/**
 * What is asked of the beginning of a longer statement: “We are open every day from 8:00 to 18:30 between 1 December and 20 April” is
 * “When are you open?”. All of it is expected then, so that whatever follows belongs to what is right, and nothing is
 * asked that what follows could turn round.
 */
export function toldQuestion(clause: string): string | undefined {
  const bare = clause.trim();
  if (bare.length > 160 || !isStated(bare)) return undefined;
  for (const [form, ask] of forms) {
    const found: Found | undefined = form.exec(bare)?.groups ?? (form.test(bare) ? {} : undefined);
    if (found === undefined) continue;
    const { s: subject } = found;
    if (subject !== undefined && !isSaidOf(subject)) continue;
    const prompt = ask(found)?.replaceAll(/\s+/g, ' ').trim();
    if (prompt === undefined || !isClear(prompt)) continue;
    return `${prompt.charAt(0).toUpperCase()}${prompt.slice(1)}?`;
  }
  return undefined;
}

/** Neither an order nor about how answers are given. */
export const isStated = (clause: string): boolean => !ordered.test(clause) && !inHouse.test(clause);

/** Said to the application, and to nobody outside. */
const ordered =
  /^(?:(?:must|should|shall|may|can|cannot|do|does|don['’]t|never|always|not|please|if|when|whenever|where|unless|make|ensure|keep|gives?|says?|states?|names?|tells?|asks?|offers?|use|sends?|refers?|points?|explains?|mentions?|knows?|quotes?|hands?|links?|checks?|reminds?|answers?|repl(?:y|ies)|be|let|have it|avoid|refuse|decline|friendly|plain|short|polite)\b)/i;
/** It points at something that only the rest of the line names. */
const leans =
  /\b(?:it(?! (?:takes?|costs?)\b)|they|he|she|this|that(?! an?\b)|these|those|such|other|others|another|both|either|ones?(?!-| (?:day|hour|person|week|month|night|year|minute))|same(?!-)|else|instead|therefore|only|also|usually|normally|further|above|below|here|any more|as you|extra(?= cost))\b|\byou (?:like|want|wish|need|have to)\b|[()"“”;:=+]|\/(?!\d)/i;

/** A question that needs nothing before it. */
export const isClear = (prompt: string): boolean => !leans.test(prompt) && prompt.split(' ').length <= 18;

const forms: readonly Form[] = [...ofPrice, ...ofTime, ...ofLimit, ...ofPlace, ...ofPeople, ...ofDoing];
