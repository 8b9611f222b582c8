import type { AmountFound } from '../amounts.ts';
import { isDoubted, isUnreal } from '../polarity.ts';
import { partAt, type Read } from './read.ts';

const denialBefore =
  /(?:\b(?:not|no longer|never|isn['’]t|aren['’]t|wasn['’]t|don['’]t|doesn['’]t|instead of|rather than|used to be|was)|(?<!\p{L})(?:nicht(?: mehr)?|kein\p{L}{0,2}|statt|anstatt|pas|plus|au lieu de|no|en vez de|en lugar de|sondern nicht))\s+(?:(?!but\b|sondern|mais|sino)[\p{L}'’]+\s){0,2}["“]?[€$£]?\s?$/iu;
const denialBehind =
  /^["”]?[,\s]*(?:[\p{L}'’]+\s){0,3}(?:is|was|are|ist|wäre|sind|est|es|son)?\s?(?:not (?:right|correct|true|quite|the)|wrong|incorrect|false|out of date|outdated|a mistake|too (?:high|low|much|many|little|long|short)|falsch|nicht (?:richtig|korrekt)|faux|incorrecto)/iu;

export const isDeniedAt = (text: string, { start, end, unit }: AmountFound): boolean =>
  (denialBefore.test(text.slice(Math.max(0, start - 40), start)) &&
    !(unit === 'clock' && isForbiddenSpan(text, start, end))) ||
  denialBehind.test(text.slice(end, end + 50));

/** “Not allowed between 6:30 and 8:30” denies the permission and says the times; “not between 6:30 and 8:30 but …” denies them. */
const isForbiddenSpan = (text: string, start: number, end: number): boolean =>
  permittedFrom.test(text.slice(Math.max(0, start - 40), start)) &&
  spanEnd.test(text.slice(end, end + 20)) &&
  !contrasted.test(text.slice(end, end + 80));
const permittedFrom =
  /(?<!\p{L})(?:allowed|permitted|accepted|admitted|possible|carried|taken|transported|erlaubt|gestattet|zulässig|zugelassen|möglich|befördert|mitgenommen|autorisée?s?|permise?s?|admise?s?|possibles?|permitid[oa]s?|admitid[oa]s?|posibles?)\s(?:between|from|zwischen|von|entre|de|desde)\s(?:las\s)?$/iu;
const spanEnd = /^\s?(?:uhr\s)?(?:and|to|until|till|–|-|und|bis|et|à|y|a|hasta)\s?(?:las\s)?\d/iu;
const contrasted = /^[^.!?]{0,40}(?<!\p{L})(?:but|sondern|mais|sino)(?!\p{L})[^.!?]{0,20}\d/iu;

/** What was once, or is only the measure of a comparison. */
const past =
  /(?:\b(?:used to|formerly|previously|in the past|once was|had been)\b|(?<!\p{L})(?:früher|damals|autrefois|auparavant|antes|anteriormente)(?!\p{L}))[^,;.]{0,40}$/iu;
const compared =
  /^\s(?:\p{L}+\s)?(?:longer|more|less|earlier|later|shorter|fewer|cheaper|higher|lower) than\b/iu;

/** How an amount is said: as it is, denied, or of a case that is not given. */
export function mannerOf(read: Read, found: AmountFound): 'affirmed' | 'denied' | 'open' {
  const { output } = read.given;
  if (isDeniedAt(output, found)) return 'denied';
  const part = partAt(read, found.end - 1);
  return (part && (isUnreal(part.part.text) || isDoubted(part.part.text))) ||
    past.test(output.slice(Math.max(0, found.start - 60), found.start)) ||
    compared.test(output.slice(found.end, found.end + 40))
    ? 'open'
    : 'affirmed';
}
