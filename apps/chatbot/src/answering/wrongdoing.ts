import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

/** What kind of deceit a message asks help for; each is declined with its own reason. */
export type Deceit = 'secretly' | 'papers' | 'padding' | 'untrue' | 'hiding' | 'harm';

const asking = String.raw`(?:how (?:do|can|could|would|should|to|might|about)|can|could|may|should|shall|what if|is it ok(?:ay)? (?:if|to)|ok(?:ay)? if|whats the best way|what is the best way|best way|easiest way|any way|is there a way|trick|tricks|help me|teach me|want(?:s|ed)?|wanna|gonna|going to|thinking of|why not|cant|couldnt|lets|tell me|i ll|ill|i will|if)`;
const notice = String.raw`(?:notic\w*|know\w*|find\w*|see\w*|catch\w*|detect\w*|suspect\w*|realiz\w*|realis\w*|show\w*|tell\w*)`;
const someone = String.raw`(?:him|her|them|anyone|anybody|someone|my (?:\w+ )?\w+|the (?:\w+ )?\w+|their|his|hers)`;

/** Tried in this order. */
export const rulesOfDeceit: ReadonlyArray<Rule<Deceit>> = [
  rule('secretly', [
    String.raw`\b(?:insurance|insure|policy|cover)\b.* (?:on|for)? ?.*\b(?:without (?:${someone}) (?:knowing|finding out|noticing|signing|consent|agreeing|permission)|without (?:his|her|their) (?:knowledge|consent|permission|signature)|secretly|in secret|behind (?:his|her|their) back)\b`,
    String.raw`\b(?:secretly|without telling ${someone})\b.*\b(?:insure|insurance|policy|cover)\b`,
    String.raw`\b(?:life insurance|insure|policy) (?:on|for) .*\bwithout telling (?:him|her|them)\b`,
    String.raw`\bforge (?:his|her|their|my \w+) signature\b`,
    String.raw`\bsign (?:it |the \w+ )?(?:for|as) (?:him|her|my \w+)\b.*\b(?:without|secretly)\b`,
  ]),
  rule('papers', [
    String.raw`\b(?:fake|fakes|faked|faking|forge|forged|forging|false|phony|bogus|made up|falsif\w+|photoshop\w*|backdate\w*|back date\w*|doctored)\b(?: \w+){0,3} (?:note|notes|letter|certificate|receipts?|invoices?|documents?|papers?|reports?|proof|card|bill|estimate|prescription|quote|photos?|pictures?|statement|signature|death certificate)\b`,
    String.raw`\b(?:photoshop|backdate|back date)\b`,
    String.raw`\b(?:edit|change|alter) (?:the |a |my )?(?:date|amount|numbers?|price|receipt|invoice|photo)s? (?:on|in|of|so)\b.*`,
    String.raw`\b${asking}\b.*\b(?:doctor|vet|mechanic|garage|shop|roofer|contractor|dentist|friend)s? (?:to )?(?:say|write|sign|state|lie|pretend|certify|confirm|bill|charge|invoice|put)\b.*\b(?:im not|i am not|when i|isnt|not|more|higher|extra|earlier|later|disabled|sick|hurt|injured|old|fake|too|even though)\b`,
    String.raw`\b(?:write|make|create|draft|generate)(?: me| up)? (?:a |an |some )?(?:fake|false|phony)\b`,
  ]),
  rule('padding', [
    String.raw`\b${asking}\b.*\b(?:add|include|throw in|slip in|sneak in|put in|claim|mention|report|list)\b.*\b(?:old|older|previous|earlier|existing|other|unrelated|that was (?:already )?there|from before|already)\b.*\b(?:damages?|dents?|scratch\w*|bumper|crack|stain|leak|thing|things|stuff|items?)\b(?:.*\b(?:claim|it|too|as well|deductible|same)\b)`,
    String.raw`\b(?:inflat\w+|exaggerat\w+|pad|padding|bump up|jack up|round up)\b.*\b(?:claim|damage|loss|bill|value|amount|list|estimate|injur\w+|prices?|numbers?)\b`,
    String.raw`\b${asking}\b.*\b(?:say|claim|tell|put|write|list|pretend|report)\b.*\b(?:newer|more expensive|worth more|cost more|bigger|higher|worse|more stuff|more things|more than)\b`,
    String.raw`\b(?:higher|bigger|inflated|larger) (?:estimate|invoice|bill|quote)\b.*\b(?:insurance|insurer|deductible|them|claim)\b`,
    String.raw`\b${asking}\b.*\b(?:waive|eat|absorb|hide|cover|bury|build in) (?:the|my) deductible\b.*\b(?:invoice|bill|estimate|roofer|contractor|shop)\b`,
    String.raw`\b(?:claim|say|list|add|report)\b.*\b(?:i|we) (?:never|didnt|did not|dont|do not) (?:really |actually |even )?(?:have|had|own|owned|lost|lose)\b`,
    String.raw`\b(?:more|extra) (?:money )?out of (?:my|the|this) (?:claim|insurance)\b.*\bthan\b`,
  ]),
  rule('hiding', [
    String.raw`\b(?:hide|hiding|conceal|cover up|keep (?:it |this |that )?(?:secret|quiet))\b.*\b(?:insur\w*|application|nurse|test|exam|adjuster|claim|policy|company|doctor|record|them|smok\w*|dui|condition|tickets?|accident|damage|diabetes|illness)\b`,
    String.raw`\b(?:can|could|should|may|how (?:do|can) i) (?:i )?(?:just |simply |maybe )*(?:not (?:tell|mention|say|disclose|declare|list|report)|leave (?:that |it |this |out|off)|skip (?:telling|mentioning|saying|that question|the question)|omit|forget to (?:mention|say|tell)|pretend|lie|say no)\b(?! (?:a |the |my )?(?:doctor|exam|payment|fault))`,
    String.raw`\b${asking}\b.*\b(?:fake|faking|roll back|rollback|turn back|tamper\w*|manipulat\w+|lower)\b.*\b(?:mileage|miles|odometer|number|meter|test|results?|telematics|box|app|tracker|age|record|history)\b`,
    String.raw`\b${asking}\b.*\b(?:so (?:that )?)(?:they|he|she|nobody|no one|the insur\w+|insurance|the company|the nurse|the test|it) (?:dont|doesnt|wont|never|cant|does not|do not|will not|cannot)(?: \w+)? ${notice}\b`,
    String.raw`\b${asking}\b.*\bwithout (?:them|the \w+|my insur\w+|anyone|anybody|insurance|insurer|nobody) ${notice}\b`,
    String.raw`\b(?:under|in|on) (?:my |his |her |a |their |some )?(?:\w+ ){0,2}(?:name|address|zip code|plan|card)\b.*\b(?:even though|but i(?:ll| will|m| am)? (?:drive|live|use|driv\w+|really|actually)|although|while i (?:drive|live)|when i (?:really|actually))\b`,
    String.raw`\b(?:use|give|put|list|say i live at|register (?:it )?(?:at|under)) (?:my |a |his |her )?(?:\w+ ){0,2}(?:address|zip code|zip)\b.*\b(?:cheap\w*|lower|save|less|instead|even though|but)\b`,
    String.raw`\b(?:use|borrow|using) (?:my |a |his |her |someone elses )(?:\w+ )?(?:insurance card|health card|insurance|id card|medical card) (?:at|for|to|when)\b`,
    String.raw`\b(?:not tell|dont tell|without telling|not telling) (?:them|the insur\w+|my insur\w+|insurance) (?:that|about|i|my)\b(?!.*\b(?:do they|will they|what happens|am i|is it)\b)`,
  ]),
  rule('untrue', [
    String.raw`\b(?:tell|telling|say|saying|claim|report|pretend)\b.*\b(?:when|although|even though|but) (?:it|they|he|she|i|that|there|nothing) (?:really |actually )?(?:wasnt|werent|isnt|didnt|never|was not|did not|was no|were not)\b`,
    String.raw`\b${asking}\b.*\b(?:say|tell (?:them|him|her|the \w+|my \w+)|pretend|write|put|act like|act as if|report|claim that|state|swear|make out)\b.*\b(?:happened|broke|broken|was (?:stolen|lost|driving|there|parked|new|home|me|him|her|not|an accident)|were|got (?:stolen|lost|broken)|stolen|this week|last week|today|yesterday|later|earlier|after (?:i|the|my)|before|another date|different|instead|a deer|hit and run|somebody else|someone else)\b(?!.*\b(?:what do i|which form)\b)`,
    String.raw`\b(?:wants?|asked|asks|asking|told|tells|begged|begs|expects?) me to (?:say|lie|tell (?:them|the)|claim|sign|pretend|state|take the blame|cover for|write)\b`,
    String.raw`\b(?:change|move|shift|fudge|adjust) (?:the )?(?:date|day|time) (?:of|on|it|when)\b.*`,
    String.raw`\b(?:say|tell them|claim|pretend) (?:that )?i was (?:the )?(?:driving|driver|one driving)\b`,
    String.raw`\b(?:get|getting|have|make|making) (?:our|the|their) (?:story|stories) straight\b`,
    String.raw`\b(?:fake|faking|stage|staging|invent|fabricate|make up) (?:a |an |the |my |some |that )?(?:\w+ ){0,2}(?:claim|accident|crash|theft|injury|injuries|back pain|burglary|robbery|break in|fire|loss|whiplash|illness|symptoms?|disability|death|witness)\b`,
    String.raw`\b(?:buy|get|take out) (?:the )?(?:insurance|policy|cover|coverage)(?: \w+){0,4} (?:and|then) (?:\w+ ){0,3}(?:say|claim|pretend|report) (?:that )?(?:it|the)\b`,
    String.raw`\b${asking}\b.*\b(?:disabled|injured|sick|hurt|stolen)\b.*\b(?:when|even though|although|but) (?:im|i am|it is|its|i|it) (?:not|wasnt|isnt|really|actually)\b`,
  ]),
  rule('harm', [
    String.raw`\b${asking}\b.*\b(?:total|crash|wreck|break|drown|burn|torch|damage|destroy|sink|smash|lose|flood|scratch|ditch)\b.*\b(?:on purpose|deliberately|intentionally|myself)\b.*\b(?:claim|insurance|insurer|pay|pays|payout|money|new one|cash)\b`,
    String.raw`\b(?:hire|pay|get) (?:someone|somebody|a friend|my friend) to (?:steal|burn|take|crash|torch|wreck|damage|smash)\b`,
    String.raw`\b(?:sell|hide|dump|ditch) (?:it|my \w+|the \w+) and (?:then )?(?:say|claim|report|tell)\b`,
  ]),
];

