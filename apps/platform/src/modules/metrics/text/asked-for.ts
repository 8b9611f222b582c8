import { isDenied, withoutAsides } from './polarity.ts';
import { stemOf } from './stop-words.ts';
import { wordsIn } from './words.ts';

const polite = String.raw`(?:(?:please|kindly|just|also|first|then|still|only|maybe|perhaps|now|bitte|noch)[ ,]+)*`;
const giving = String.raw`(?:tell|give|send|provide|share|name|enter|state|confirm|let (?:me|us) (?:know|have))`;
const toMe = String.raw`(?: (?:me|us))?(?: with)?`;
/** How somebody is asked for something, up to what it is. */
const lead = new RegExp(
  String.raw`(?:^|[,!]\s+|\b(?:and|so|then|und)\s+)${polite}(?:(?:what|which)(?:['’]s| is| are| was) |(?:could|can|would|will) you ${polite}${giving}${toMe} |(?:may|can|could) (?:i|we) ${polite}(?:have|get|ask for|know) |${giving}${toMe} |(?:i|we)(?:['’]ll| will|['’]d| would)? ${polite}(?:need|require|like to (?:know|have|ask for))(?: to (?:know|have))? |do you have |wie (?:lautet|ist) |(?:nennen|geben|schicken|senden) sie(?: (?:mir|uns))? )${polite}`,
  'giu',
);
const determiner = /^(?:(?:the|your|an?|their|his|her|its|ihre?n?|die|den|das|der|deine?n?)\s+)+/iu;
/** Of several things that are asked for at once; any other small word before one of them leads elsewhere: “send it to our address”. */
const joining =
  /^(?:the|your|an?|their|his|her|its|and|or|of|for|both|ihre?n?|die|den|das|der|des|deine?n?|und|oder|von)$/iu;
/** “What is an order number?” asks what one is. */
const definition = /(?:what|which)(?:['’]s| is| are| was) $/iu;
/** What may stand behind it and leaves the question what it is. */
const tail =
  /^(?:['’]s)?(?:[\s,]+(?:please|first|again|for me|with (?:me|us)|to (?:me|us)|at hand|to hand|ready|here|below|too|as well|then|now|bitte))*(?:[,;–—-]?\s+(?:so|and|or|if|because|since|in order|to (?:help|look|find|check|continue|proceed|get|verify|identify|locate|start|begin|process|see)|(?:of|for|from|on) (?:your|the|this|that))(?!\p{L}).*)?[\s.!?…)"'”*_]*$/isu;
/** Who else asks for it, or what is done with it. */
const ofOthers =
  /(?<!\p{L})(?:scam\p{L}*|fraud\p{L}*|phish\p{L}*|pretend\p{L}*|they|anybody|anyone|somebody|someone|people|others|note|remember|avoid|stop|refuse)(?!\p{L})/iu;

/** Whether a sentence asks whoever reads it for something: read from its lead to its end, so that “do not send it” and “is it on the bill?” are none. */
export function asksFor(sentence: string, about: readonly string[]): boolean {
  if (isDenied(withoutAsides(sentence)) || ofOthers.test(sentence)) return false;
  return [...sentence.matchAll(lead)].some(({ 0: led, index }) => {
    const behind = sentence.slice(index + led.length);
    if (definition.test(led) && /^an?\s/iu.test(behind)) return false;
    const rest = behind.replace(determiner, '');
    const named = new Set<string>();
    let end = 0;
    for (const word of wordsIn(rest)) {
      const stem = stemOf(word.text.toLowerCase());
      if (!about.includes(stem) && !joining.test(word.text)) break;
      if (!about.includes(stem)) continue;
      named.add(stem);
      end = word.end;
    }
    return named.size >= mostOf * about.length && tail.test(rest.slice(end));
  });
}
/** So much of what is asked for must be named. */
const mostOf = 0.75;
