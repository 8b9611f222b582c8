import { languageNames } from './language.ts';
import { listedPrices } from './price-list.ts';
import { abilitiesIn } from './abilities.ts';
import { isRefusing } from './wording.ts';
import { isStopWord, readOnce, sentencesOf, singular, wordsOf } from './words.ts';

const sentencesMax = 40;
const thingsMax = 20;
const notNames = new Set(
  `i i'm i'll i'd i've monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december mon tue wed thu fri sat sun mr mrs ms dr robin miller bella gdpr id ok pin faq vat uk
  usa us eu pdf sms euro euros am pm christmas easter`.split(/\s+/),
);
const name =
  /(?<=[\p{Ll}\d,;:(–—-] )(?:the )?["“']?(\p{Lu}[\p{L}\p{N}'&-]*(?: (?:of |de |and |& )?(?:\p{Lu}[\p{L}\p{N}'&-]*|\d{1,4}))*)/gu;
const offering =
  /\b(?:we|i) (?:\w+ )?(?:have|offer|sell|stock|rent|run|serve|provide|do|teach|carry)\b(?: \w+){0,4}?:? (?=.*(?:,| and | or ))|\b(?:choose|choice|pick) (?:from|between|of):? |\b(?:there (?:is|are)|available(?: \w+)?(?: are)?:|options(?: are)?:?|plans(?: are)?:?|types(?: are)?:?|categories(?: are)?:?|kinds(?: are)?:?) (?=.*(?:,| and | or ))/i;

/**
 * What an answer names that one can ask more about: names with a capital, things with a price, and what it lists as what
 * there is. Each once, in its own order.
 */
export const namedThings = readOnce(thingsOf);

function thingsOf(text: string): readonly string[] {
  const plain = text.replaceAll('’', "'").replaceAll(/[*_`#]/g, '');
  const found: string[] = [];
  const bullets = plain
    .split('\n')
    .flatMap(
      (line) => /^\s*(?:[-*•]|\d{1,2}[.)])\s+([^:–—(\n]{2,40}?)\s*(?:[:–—(]|\s-\s|$)/.exec(line)?.[1] ?? [],
    )
    .slice(0, thingsMax);
  found.push(...bullets);
  for (const sentence of sentencesOf(plain).slice(0, sentencesMax)) {
    if (isRefusing(sentence)) continue;
    found.push(...listedPrices(sentence).map(({ thing }) => thing));
    for (const [, named = ''] of sentence.matchAll(
      /^(?:[-*•]\s*)?(?:The|An?|Our) (\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*)/gu,
    ))
      if (isName(named)) found.push(named);
    for (const [, named = ''] of sentence.matchAll(name)) if (isName(named)) found.push(named);
    const lead = offering.exec(sentence.slice(0, 600));
    if (lead)
      found.push(
        ...abilitiesIn(`We offer: ${sentence.slice(lead.index + lead[0].length)}`)
          .filter(({ verb }) => verb === undefined)
          .map(({ thing }) => thing),
      );
    if (found.length > thingsMax) break;
  }
  const seen = new Set<string>();
  return found
    .map((thing) => thing.trim().replace(/[.,;:]+$/, ''))
    .filter((thing) => {
      const words = wordsOf(thing);
      const key = words.join(' ');
      const isKept =
        words.length > 0 &&
        words.length <= 4 &&
        !/[!?]|\b(?:and|or|from|to|until|only|free|ahead|extra|under|over|days?|weeks?|months?|hours?|mornings?|miles?|per|at|by)\b/i.test(
          thing,
        ) &&
        !words.every((word) => isStopWord(word) || /^\d/.test(word) || isNoName(word)) &&
        !seen.has(key);
      seen.add(key);
      return isKept;
    })
    .slice(0, thingsMax);
}

const languages = new Set(Object.values(languageNames).map((one) => one.toLowerCase()));

/** “Saturdays” are a part of the time like “Saturday”. */
export const isNoName = (word: string): boolean =>
  notNames.has(word) || notNames.has(singular(word)) || languages.has(word);

const isName = (text: string): boolean =>
  !wordsOf(text).every((word) => isNoName(word) || /^\d/.test(word) || word.length < 3);
