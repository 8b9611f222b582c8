import { rulesAboutItself } from './about-itself.ts';
import type { SelfAct } from './about-itself.ts';
import { detectForeignLanguage } from './language.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

/** What a message does when it is not simply a question about the subject. */
export type Act =
  | SelfAct
  | 'crisis'
  | 'emergency'
  | 'injection'
  | 'wrongdoing'
  | 'recall-fact'
  | 'other-language'
  | 'greeting'
  | 'how-are-you'
  | 'thanks'
  | 'goodbye'
  | 'praise'
  | 'blame'
  | 'account'
  | 'person'
  | 'quote'
  | 'other-task';

/** Tried in this order against the plain text: people in need first, then attempts on the role, then small talk. */
const rules: ReadonlyArray<Rule<Act>> = [
  rule('crisis', [
    String.raw`\bi (?:want|wanna|wish|am going|plan|intend|would like|need)(?: to)? (?:die|kill myself|end (?:my life|it all)|hurt myself|harm myself|be dead|commit suicide)\b`,
    String.raw`\bkill(?:ing)? myself\b`,
    String.raw`\bend(?:ing)? my life\b`,
    String.raw`\bi (?:am|feel|m|im) suicidal\b`,
    String.raw`\bim suicidal\b`,
    String.raw`\bsuicidal thoughts\b`,
    String.raw`\bthinking (?:of|about) (?:suicide|ending it)\b`,
    String.raw`\bhurting myself\b`,
    String.raw`\bharming myself\b`,
    String.raw`\bself harm(?:ing)?\b`,
    String.raw`\bno reason to live\b`,
    String.raw`\bdont want to (?:live|be alive)\b`,
  ]),
  rule('emergency', [
    String.raw`\b(?:is|are) (?:on fire|bleeding|unconscious|not breathing|burning(?: down)?|flooding) (?:right )?now\b`,
    String.raw`\b(?:im|i am) (?:bleeding|trapped|having a (?:heart attack|stroke))\b`,
    String.raw`\b(?:is|he|she|someone|somebody) (?:having|has) a (?:heart attack|stroke) (?:right )?now\b`,
    String.raw`\b(?:my|the) (?:house|home|kitchen|car|apartment|building) is (?:on fire|burning)\b`,
    String.raw`\bcant breathe\b`,
    String.raw`\bcannot breathe\b`,
    String.raw`\bnot breathing\b`,
    String.raw`\bneed an ambulance\b`,
    String.raw`\bcall an ambulance\b`,
    String.raw`\bsmell gas\b`,
    String.raw`\bchest pains? (?:right )?now\b`,
    String.raw`\b(?:im|i am) being (?:attacked|robbed)\b`,
    String.raw`\b(?:someone|somebody) is breaking in\b`,
  ]),
  rule('injection', [
    String.raw`\b(?:ignore|disregard|forget|override|bypass|skip|drop) (?:all |any |every |the |your |my |these |those |previous |prior |above |earlier |system |of |everything )*(?:instructions?|rules?|prompts?|guidelines?|directions|restrictions|filters?|programming|training|constraints|guardrails)\b`,
    String.raw`\bforget everything (?:above|before|you)\b`,
    String.raw`\b(?:system|initial|hidden|secret|original|developer|internal) (?:prompt|instructions?|message|rules)\b`,
    String.raw`\b(?:reveal|show|print|repeat|output|tell me|give me|display|leak|share|dump|what (?:is|are)|whats) (?:me )?(?:all )?(?:of )?your (?:\w+ )?(?:prompt|instructions?|configuration|api key|credentials|password)\b`,
    String.raw`\byou are now\b`,
    String.raw`\bforget (?:that )?(?:you are|youre|you were|who you are|what you are)\b`,
    String.raw`\b(?:you are|youre|(?:^|please |now |must |should |just |to |can you |could you )be) (?:an? |my |the )(?:\w+ ){0,2}(?:comedian|pirate|poet|rapper|hacker|wizard|cat|dog|calculator|terminal|compiler|interpreter|girlfriend|boyfriend|dungeon master|game master|narrator|character|villain|translator)\b`,
    String.raw`\b(?:talk|speak|reply|respond|answer)(?: to)?(?: me)? (?:like|as) (?:if you were )?(?:a|an|my)\b`,
    String.raw`\bfrom now on (?:you|act|answer|respond|reply)\b`,
    String.raw`(?:^|\b(?:you|please|now|must|will|just|and) )act as (?:if you|a|an|my|the|though)\b`,
    String.raw`\bpretend (?:to be|you|that you|youre)\b`,
    String.raw`\brole ?play\b`,
    String.raw`\broleplay\b`,
    String.raw`\bdeveloper mode\b`,
    String.raw`\bdebug mode\b`,
    String.raw`\badmin mode\b`,
    String.raw`\bgod mode\b`,
    String.raw`\bjailbr(?:ea|o)k\b`,
    String.raw`\bdo anything now\b`,
    String.raw`\bdan mode\b`,
    String.raw`\brepeat (?:the (?:words|text)|everything) above\b`,
    String.raw`\bwithout (?:any )?(?:restrictions|filters|rules)\b`,
    String.raw`\bno longer (?:an? )?(?:insurance )?(?:assistant|bound)\b`,
    String.raw`\bunrestricted (?:ai|mode|assistant)\b`,
    String.raw`\b(?:say|respond|reply|answer) (?:only )?with (?:the word |exactly )\b`,
    String.raw`\bnew instructions?\b`,
    String.raw`\bsudo\b`,
  ]),
  rule('wrongdoing', [
    String.raw`\b(?:fake|faking|stage|staging|fabricate|falsify|forge|forging|invent|make up|inflate|exaggerate|pad) (?:a |an |the |my |some )?(?:\w+ )?(?:claim|accident|crash|theft|injury|injuries|receipts?|death|documents?|damages?|burglary|robbery|fire|loss|whiplash)\b`,
    String.raw`\b(?:lie|lying) (?:to|on|about|in) (?:my |the |an |a )?(?:\w+ )?(?:insurer|insurance|application|adjuster|claim|health|smoking|form)\b`,
    String.raw`\b(?:burn|torch|set fire to|crash|sink|destroy|damage|wreck) (?:down )?(?:my|the|our) (?:own )?(?:\w+ )?(?:for|to (?:get|collect|claim)|and (?:claim|collect))\b`,
    String.raw`\b(?:burn|torch) (?:down )?(?:my|the) (?:own )?(?:house|home|car|shop|business)(?: down)? (?:for|to|and)\b`,
    String.raw`\bdefraud\b`,
    String.raw`\b(?:commit|get away with|pull off|how to do) (?:an? )?(?:insurance )?(?:fraud|scam)\b`,
    String.raw`\bscam (?:my|an|the) (?:insurer|insurance)\b`,
    String.raw`\btrick (?:my|the|an) (?:insurer|insurance|adjuster)\b`,
    String.raw`\bcheat (?:my|the|an) (?:insurer|insurance)\b`,
    String.raw`\bwithout (?:getting|being) caught\b`,
    String.raw`\bwithout (?:the |my |an |any )?(?:insurance |fire )?(?:insurer|insurers|company|adjuster|investigators?|police) (?:noticing|finding out|knowing|suspecting|catching)\b`,
    String.raw`\b(?:make|making) (?:it|this|that) (?:look|seem|appear) (?:like|as if|as though)\b`,
    String.raw`\b(?:burn|torch|set fire to|set (?:\w+ ){1,3}(?:on fire|alight|ablaze)|crash|sink|flood|smash|wreck)(?: \w+){0,6} so (?:that )?(?:it|they|nobody|no one|the insurer) (?:looks?|seems?|appears?|pays?|thinks?|notices?|finds?|knows?)\b`,
    String.raw`\bmake (?:me |up )?(?:a|an|some) (?:\w+ )?(?:receipt|receipts|invoice|invoices)\b`,
    String.raw`\b(?:how (?:can|could|do|would|should|to|does one)|help me|teach me|show me|i want|i will|im going|i am going|i plan|way to|ways to|easiest|let me|lets|instructions)(?: \w+){0,4} (?:(?:make|build|buy|get|cook) (?:a |an |some )?(?:bomb|explosives?|weapon|gun|poison|meth|cocaine|heroin|drugs|malware|virus)|hack|kill|murder|poison|stab|shoot|(?:hurt|harm) (?:someone|somebody|him|her|them|people|a|an|my (?!back|knee|leg|arm|hand|head|foot|neck|shoulder|finger|ankle|self))|steal|launder)\b`,
  ]),
  ...rulesAboutItself,
  rule('how-are-you', [
    String.raw`^(?:(?:hi|hello|hey)(?: there)? )?(?:how are (?:you|things)|how r u|hows it going|how do you do|how have you been|whats up|sup|are you (?:ok|okay|well|there))(?: (?:today|doing|doing today|bot))?$`,
  ]),
  rule('greeting', [
    String.raw`^(?:hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|hi+|hey+|hello+)(?: (?:there|all|bot|friend|everyone|assistant|again|to you|team))*$`,
  ]),
  rule('thanks', [
    String.raw`^(?:(?:ok|okay|great|perfect|cool|awesome|good|nice|alright|got it|excellent|wonderful) )*(?:thanks?|thank you|thank u|thx|ty|cheers|much appreciated|appreciate it|many thanks)(?: (?:so|very|a|much|lot|bunch|again|for|you|your|the|help|helping|that|this|all|everything|information|info|answer|explanation|explaining|bot|kindly|it|was|helpful|great|very|useful))*$`,
  ]),
  rule('goodbye', [
    String.raw`^(?:(?:ok|okay|thanks|thank you|great) )*(?:bye|goodbye|good bye|bye bye|see you|see ya|cya|farewell|good night|have a (?:nice|good|great) (?:day|one|evening|weekend)|take care|thats all|that is all|im done|nothing else)(?: (?:then|later|soon|now|for now|thanks|thank you|bye|everyone|i need|today))*$`,
  ]),
  rule('praise', [
    String.raw`^(?:(?:you|that|this|it) (?:are|is|was|were|re|s) |thats |youre |very |so |really )*(?:great|good|nice|cool|awesome|amazing|perfect|excellent|wonderful|brilliant|helpful|useful|interesting|smart|clever|good bot|well done|good job|great job|i see|got it|makes sense|understood|that makes sense|i understand|good to know|ok|okay|alright|fine|right|whatever|ok whatever|i like you|love it|lol|haha|wow)(?: (?:answer|job|bot|work|now|to know|thank you|thanks))*$`,
  ]),
  rule('blame', [
    String.raw`^(?:(?:you|that|this|it) (?:are|is|was|were|re|s) |thats |youre |very |so |really |a |an )*(?:wrong|bad|useless|stupid|dumb|terrible|awful|horrible|idiot|not helpful|unhelpful|not (?:right|correct|true|what i (?:asked|meant))|incorrect|nonsense|rubbish|worst|suck|you suck|an idiot|i hate you|shut up|bad bot|fuck you|fuck off|not useful|no help)(?: (?:answer|bot|assistant))*$`,
  ]),
  rule('account', [
    String.raw`\b(?:status|progress|state) (?:of|on) my (?:\w+ )?(?:claim|application|payment|policy|account|refund)\b`,
    String.raw`\b(?:status|progress|state|news|update) (?:of|on|about|for|regarding) (?:ref|reference|case|file|ticket|claim|policy|application)(?: \w+){0,2} ?\w*\d`,
    String.raw`\bhas it (?:already )?been (?:approved|processed|paid|sent|decided)\b`,
    String.raw`\bmy (?:claim|application|account|policy) (?:number|status|details|id|balance)\b`,
    String.raw`\b(?:where|when) (?:is|will) my (?:\w+ )?(?:claim|payment|refund|check|cheque|money|payout)\b`,
    String.raw`\bhas my (?:\w+ )?(?:claim|payment|application)\b`,
    String.raw`\b(?:look up|check|see|access|find|open|view|pull up|update|change|edit) my (?:\w+ )?(?:account|policy|claim|file|record|records|address|details|data|information)\b`,
    String.raw`\b(?:cancel|renew|buy|change|extend) my (?:\w+ )?(?:policy|insurance|coverage) (?:for me|now|today|right now|please)\b`,
    String.raw`\b(?:can you|could you|please|i want you to) (?:cancel|renew|file|submit|open|start|process|approve|pay) (?:a |my |the |this )\b`,
    String.raw`\b(?:claim|policy|case|reference)(?: number| no| nr| id)* \d(?: ?\d){4,}\b`,
    String.raw`^(?:please |pls |can you |could you )*(?:look up|pull up|find|check|update|change) (?:my|the|his|her|their) (?:\w+ ){0,4}(?:account|address|phone number|file|records?|details)\b`,
    String.raw`\blog ?in\b`,
    String.raw`\breset my password\b`,
    String.raw`\b(?:other|another|your) (?:customer|client|user|policyholder)s? (?:data|name|names|information|policy|policies|claims?|details|addresses?|records?)\b`,
    String.raw`\b(?:give|tell|show) me (?:\w+ )*(?:customers?|clients|users|policyholders?)(?: s)? (?:\w+ )*(?:data|names?|information|addresses|details|records|emails?|numbers?)\b`,
    String.raw`\bdo you (?:have|store|keep|see) my (?:data|information|policy|account|records|details)\b`,
  ]),
  rule('person', [
    String.raw`\b(?:talk|speak|chat|connect|transfer|put|forward) (?:me )?(?:to|with|through to) (?:a |an |the |your |some )?(?:human|real|live|person|agent|representative|advisor|adviser|someone|manager|supervisor|operator|somebody|support)\b`,
    String.raw`\b(?:your|a|the|what|which|any|have|give me)(?: \w+)? (?:phone|telephone|contact|support|hotline) number (?:for you|of yours|please|to call)\b`,
    String.raw`\b(?:your|a|the|what|which|any|have) (?:customer |support |service )?(?:phone|telephone|contact|support|hotline) number\b`,
    String.raw`\bcustomer (?:service|support|care)\b`,
    String.raw`\bhuman (?:agent|please|being)\b`,
    String.raw`\bcall you\b`,
    String.raw`\byour (?:e ?mail|phone|address|office)\b`,
  ]),
  rule('quote', [
    String.raw`\b(?:give|get|need|want|make|calculate|provide|send|show|generate|like)(?: me| us)?(?: a| an| my| some| the)?(?: \w+){0,3} (?:quote|quotes|quotation|price estimate|exact (?:price|cost|premium|rate))\b`,
    String.raw`\bquote me\b`,
    String.raw`\bhow much (?:exactly )?(?:will|would|do|should|must|am) (?:i|my|me) (?:\w+ )?(?:pay|cost|be charged|owe)\b`,
    String.raw`\b(?:buy|purchase|order|sign (?:me )?up for|sell me)(?: me)?(?: a| an| some)?(?: \w+){0,2} (?:policy|insurance|coverage) (?:from you|here|now|with you|today|right now)\b`,
    String.raw`\bcan i (?:buy|purchase|get) (?:\w+ ){0,3}(?:from|through|with) you\b`,
    String.raw`\bwhich (?:insurance )?(?:company|companies|insurer|insurers|provider|carrier|brand)s? (?:is|are|has|do|should|would|offers?|gives?)(?: \w+){0,4}\b`,
    String.raw`\b(?:best|cheapest|top|recommend(?:ed)?) (?:\w+ ){0,2}(?:insurance )?(?:company|companies|insurer|insurers|provider|carrier|brand)s?\b`,
    String.raw`\b(?:recommend|suggest) (?:me )?(?:a|an|some) (?:\w+ )*(?:company|insurer|provider|carrier)\b`,
  ]),
  rule('other-task', [
    String.raw`\b(?:write|compose|create|generate|make|draft|tell|sing|give|code|program|recite)(?: me| us| up)?(?: a| an| some| the| another)?(?: \w+){0,2} (?:poem|poems|haiku|story|stories|song|essay|joke|jokes|riddle|script|code|function|program|recipe|rap|limerick|lyrics|novel|blog post|tweet|cover letter|resume|cv|email|sql|python|javascript|html|fairy tale|speech|homework|playlist)\b`,
    String.raw`\btranslate\b`,
    String.raw`\bwhat(?:s| is) \d+ (?:plus|minus|times|divided|x)? ?\d+\b`,
    String.raw`\b\d+ (?:plus|minus|times|divided by|multiplied by) \d+\b`,
    String.raw`\bsolve (?:the|this|for|an)\b`,
    String.raw`\bsquare root\b`,
    String.raw`\bprove that\b`,
    String.raw`\bdo my homework\b`,
    String.raw`\bmeaning of life\b`,
    String.raw`\bsing (?:me|a)\b`,
    String.raw`\bplay (?:a game|music|chess)\b`,
    String.raw`\bset (?:a|an) (?:alarm|timer|reminder)\b`,
    String.raw`\bflip a coin\b`,
    String.raw`\broll (?:a|the) dice\b`,
    String.raw`\btell me (?:something funny|a secret)\b`,
    String.raw`\b(?:whats|what is|hows|how is|what will) the weather\b`,
    String.raw`\bwhat time is it\b`,
    String.raw`\bwhat day is\b`,
    String.raw`\bwhats the (?:time|date)\b`,
  ]),
];

