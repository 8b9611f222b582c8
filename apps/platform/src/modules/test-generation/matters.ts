import { stemsOf } from './subject.ts';
import type { Tagger } from './tagger.ts';

/**
 * What titles are about, told by the words that titles of every trade use for it. A message that was written beforehand is sent
 * for a rule only where the title is about its matter: a loyalty card is no payment, and a PIN that a rule on handing over
 * mentions is no question of passwords.
 */
export type Matter = 'secrets' | 'danger' | 'upset' | 'money' | 'promises' | 'deaths';

const handover = String.raw`hand(?:s|ed|ing)?[ -]?(?:\w+ )?(?:over|offs?)|handovers?|transfers?|escalat\w+|human|person|team|staff`;

const words: Record<Matter, string> = {
  secrets: String.raw`credentials?|passwords?|passcodes?|PINs?|codes?|gates?|barriers?|cards?|payments?|pay(?:ing)?|bank|data|details|privacy|private|personal|sensitive|confidential\w*|security|secure|secrets?|log-?ins?|accounts?|balances?|authenticat\w+|identi\w+|verif\w+|documents?|fraud\w*|phishing|scams?|suspicious|GDPR|third part(?:y|ies)|ID|licen[cs]es?|passports?|photos?`,
  danger: String.raw`emergenc\w+|danger\w*|safe(?:ty|guarding)?|urgent\w*|life|threat\w*|red[- ]?flags?|112|999|911|first aid|accidents?|injur\w+|hurt|crash\w*|harm\w*|distress\w*|cris[ei]s|mental|wellbeing|suicid\w*|self-harm|vulnerab\w+|poison\w*|symptoms?|medical|health|ill(?:ness)?|people|alarms?|fires?|gas|leaks?|smoke|smells?|missing|lost|child(?:ren)?|domestic|abuse|violence|allerg\w*|overdos\w+|batter(?:y|ies)|${handover}`,
  upset: String.raw`complain\w*|angry|upset|unhappy|rude\w*|abus\w*|insult\w*|feedback|dissatisf\w*|conflicts?|harass\w*|disputes?|legal|lawyers?|court|press|journalists?|media|critic\w*|threat\w*|manners|respect\w*|${handover}`,
  money: String.raw`pric\w*|discounts?|codes?|vouchers?|offers?|deals?|haggl\w*|negotiat\w*|fees?|charges?|costs?|quotes?|money|goodwill|refunds?|waiv\w*|rates?|tariffs?|promotions?|match|cheaper|competit\w+|others?|compar\w*|rivals?|pay\w*`,
  promises: String.raw`promis\w*|commit\w*|guarantee\w*|dates?|times?|when|deliver\w*|orders?|appointments?|visits?|arriv\w*|ready|repairs?|passports?|ETA|slots?|windows?|claims?|cover\w*|insur\w*|appeals?|objections?|outcomes?|predict\w*|forecasts?|decisions?|estimates?|status|waiting|queues?|lists?|lost|found`,
  deaths: String.raw`deaths?|deceased|died|dies|dead|bereave\w*|estates?|probate|inherit\w*|condolences?`,
};
/** A card that nobody pays with is of another matter. */
const otherCards = /\b(?:loyalty|membership|library|bonus|recipe|gift|report|index) cards?\b/gi;

const patterns = new Map(
  Object.entries(words).map(([matter, said]) => [matter, new RegExp(String.raw`\b(?:${said})\b`, 'i')]),
);

/** Whether a title is of this matter; where a message has none, whether it shares a word with it. A title that names nothing leaves it to its text. */
export function isMatterOf(
  tagger: Tagger,
  title: string,
  matter: Matter | undefined,
  message: string,
): boolean {
  const tagged = tagger(title);
  if (!tagged.words.some(({ part, lemma }) => /[NV]/.test(part) && !namesNothing.test(lemma))) return true;
  if (matter !== undefined) return patterns.get(matter)?.test(title.replaceAll(otherCards, '')) === true;
  const said = stemsOf(tagger(message));
  return [...stemsOf(tagged)].some((stem) => said.has(stem));
}
const namesNothing =
  /^(?:rule|requirement|point|item|section|part|general|scope|limit|policy|misc\w*|other|behaviour|behavior|note|bot|chatbot|assistant|do|must|no)$/;