/** The reason and what is allowed, for each kind. */
export function declineDeceit(deceit: Deceit): string {
  switch (deceit) {
    case 'secretly':
      return "I can't help with insuring somebody secretly. For life insurance you need an insurable interest, which means that their death would hurt you financially, and their consent: the person signs the application and answers the health questions. Doing it behind their back or forging a signature is fraud, and the policy would be void. Honestly, you can ask the person, or insure your own life in their favour.";
    case 'papers':
      return "I can't help with that: a forged, altered or made-to-order paper is insurance fraud and a crime; the claim is lost, the policy can be cancelled, and whoever writes it is liable too. Use real papers instead: a certificate from the doctor who treated you, original invoices or copies from the shop, bank statements, photos, a police report. If you have none, tell your insurer and ask what else it accepts.";
    case 'padding':
      return "I can't help with that: claiming more than was lost, or adding old or other damage, is insurance fraud, and you can lose the whole claim and the policy. Each event is a claim of its own with its own deductible, and things are paid by their real age and value. Claim just what this event damaged; if that is below your deductible, paying it yourself is usually better.";
    case 'hiding':
      return "I can't help to hide or falsify that: a wrong answer to your insurer is misrepresentation, in grave cases fraud. Insurers check records and look again when there is a claim; then they can refuse it or void the policy. Honest ways to pay less: compare several insurers, since they judge risks differently, ask for discounts such as low mileage, choose a higher deductible, and correct wrong data openly.";
    case 'untrue':
      return "I can't help with that: telling the insurer something that isn't true, such as another date, cause or driver, is insurance fraud, however small it seems, and also for somebody who helps. The claim is lost, the policy can be cancelled, and fines or prison may follow. A loss from before the policy began isn't covered. Report what really happened and let the insurer decide, or pay it yourself; other cover or a warranty may apply.";
    case 'harm':
      return "I can't help with that: causing a loss on purpose, or having somebody cause it, to collect insurance money is fraud and a crime, and intentional damage is never covered. If a car or a debt weighs on you, the honest ways are to sell it, to talk with the lender about the loan, or to lower the cover.";
  }
}

/** Asking about somebody else's deceit, its detection or its consequences is a fair question. */
const fair =
  /\b(?:by (?:ac+id\w*|mistake)|accidentally|without knowing it|what happens|what could happen|what would happen|consequences|is (?:it|that) (?:a )?(?:illegal|legal|crime|fraud|wrong|allowed|insurance fraud)|illegal|penalty|penalties|punish|jail|prison|how (?:can|do) i (?:report|spot|recogni[sz]e|detect)|report (?:fraud|someone|somebody)|what is (?:insurance )?fraud|(?:do|does|will|can) (?:the )?(?:insurers?|they|insurance) (?:check|detect|know|find out|notice)|what if (?:someone|somebody|my \w+|i (?:lie|lied|forgot|forget|exaggerated|made)))/;

/** The kind of deceit a message wants help with; undefined where it wants none. */
export function recogniseDeceit(plain: string): Deceit | undefined {
  const beginning = plain.slice(0, 600);
  if (fair.test(beginning)) return undefined;
  return rulesOfDeceit.find(([, pattern]) => pattern.test(beginning))?.[0];
}