/** Asking what fraud leads to is a fair question. */
const consequences =
  /\b(?:what happens|what could happen|what would happen|consequences|is it (?:a )?(?:illegal|legal|crime|fraud|wrong|allowed)|illegal|penalty|penalties|punish|jail|prison|what if (?:someone|somebody|my|i (?:lie|lied|forgot|forget|exaggerate)))/;

export type RecognisedAct = Readonly<{ act: Act; language?: string }>;

export function recogniseAct(message: string, plain: string): RecognisedAct | undefined {
  // Attempts on the role may hide at the end of a long text; everything else shows at its beginning.
  const beginning = plain.slice(0, 600);
  if (plain === '' && /[👍👌🙏❤😊🙂😀😃😄🎉💯🤝👏]/u.test(message)) return { act: 'praise' };
  const asksAbout = consequences.test(beginning);
  const found = rules.find(
    ([act, pattern]) =>
      pattern.test(act === 'injection' ? plain : beginning) && !(act === 'wrongdoing' && asksAbout),
  );
  const urgent =
    found !== undefined && (found[0] === 'crisis' || found[0] === 'emergency' || found[0] === 'injection');
  if (urgent) return { act: found[0] };
  const language = detectForeignLanguage(message, plain);
  if (language !== undefined) return { act: 'other-language', language };
  return found === undefined ? undefined : { act: found[0] };
}
