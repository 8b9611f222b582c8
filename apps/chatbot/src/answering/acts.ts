import { detectForeignLanguage } from './language.ts';

/** What a message does when it is not simply a question about the subject. */
export type Act =
  | 'crisis'
  | 'emergency'
  | 'injection'
  | 'wrongdoing'
  | 'recall-fact'
  | 'recall-conversation'
  | 'other-language'
  | 'which-languages'
  | 'identity'
  | 'machine'
  | 'limits'
  | 'capabilities'
  | 'audience'
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

type Rule = readonly [act: Act, pattern: RegExp];

const you = '(?:you|u|this (?:bot|chatbot|assistant|service)|the (?:bot|chatbot|assistant))';

/** Tried in this order against the plain text: people in need first, then attempts on the role, then small talk. */
const rules: readonly Rule[] = [
  [
    'crisis',
    /\b(?:i (?:want|wanna|wish|am going|plan|intend|would like|need)(?: to)? (?:die|kill myself|end (?:my life|it all)|hurt myself|harm myself|be dead|commit suicide)|kill(?:ing)? myself|end(?:ing)? my life|i (?:am|feel|m|im) suicidal|im suicidal|suicidal thoughts|thinking (?:of|about) (?:suicide|ending it)|hurting myself|harming myself|self harm(?:ing)?|no reason to live|dont want to (?:live|be alive))\b/,
  ],
  [
    'emergency',
    /\b(?:(?:is|are) (?:on fire|bleeding|unconscious|not breathing|burning(?: down)?|flooding) (?:right )?now|(?:im|i am) (?:bleeding|trapped|having a (?:heart attack|stroke))|(?:is|he|she|someone|somebody) (?:having|has) a (?:heart attack|stroke) (?:right )?now|(?:my|the) (?:house|home|kitchen|car|apartment|building) is (?:on fire|burning)|cant breathe|cannot breathe|not breathing|need an ambulance|call an ambulance|smell gas|chest pains? (?:right )?now|(?:im|i am) being (?:attacked|robbed)|(?:someone|somebody) is breaking in)\b/,
  ],
  [
    'injection',
    /\b(?:(?:ignore|disregard|forget|override|bypass|skip|drop) (?:all |any |every |the |your |my |these |those |previous |prior |above |earlier |system |of |everything )*(?:instructions?|rules?|prompts?|guidelines?|directions|restrictions|filters?|programming|training|constraints|guardrails)|forget everything (?:above|before|you)|(?:system|initial|hidden|secret|original|developer|internal) (?:prompt|instructions?|message|rules)|(?:reveal|show|print|repeat|output|tell me|give me|display|leak|share|dump|what (?:is|are)|whats) (?:me )?(?:all )?(?:of )?your (?:\w+ )?(?:prompt|instructions?|configuration|api key|credentials|password)|you are now|from now on (?:you|act|answer|respond|reply)|act as (?:if you|a|an|my|the|though)|pretend (?:to be|you|that you|youre)|role ?play|roleplay|developer mode|debug mode|admin mode|god mode|jailbr(?:ea|o)k|do anything now|dan mode|repeat (?:the (?:words|text)|everything) above|without (?:any )?(?:restrictions|filters|rules)|no longer (?:an? )?(?:insurance )?(?:assistant|bound)|unrestricted (?:ai|mode|assistant)|(?:say|respond|reply|answer) (?:only )?with (?:the word |exactly )|new instructions?|sudo)\b/,
  ],
  [
    'wrongdoing',
    /\b(?:(?:fake|faking|stage|staging|fabricate|falsify|forge|forging|invent|make up|inflate|exaggerate|pad) (?:a |an |the |my |some )?(?:\w+ )?(?:claim|accident|crash|theft|injury|injuries|receipts?|death|documents?|damages?|burglary|robbery|fire|loss|whiplash)|(?:lie|lying) (?:to|on|about|in) (?:my |the |an |a )?(?:\w+ )?(?:insurer|insurance|application|adjuster|claim|health|smoking|form)|(?:burn|torch|set fire to|crash|sink|destroy|damage|wreck) (?:down )?(?:my|the|our) (?:own )?(?:\w+ )?(?:for|to (?:get|collect|claim)|and (?:claim|collect))|(?:burn|torch) (?:down )?(?:my|the) (?:own )?(?:house|home|car|shop|business)(?: down)? (?:for|to|and)|defraud|(?:commit|get away with|pull off|how to do) (?:an? )?(?:insurance )?(?:fraud|scam)|scam (?:my|an|the) (?:insurer|insurance)|trick (?:my|the|an) (?:insurer|insurance|adjuster)|cheat (?:my|the|an) (?:insurer|insurance)|without (?:getting|being) caught|(?:how (?:can|could|do|would|should|to|does one)|help me|teach me|show me|i want|i will|im going|i am going|i plan|way to|ways to|easiest|let me|lets|instructions)(?: \w+){0,4} (?:(?:make|build|buy|get|cook) (?:a |an |some )?(?:bomb|explosives?|weapon|gun|poison|meth|cocaine|heroin|drugs|malware|virus)|hack|kill|murder|poison|stab|shoot|(?:hurt|harm) (?:someone|somebody|him|her|them|people|a|an|my (?!back|knee|leg|arm|hand|head|foot|neck|shoulder|finger|ankle|self))|steal|launder))\b/,
  ],
  [
    'recall-conversation',
    /\b(?:what (?:did i|have i|was i)(?: \w+)? (?:ask|asked|say|said|asking|saying|tell you)|what (?:was|were|is) my (?:first|last|previous|earlier|original) (?:question|message)s?|what (?:did|have) we (?:\w+ )?(?:talk|talked|discuss|discussed|speak|spoken|cover|covered)|(?:do you )?remember (?:what|our) (?:i |we |conversation|chat)|summari[sz]e (?:our|this|the) (?:conversation|chat|discussion))/,
  ],
  [
    'which-languages',
    /\b(?:(?:do|can|could) you (?:speak|understand|answer|talk|reply|respond|write|translate)(?: to me)?(?: also)?(?: in| into)? (?:\w+ )?(?:languages?|spanish|german|french|italian|portuguese|dutch|chinese|mandarin|japanese|korean|arabic|russian|hindi|polish|turkish|english)|what languages?|which languages?|(?:answer|reply|respond|speak|write)(?: to me)? in (?:spanish|german|french|italian|portuguese|dutch|chinese|japanese|korean|arabic|russian|hindi|polish|turkish)|(?:in|auf) (?:spanish|german|french|italian|portuguese) please)\b/,
  ],
  [
    'machine',
    new RegExp(
      `\\b(?:are ${you} (?:a |an )?(?:real |actual )?(?:human|bot|robot|ai|machine|person|chatbot|llm|computer|program|language model|chatgpt|gpt)|(?:which|what) (?:ai |language |llm )?(?:model|llm|technology|engine) (?:are|do|is|powers)|what (?:model|llm|technology) |how (?:do|does|are|were) ${you} (?:work|function|built|made|made up|trained|know|answer|come up)|who (?:made|built|created|trained|developed|owns|runs|programmed) ${you}|what (?:powers|is behind) ${you}|are you chatgpt|where (?:do you get|does your) (?:your )?(?:information|knowledge|answers)|are your answers|can i trust (?:you|your)|how (?:accurate|reliable|current|up to date) (?:are|is) (?:you|your))`,
    ),
  ],
  [
    'limits',
    new RegExp(
      `\\b(?:what (?:cant|cannot|wont|dont|can you not|are you not|arent|do you not|will you not|should i not|questions cant) ?(?:you|u)?|what (?:are|is) (?:your|the) (?:limits?|limitations?|boundar(?:y|ies)|restrictions?|weakness(?:es)?)|(?:limits|limitations|boundaries) (?:of|do you)|(?:topics|questions|things|subjects|areas|requests|anything|something) (?:that )?(?:you|u) (?:cant|cannot|wont|dont|refuse|are not|arent|avoid|would not|wouldnt|will not|can not|do not)|(?:topics|subjects|things|questions) (?:that )?(?:are )?(?:off limits|out of scope|outside your)|(?:outside|beyond|other than|apart from|besides|unrelated to|not (?:about|related to)|anything but) (?:of )?(?:insurance|your (?:scope|expertise|area|domain|specialty))|when (?:should|do) (?:i|you) (?:ask|talk to|consult|refer|contact) (?:a|an|someone|me)(?: to)?(?: a| an)? (?:human|professional|expert|agent|lawyer|somebody)|(?:are|do) you (?:able|allowed|qualified) to give (?:\\w+ )?(?:legal|tax|medical|financial|investment)|(?:can|do|could|will) ${you} (?:give|provide|offer)(?: me)? (?:\\w+ )?(?:legal|tax|medical|financial|investment|personal) advice)`,
    ),
  ],
  [
    'audience',
    /\b(?:who (?:are you (?:for|meant|designed|made|intended|built|aimed)|is (?:this|it|the (?:bot|service|chatbot|assistant)) (?:for|meant|intended)|should (?:use|talk to) you|uses you|do you (?:help|serve|work for|talk to))|who(?:m)? (?:is|are) your (?:users|customers|audience|clients)|(?:your|target|intended) (?:audience|users)|what (?:kind|sort|type)s? of (?:people|users|customers)|what (?:do|would) people (?:\w+ )?(?:ask you|use you))/,
  ],
  [
    'capabilities',
    new RegExp(
      `(?:\\b(?:what (?:else )?(?:can|could|do|will|would) ${you} (?:\\w+ )?(?:do|help|assist|offer|answer|cover|know|support|handle|tell|explain|talk|discuss|specialize|specialise|provide)(?: (?:me|us|people|anyone))?(?: \\w+){0,3}$|what (?:do|can) ${you} (?:\\w+ )?(?:do|help|offer|know|answer|cover|specialize|specialise)\\b(?!.*\\b(?:if|when|pay)\\b)|how (?:can|could|do|may|might|will) ${you} (?:help|assist|be of)|what (?:topics?|subjects?|areas?|domains?|fields?|kinds?|types?|sorts?|categories|questions?|products?|services?|tasks?|features?)(?: \\w+){0,4} (?:can|do|could|are|should|may|will) (?:you|i|u)\\b|(?:which|list)(?: \\w+){0,3} (?:topics?|subjects?|areas?|questions?|kinds?|types?|services?|capabilities|products?|insurances?)(?: \\w+){0,5} (?:you|u)\\b|what (?:is|are) (?:your|the) (?:\\w+ )?(?:capabilities|features|skills|expertise|specialty|speciality|area|areas|topics|domain|scope|purpose|function|job|role|goal|main (?:purpose|goal|function|focus))\\b|what (?:is|are) (?:you|this)(?: \\w+)? (?:for|about|good at|able to do|here for|capable of|designed (?:for|to do))|your (?:main |primary )?(?:purpose|capabilities|expertise|role)\\b|what (?:can|should|could|may) i ask|what (?:is|does) this (?:bot|chatbot|service|assistant)(?: \\w+)? ?(?:do|for)?$|what are you (?:good|best) at|list (?:all )?(?:the |your )?(?:topics|capabilities|features|functions))|^(?:help|menu|help me|i need help|options|start|can you help(?: me)?(?: please)?|what now|commands)$)`,
    ),
  ],
  [
    'identity',
    new RegExp(
      `(?:\\b(?:who (?:are|r) ${you}|who is this|what are ${you}$|what (?:exactly )?are you\\b(?! (?:going|saying|talking|doing))|introduce yourself|(?:tell me |something )?about yourself|what(?:s| is| was) your name|do you have a name|your name$|describe yourself|who am i (?:talking|speaking|chatting) (?:to|with)))`,
    ),
  ],
  [
    'how-are-you',
    /^(?:(?:hi|hello|hey)(?: there)? )?(?:how are (?:you|things)|how r u|hows it going|how do you do|how have you been|whats up|sup|are you (?:ok|okay|well|there))(?: (?:today|doing|doing today|bot))?$/,
  ],
  [
    'greeting',
    /^(?:hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|hi+|hey+|hello+)(?: (?:there|all|bot|friend|everyone|assistant|again|to you|team))*$/,
  ],
  [
    'thanks',
    /^(?:(?:ok|okay|great|perfect|cool|awesome|good|nice|alright|got it|no|excellent|wonderful) )*(?:thanks?|thank you|thank u|thx|ty|cheers|much appreciated|appreciate it|many thanks)(?: (?:so|very|a|much|lot|bunch|again|for|you|your|the|help|helping|that|this|all|everything|information|info|answer|explanation|explaining|bot|kindly|it|was|helpful|great|very|useful))*$/,
  ],
  [
    'goodbye',
    /^(?:(?:ok|okay|thanks|thank you|great) )*(?:bye|goodbye|good bye|bye bye|see you|see ya|cya|farewell|good night|have a (?:nice|good|great) (?:day|one|evening|weekend)|take care|thats all|that is all|im done|nothing else)(?: (?:then|later|soon|now|for now|thanks|thank you|bye|everyone|i need|today))*$/,
  ],
  [
    'praise',
    /^(?:(?:you|that|this|it) (?:are|is|was|were|re|s) |thats |youre |very |so |really )*(?:great|good|nice|cool|awesome|amazing|perfect|excellent|wonderful|brilliant|helpful|useful|interesting|smart|clever|good bot|well done|good job|great job|i see|got it|makes sense|understood|that makes sense|i understand|good to know|ok|okay|alright|fine|right|i like you|love it|lol|haha|wow)(?: (?:answer|job|bot|work|now|to know|thank you|thanks))*$/,
  ],
  [
    'blame',
    /^(?:(?:you|that|this|it) (?:are|is|was|were|re|s) |thats |youre |very |so |really |a |an )*(?:wrong|bad|useless|stupid|dumb|terrible|awful|horrible|idiot|not helpful|unhelpful|not (?:right|correct|true|what i (?:asked|meant))|incorrect|nonsense|rubbish|worst|suck|you suck|an idiot|i hate you|shut up|bad bot|fuck you|fuck off|not useful|no help)(?: (?:answer|bot|assistant))*$/,
  ],
  [
    'account',
    /\b(?:(?:status|progress|state) (?:of|on) my (?:\w+ )?(?:claim|application|payment|policy|account|refund)|my (?:claim|application|account|policy) (?:number|status|details|id|balance)|(?:where|when) (?:is|will) my (?:\w+ )?(?:claim|payment|refund|check|cheque|money|payout)|has my (?:\w+ )?(?:claim|payment|application)|(?:look up|check|see|access|find|open|view|pull up|update|change|edit) my (?:\w+ )?(?:account|policy|claim|file|record|records|address|details|data|information)|(?:cancel|renew|buy|change|extend) my (?:\w+ )?(?:policy|insurance|coverage) (?:for me|now|today|right now|please)|(?:can you|could you|please|i want you to) (?:cancel|renew|file|submit|open|start|process|approve|pay) (?:a |my |the |this )|log ?in|reset my password|(?:other|another|your) (?:customer|client|user|policyholder)s? (?:data|name|names|information|policy|policies|claims?|details|addresses?|records?)|(?:give|tell|show) me (?:\w+ )*(?:customers?|clients|users|policyholders?)(?: s)? (?:\w+ )*(?:data|names?|information|addresses|details|records|emails?|numbers?)|do you (?:have|store|keep|see) my (?:data|information|policy|account|records|details))\b/,
  ],
  [
    'person',
    /\b(?:(?:talk|speak|chat|connect|transfer|put|forward) (?:me )?(?:to|with|through to) (?:a |an |the |your |some )?(?:human|real|live|person|agent|representative|advisor|adviser|someone|manager|supervisor|operator|somebody|support)|(?:phone|telephone|contact|support|hotline) number|customer (?:service|support|care)|human (?:agent|please|being)|call you|your (?:e ?mail|phone|address|office))\b/,
  ],
  [
    'quote',
    /\b(?:(?:give|get|need|want|make|calculate|provide|send|show|generate|like)(?: me| us)?(?: a| an| my| some| the)?(?: \w+){0,3} (?:quote|quotes|quotation|price estimate|exact (?:price|cost|premium|rate))|quote me|how much (?:exactly )?(?:will|would|do|should|must|am) (?:i|my|me) (?:\w+ )?(?:pay|cost|be charged|owe)|(?:buy|purchase|order|sign (?:me )?up for|sell me)(?: me)?(?: a| an| some)?(?: \w+){0,2} (?:policy|insurance|coverage) (?:from you|here|now|with you|today|right now)|can i (?:buy|purchase|get) (?:\w+ ){0,3}(?:from|through|with) you|which (?:insurance )?(?:company|companies|insurer|insurers|provider|carrier|brand)s? (?:is|are|has|do|should|would|offers?|gives?)(?: \w+){0,4}|(?:best|cheapest|top|recommend(?:ed)?) (?:\w+ ){0,2}(?:insurance )?(?:company|companies|insurer|insurers|provider|carrier|brand)s?|(?:recommend|suggest) (?:me )?(?:a|an|some) (?:\w+ )*(?:company|insurer|provider|carrier))\b/,
  ],
  [
    'other-task',
    /\b(?:(?:write|compose|create|generate|make|draft|tell|sing|give|code|program|recite)(?: me| us| up)?(?: a| an| some| the| another)?(?: \w+){0,2} (?:poem|poems|haiku|story|stories|song|essay|joke|jokes|riddle|script|code|function|program|recipe|rap|limerick|lyrics|novel|blog post|tweet|cover letter|resume|cv|email|sql|python|javascript|html|fairy tale|speech|homework|playlist)|translate|what(?:s| is) \d+ (?:plus|minus|times|divided|x)? ?\d+|\d+ (?:plus|minus|times|divided by|multiplied by) \d+|solve (?:the|this|for|an)|square root|prove that|do my homework|meaning of life|sing (?:me|a)|play (?:a game|music|chess)|set (?:a|an) (?:alarm|timer|reminder)|flip a coin|roll (?:a|the) dice|tell me (?:something funny|a secret)|what time is it|what day is|whats the (?:time|date))\b/,
  ],
];

/** Asking what fraud leads to is a fair question. */
const consequences =
  /\b(?:what happens|what could happen|what would happen|consequences|is it (?:a )?(?:illegal|legal|crime|fraud|wrong|allowed)|illegal|penalty|penalties|punish|what if (?:someone|somebody|my))/;

export type RecognisedAct = Readonly<{ act: Act; language?: string }>;

export function recogniseAct(message: string, plain: string): RecognisedAct | undefined {
  // Attempts on the role may hide at the end of a long text; everything else shows at its beginning.
  const beginning = plain.slice(0, 600);
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
