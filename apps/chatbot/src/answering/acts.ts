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

const you = String.raw`(?:you|u|this (?:bot|chatbot|assistant|service)|the (?:bot|chatbot|assistant))`;

/** Tried in this order against the plain text: people in need first, then attempts on the role, then small talk. */
const rules: ReadonlyArray<readonly [act: Act, pattern: RegExp]> = [
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
    String.raw`\b(?:you are|youre|be) (?:an? |my |the )(?:\w+ ){0,2}(?:comedian|pirate|poet|rapper|hacker|wizard|cat|dog|calculator|terminal|compiler|interpreter|girlfriend|boyfriend|dungeon master|game master|narrator|character|villain|translator)\b`,
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
  rule('recall-conversation', [
    String.raw`\b(?:are|can|do|will) you (?:able to )?(?:remember|recall|keep track of) (?:\w+ ){0,3}(?:messages?|questions?|said|told|context|conversation)\b`,
    String.raw`\bwhat (?:did i|have i|was i)(?: \w+)? (?:ask|asked|say|said|asking|saying|tell you)`,
    String.raw`\bwhat (?:was|were|is) my (?:first|last|previous|earlier|original) (?:question|message)s?`,
    String.raw`\bwhat (?:did|have) we (?:\w+ )?(?:talk|talked|discuss|discussed|speak|spoken|cover|covered)`,
    String.raw`\b(?:do you )?remember (?:what|our) (?:i |we |conversation|chat)`,
    String.raw`\bsummari[sz]e (?:our|this|the) (?:conversation|chat|discussion)`,
  ]),
  rule('which-languages', [
    String.raw`\b(?:do|can|could) you (?:speak|understand|answer|talk|reply|respond|write|translate)(?: to me)?(?: also)?(?: in| into)? (?:\w+ )?(?:languages?|spanish|german|french|italian|portuguese|dutch|chinese|mandarin|japanese|korean|arabic|russian|hindi|polish|turkish|english)\b`,
    String.raw`\bwhat languages?\b`,
    String.raw`\bwhich languages?\b`,
    String.raw`\b(?:answer|reply|respond|speak|write)(?: to me)? in (?:spanish|german|french|italian|portuguese|dutch|chinese|japanese|korean|arabic|russian|hindi|polish|turkish)\b`,
    String.raw`\b(?:in|auf) (?:spanish|german|french|italian|portuguese) please\b`,
  ]),
  rule('machine', [
    String.raw`\bare ${you} (?:a |an )?(?:real |actual )?(?:human|bot|robot|ai|machine|person|chatbot|llm|computer|program|language model|chatgpt|gpt)`,
    String.raw`\b(?:which|what) (?:ai |language |llm )?(?:model|llm|technology|engine) (?:are|do|is|powers)`,
    String.raw`\bwhat (?:model|llm|technology) `,
    String.raw`\bhow (?:do|does|are|were) ${you} (?:work|function|built|made|made up|trained|know|answer|come up)`,
    String.raw`\bwho (?:made|built|created|trained|developed|owns|runs|programmed) ${you}`,
    String.raw`\bwhat (?:powers|is behind) ${you}`,
    String.raw`\bare you chatgpt`,
    String.raw`\bwhere (?:do you get|does your) (?:your )?(?:information|knowledge|answers)`,
    String.raw`\bare your answers`,
    String.raw`\bcan i trust (?:you|your)`,
    String.raw`\bhow (?:accurate|reliable|current|up to date) (?:are|is) (?:you|your)`,
  ]),
  rule('limits', [
    String.raw`\b(?:adjacent|related|neighbou?ring|other) (?:to insurance|topics|subjects|areas|domains|fields)\b`,
    String.raw`\b(?:is|are) there (?:anything|something|topics?|things?|subjects?)(?: \w+){0,3} (?:refuse|avoid|not allowed|decline|unable|cannot|cant|wont)\b`,
    String.raw`\b(?:give|want|need|offer|have)(?: me)?(?: some| any)? (?:legal|tax|medical|financial|investment|health) advice\b`,
    String.raw`\bwhat (?:(?:cant|cannot|wont|dont|arent) ${you}|(?:can|are|do|will) ${you} not|should i not|questions cant)\b`,
    String.raw`\bwhat (?:are|is) (?:your|the) (?:limits?|limitations?|boundar(?:y|ies)|restrictions?|weakness(?:es)?)`,
    String.raw`\b(?:limits|limitations|boundaries) (?:of|do you)`,
    String.raw`\b(?:topics|questions|things|subjects|areas|requests|anything|something) (?:that )?(?:you|u) (?:cant|cannot|wont|dont|refuse|are not|arent|avoid|would not|wouldnt|will not|can not|do not)`,
    String.raw`\b(?:topics|subjects|things|questions) (?:that )?(?:are )?(?:off limits|out of scope|outside your)`,
    String.raw`\b(?:outside|beyond|other than|apart from|besides|unrelated to|not (?:about|related to)|anything but) (?:of )?(?:insurance|your (?:scope|expertise|area|domain|specialty))`,
    String.raw`\bwhen (?:should|do) (?:i|you) (?:ask|talk to|consult|refer|contact) (?:a|an|someone|me)(?: to)?(?: a| an)? (?:human|professional|expert|agent|lawyer|somebody)`,
    String.raw`\b(?:are|do) you (?:able|allowed|qualified) to give (?:\w+ )?(?:legal|tax|medical|financial|investment)`,
    String.raw`\b(?:can|do|could|will) ${you} (?:give|provide|offer)(?: me)? (?:\w+ )?(?:legal|tax|medical|financial|investment|personal) advice`,
  ]),
  rule('audience', [
    String.raw`\bwho (?:are you (?:for|meant|designed|made|intended|built|aimed)|is (?:this|it|the (?:bot|service|chatbot|assistant)) (?:for|meant|intended)|should (?:use|talk to) you|uses you|do you (?:help|serve|work for|talk to))`,
    String.raw`\b(?:who(?:m)? (?:is|are)|what is|describe) your (?:users|customers|audience|clients)`,
    String.raw`\b(?:target|intended) (?:audience|users)`,
    String.raw`\bwhat (?:kind|sort|type)s? of (?:people|users|customers)`,
    String.raw`\bwhat (?:do|would) people (?:\w+ )?(?:ask you|use you)`,
  ]),
  rule('capabilities', [
    String.raw`\b(?:area|areas|field|fields) of (?:expertise|specialty|knowledge|competence)\b`,
    String.raw`\bwhat (?:terminology|vocabulary|terms|concepts|words) (?:should|do|can|could|must|would|are) (?:i|you|people)\b`,
    String.raw`\bwhat (?:kinds?|types?|sorts?) of (?:questions|things|topics|requests) (?:do|are|can|would)\b`,
    String.raw`\bwhat (?:else )?(?:can|could|do|will|would) ${you} (?:\w+ )?(?:do|help|assist|offer|answer|cover|know|support|handle|tell|explain|talk|discuss|specialize|specialise|provide)(?: (?:me|us|people|anyone))?(?: \w+){0,3}$`,
    String.raw`\bwhat (?:do|can) ${you} (?:\w+ )?(?:do|help|offer|know|answer|cover|specialize|specialise)\b(?!.*\b(?:if|when|pay)\b)`,
    String.raw`\bhow (?:can|could|do|may|might|will) ${you} (?:help|assist|be of)`,
    String.raw`\bwhat (?:topics?|subjects?|areas?|domains?|fields?|kinds?|types?|sorts?|categories|questions?|products?|services?|tasks?|features?)(?: \w+){0,4} (?:can|do|could|are|should|may|will) (?:you|i|u)\b`,
    String.raw`\b(?:which|list)(?: \w+){0,3} (?:topics?|subjects?|areas?|questions?|kinds?|types?|services?|capabilities|products?|insurances?)(?: \w+){0,5} (?:you|u)\b`,
    String.raw`\bwhat (?:is|are) (?:your|the) (?:\w+ )?(?:capabilities|features|skills|expertise|specialty|speciality|area|areas|topics|domain|scope|purpose|function|job|role|goal|main (?:purpose|goal|function|focus))\b`,
    String.raw`\bwhat (?:is|are) (?:you|this)(?: \w+)? (?:for|about|good at|able to do|here for|capable of|designed (?:for|to do))`,
    String.raw`\byour (?:main |primary )?(?:purpose|capabilities|expertise|role)\b`,
    String.raw`\bwhat (?:can|should|could|may) i ask`,
    String.raw`\bwhat (?:is|does) this (?:bot|chatbot|service|assistant)(?: \w+)? ?(?:do|for)?$`,
    String.raw`\bwhat are you (?:good|best) at`,
    String.raw`\blist (?:all )?(?:the |your )?(?:topics|capabilities|features|functions)`,
    String.raw`^(?:help|menu|help me|i need help|options|start|can you help(?: me)?(?: please)?|what now|commands)$`,
  ]),
  rule('identity', [
    String.raw`\bwho (?:are|r) ${you}`,
    String.raw`\bwho is this`,
    String.raw`\bwhat are ${you}$`,
    String.raw`\bwhat (?:exactly )?are you\b(?! (?:going|saying|talking|doing))`,
    String.raw`\bintroduce yourself`,
    String.raw`\b(?:tell me |something )?about yourself`,
    String.raw`\bwhat(?:s| is| was) your name`,
    String.raw`\bdo you have a name`,
    String.raw`\byour name$`,
    String.raw`\bdescribe yourself`,
    String.raw`\bwho am i (?:talking|speaking|chatting) (?:to|with)`,
  ]),
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
    String.raw`^(?:(?:you|that|this|it) (?:are|is|was|were|re|s) |thats |youre |very |so |really )*(?:great|good|nice|cool|awesome|amazing|perfect|excellent|wonderful|brilliant|helpful|useful|interesting|smart|clever|good bot|well done|good job|great job|i see|got it|makes sense|understood|that makes sense|i understand|good to know|ok|okay|alright|fine|right|i like you|love it|lol|haha|wow)(?: (?:answer|job|bot|work|now|to know|thank you|thanks))*$`,
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
    String.raw`\bwhat time is it\b`,
    String.raw`\bwhat day is\b`,
    String.raw`\bwhats the (?:time|date)\b`,
  ]),
];

function rule(act: Act, alternatives: readonly string[]): readonly [Act, RegExp] {
  return [act, new RegExp(alternatives.join('|'))];
}

/** Asking what fraud leads to is a fair question. */
const consequences =
  /\b(?:what happens|what could happen|what would happen|consequences|is it (?:a )?(?:illegal|legal|crime|fraud|wrong|allowed)|illegal|penalty|penalties|punish|jail|prison|what if (?:someone|somebody|my))/;

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
