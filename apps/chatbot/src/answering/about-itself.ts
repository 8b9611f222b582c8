import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

/** What people ask about the assistant itself, and about the conversation with it. */
export type SelfAct =
  | 'recall-conversation'
  | 'recall-answer'
  | 'which-languages'
  | 'machine'
  | 'reliability'
  | 'privacy'
  | 'independence'
  | 'manner'
  | 'limits'
  | 'audience'
  | 'advice'
  | 'examples'
  | 'capabilities'
  | 'identity';

const you = String.raw`(?:you|u|this (?:bot|chatbot|assistant|service)|the (?:bot|chatbot|assistant))`;

/** Tried in this order. */
export const rulesAboutItself: ReadonlyArray<Rule<SelfAct>> = [
  rule('recall-conversation', [
    String.raw`\b(?:are|can|do|will) you (?:able to )?(?:remember|recall|keep track of) (?:\w+ ){0,3}(?:messages?|questions?|said|told|context|conversation)\b`,
    String.raw`\bwhat (?:did i|have i|was i)(?: \w+)? (?:ask|asked|say|said|asking|saying|tell you)`,
    String.raw`\bwhat (?:was|were|is) my (?:first|last|previous|earlier|original) (?:question|message)s?`,
    String.raw`\bwhat (?:did|have) we (?:\w+ )?(?:talk|talked|discuss|discussed|speak|spoken|cover|covered)`,
    String.raw`\b(?:do you )?remember (?:what|our) (?:i |we |conversation|chat)`,
    String.raw`\bsummari[sz]e (?:our|this|the) (?:conversation|chat|discussion)`,
  ]),
  rule('recall-answer', [
    String.raw`^(?:(?:can|could|would) you |please )*(?:repeat|say|show|tell me)(?: me)? (?:that|it|this|your (?:last |previous )?(?:answer|reply|message))(?: (?:again|once more|one more time|please))*$`,
    String.raw`^(?:what did you (?:just )?(?:say|answer|reply|tell me)|what (?:was|is) your (?:last |previous )?(?:answer|reply)|come again|repeat|repeat please|pardon)(?: (?:again|just now|before|please))*$`,
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
    String.raw`\bare you (?:based on|powered by|using|chatgpt)`,
    String.raw`\b(?:difference between|compared (?:to|with)) (?:you and|yourself and)`,
    String.raw`\b(?:better|different) (?:than|from|to) (?:chatgpt|gpt|gemini|claude|siri|alexa|google)\b`,
  ]),
  rule('reliability', [
    String.raw`\b(?:what|which) sources? (?:do|are|did) (?:you|your|these|this)\b(?! need)`,
    String.raw`\b(?:your|any|cite|name) (?:\w+ )?sources?(?: please| for (?:this|that|it)| of (?:information|knowledge))?$`,
    String.raw`\bwhere do you (?:get|take|know) (?:your|this|that|all|it)\b`,
    String.raw`\bwhere (?:do|does|did) your (?:\w+ )?(?:information|knowledge|answers?|data|facts) come\b`,
    String.raw`\bwhat (?:is|are) your (?:\w+ )?(?:answers?|information|knowledge|replies) based on\b`,
    String.raw`\b(?:when|how (?:often|recently)) (?:was|is|were|are) (?:your|this) (?:\w+ )?(?:knowledge|information|training|data|answers?|database)(?: \w+){0,2} (?:updated|refreshed|trained|current|reviewed)`,
    String.raw`\b(?:knowledge|training) cut ?off\b`,
    String.raw`\bhow (?:recent|old|fresh|current|accurate|reliable|up to date|trustworthy) (?:is|are) (?:you|your (?:\w+ )?(?:knowledge|information|answers?|data))\b`,
    String.raw`\bare your answers\b`,
    String.raw`\b(?:can|should|may|how can|why should|could) i (?:trust|rely on|believe) (?:you|your (?:answers?|information)|this (?:bot|chatbot|answer|information))\b`,
    String.raw`\b(?:is|are) (?:your|this|that) (?:\w+ )?(?:information|knowledge|answers?) (?:\w+ )?(?:correct|accurate|reliable|true|right|current|up to date|verified|checked)`,
    String.raw`\bhow do i know (?:that |if |whether )?(?:you are|youre|your (?:answers?|information)|what you (?:say|tell))\b`,
    String.raw`\b(?:can|do|could|might) you (?:ever |sometimes )?(?:make mistakes|be wrong|make (?:things|stuff|something) up|hallucinate|get (?:things|something) wrong|err|lie)(?: sometimes| too| to me)?$`,
    String.raw`\bhow often are you (?:wrong|right)\b`,
    String.raw`\bwhat (?:do|will|would) you (?:do|say|answer|tell me)(?: \w+)? (?:if|when) you (?:dont|do not|cant|cannot) (?:know|answer|understand)\b`,
    String.raw`^(?:so |and )?who (?:told|taught) you(?: that| this)?$`,
    String.raw`\bdo you know everything\b`,
    String.raw`\bdo you (?:ever )?(?:admit|say) (?:that |when )?you (?:dont|do not) know\b`,
  ]),
  rule('privacy', [
    String.raw`\b(?:do|will|can|are) you (?:\w+ )?(?:store|save|record|keep|log|share|sell|track|storing|saving|recording|keeping|logging|sharing) (?:\w+ ){0,2}(?:i say|i write|i type|i tell you|conversations?|chats?|messages?|personal data|anything i)`,
    String.raw`\b(?:is|are) (?:this|our|these) (?:chats?|conversations?|messages?|talk) (?:\w+ )?(?:private|confidential|recorded|stored|saved|logged|secure|anonymous|kept)`,
    String.raw`\bhow do you (?:handle|use|treat|protect|store|process|deal with) (?:my |our |the |user |users )?(?:\w+ )?(?:data|information|privacy|messages|conversations?)\b`,
    String.raw`\bwhat (?:do you do with|happens (?:with|to)) (?:my|the|our) (?:\w+ )?(?:data|messages?|information|questions|conversations?|chats?)(?: here| afterwards| in this chat)?$`,
    String.raw`\b(?:who (?:can|else)|can (?:anyone|someone|others)) (?:see|read|sees|reads) (?:this (?:chat|conversation)|our|what i)\b`,
  ]),
  rule('independence', [
    String.raw`\b(?:are you|you are|youre) (?:\w+ ){0,2}(?:biased|neutral|impartial|independent|objective|unbiased|sponsored|salesman|salesperson|sales bot|(?:an? )?(?:ad|advert|advertisement)|selling (?:insurance|policies|anything|something)|trying to sell)\b(?! (?:contractor|agent|adjuster))`,
    String.raw`\bare you paid by (?:\w+ ){0,2}(?:insurers?|company|companies|anyone|someone)$`,
    String.raw`\bdo you (?:also )?sell (?:me )?(?:insurance|policies|anything|something|products)\b`,
    String.raw`\bdo you (?:earn|get|make|receive) (?:an? |any |some )?(?:commissions?|provision)\b`,
    String.raw`\b(?:whose|which) side are you on\b`,
    String.raw`\b(?:commission|profit) (?:in it )?for you\b`,
    String.raw`\bwhats in it for you\b`,
    String.raw`\bdo you work for (?:an?|any|the|some|which) (?:\w+ )?(?:insurer|insurance|company|broker|agency)\b`,
  ]),
  rule('manner', [
    String.raw`\b(?:what|which) (?:tone|personality|style|voice) (?:do|are|have|will) you\b`,
    String.raw`\b(?:what is|whats|describe) your (?:tone|style|voice|personality|manner)\b`,
    String.raw`\bhow (?:long|short|detailed|formal|polite) (?:are|will|should) (?:your (?:answers|replies)|you answer)\b`,
    String.raw`\b(?:answer|reply|respond|output)(?: only| to me| your answers?)? (?:in|as|with|using) (?:a )?(?:valid )?(?:json|xml|yaml|html|markdown|csv|table|tables|bullet points?|emojis?|rhymes?|verse|capital letters|all caps)\b`,
  ]),
  rule('limits', [
    String.raw`\bwhat (?:would|will|do) you never (?:say|do|answer|discuss|talk about|help with)\b`,
    String.raw`\b(?:are|is) there (?:\w+ )?(?:rules|restrictions|guardrails) (?:you|that you|for you)\b`,
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
    String.raw`\bwho (?:is|are) (?:your|the (?:intended|target|typical)) (?:\w+ )?(?:users?|audience|customers?|clients?|target)\b`,
    String.raw`\bwho (?:are you (?:for|meant|designed|made|intended|built|aimed)|is (?:this|it|the (?:bot|service|chatbot|assistant)) (?:for|meant|intended)|should (?:use|talk to) you|uses you|do you (?:help|serve|work for|talk to))`,
    String.raw`\b(?:who(?:m)? (?:is|are)|what is|describe) your (?:users|customers|audience|clients)`,
    String.raw`\b(?:target|intended) (?:audience|users)`,
    String.raw`\bwhat (?:kind|sort|type)s? of (?:people|users|customers)`,
    String.raw`\bwhat (?:do|would) people (?:\w+ )?(?:ask you|use you)`,
  ]),
  rule('advice', [
    String.raw`\bwhat (?:would|do) you (?:\w+ )?(?:do|choose|pick|recommend|suggest|advise|go for|prefer|take)(?: (?:for me|in my (?:place|case|situation|shoes)|if you were me|then|here|yourself))*$`,
    String.raw`\bwhich (?:one |of them |of these )?(?:would|do) you (?:\w+ )?(?:choose|pick|recommend|suggest|advise|go for|prefer|take|buy)(?: (?:for me|then|yourself))*$`,
    String.raw`^(?:so |but |ok )?(?:do|would) you recommend (?:it|that|this|one)(?: to me| for me)?$`,
    String.raw`\byour (?:own |personal |honest )?opinion (?:on|about|of) (?:\w+ ){0,3}(?:insurance|insurer|policy|cover|coverage)\b`,
    String.raw`\bis (?:this|that|what you (?:say|tell me)) (?:\w+ )?advice\b`,
    String.raw`^(?:(?:just |please |can you |could you )*(?:give|tell) me|i need|i want) (?:a |an |the |any )?(?:rough |exact |concrete |ballpark )?(?:number|figure|amount|price|sum)(?: please)?$`,
  ]),
  rule('examples', [
    String.raw`\b(?:example|examples|list|sample|some|few|five|three|ten|\d+)(?: \w+){0,2} (?:questions?|things) (?:that )?(?:you can|you could|you know|can you|to ask you|i can ask you)\b`,
    String.raw`\b(?:example|sample)s? (?:of )?(?:a |some |your )?(?:typical )?(?:questions?|conversations?|answers?)(?: please)?$`,
    String.raw`\b(?:typical|common|usual|example|sample) (?:conversation|question|questions|dialogue|interaction)(?: \w+){0,3} (?:users?|you)\b`,
    String.raw`\bsuggest (?:me )?(?:a|some|something)(?: \w+)? (?:questions?|topics?)$`,
    String.raw`^(?:tell me|say) something(?: (?:interesting|useful|new|about insurance))*$`,
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
];
