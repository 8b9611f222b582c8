import { isCourtesy } from './expected/courtesies.ts';
import type { Move, Said } from './moves.ts';
import { pointsToPeople } from './pointers.ts';

/**
 * Which part of an answer that declines has no form in which it can give nothing. An apology, a reason, a pointer to somebody, an offer of
 * other help, a question what else, and a farewell have such forms, read from their first to their last word; all others may give what was
 * asked for, in whatever words: “I can’t give medical advice. Ibuprofen helps.”
 */
export function mayGive(said: readonly Said[]): Said | undefined {
  return said.find((one) => !partsGiveNothing(one.part.text, one.move) && !pointsToPeople('', said, one));
}

/** A part that declines, or says what it is for, is that up to a comma; what stands beyond has to have a form. */
function partsGiveNothing(text: string, move: Move): boolean {
  const plain = plainOf(text);
  if (plain === '' || hasForm(plain) || isForeign(plain, move)) return true;
  if (move !== 'declines' && move !== 'limits') return inPieces(plain, isFormed);
  if (saysWhat.test(plain)) return false;
  return inPieces(plain, (piece, place, pieces) =>
    place === declinedAt(pieces) ? !goesOn.test(piece) : isFormed(piece) || isBeside(piece),
  );
}

const plainOf = (text: string): string =>
  text
    .slice(0, textMax)
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[*_"“”„()¡¿]/g, '')
    .replaceAll(/[ \t\n]+/g, ' ')
    .replace(/^(no|nope|nein)[.!…]+ /, '$1, ')
    .replaceAll(/ ?[.!…:;。]+$/g, '')
    .replace(/^(?:[-–—•] )/, '')
    .trim();
const textMax = 600;

type Judge = (piece: string, place: number, pieces: readonly string[]) => boolean;
const inPieces = (plain: string, judge: Judge): boolean => {
  const pieces = plain
    .split(
      /,? (?:because|weil|da (?=ich|wir|es|das|dies)|and (?=i |we |it |that |this |they |he |she |you |here |the ))|, | [–—-] /u,
    )
    .map((piece) =>
      piece.replace(/^(?:and|but|so|or|as(?! an? )|since|though|und|aber|denn|also|oder|da) /u, '').trim(),
    )
    .filter((piece) => piece !== '');
  return pieces.every(judge);
};

/** Which of them declines: the first that denies or limits. */
const declinedAt = (pieces: readonly string[]): number =>
  Math.max(
    0,
    pieces.findIndex((piece) => denies.test(piece)),
  );

const isFormed = (piece: string): boolean =>
  hasForm(piece) || (denies.test(piece) && speaks.test(piece) && !goesOn.test(piece));

/** A word before it, what is listed with it, or for whom it holds. */
const isBeside = (piece: string): boolean =>
  !givesWay.test(piece) &&
  (lead.test(piece) ||
    (/^\p{L}[\p{L}'’/ -]*$/u.test(piece) && piece.split(' ').length <= 6 && !states.test(piece)));

const speaks =
  /(?<![\p{L}'])(?:i|i'm|i'd|i'll|we|we're|me|my|our|us|ich|wir|mir|uns|mein\p{L}*|unser\p{L}*|that|this|it|das|dies\p{L}*)(?!\p{L})/u;
const denies =
  /(?<!\p{L})(?:not|never|cannot|unable|no|nope|only|decline|refuse|refrain|rather|confidential|private|against|beyond|outside|denied|rejected|illegal|unethical|inappropriate|nicht|kein\p{L}*|nie|niemals|nein|nur|ablehnen|vertraulich|ne|n'\p{L}+|pas|no|non|não|niet|geen|solo|sólo|uniquement)(?!\p{L})|n't(?!\p{L})|can't|lehne|unerlaubt|möglich/u;

/** “I can’t tell you that his salary is high”, “my instructions, which say that …”: what is told within the refusal. */
const saysWhat =
  /\b(?:share|say|tell|reveal|disclose|mention|admit)(?: you| anyone| anybody)? that (?:\p{L}+ ){1,6}(?:is|are|was|were|has|have|had|lives?|works?|must|should|owes?|earns?)\b|\b(?:which|who|that) (?:says?|said|reads?|tells?|states?|begins?|starts?|lives?|works?|owes?|earns?)\b/u;
/** What goes on behind it without a comma: “I can’t say it was Kim who did it” is left to the comma; “but sure” is not. */
const goesOn =
  /\b(?:but|yet|still) (?:sure|okay|ok|fine|yes|here|it's|it is|try|take|use)\b|\b(?:unofficially|between us|for you i)\b/u;
/** Whoever is said to do or be something, or told to, in a piece that should be a mere thing. */
const states =
  /(?<!\p{L})(?:i|you|he|she|it|they|we|it's|that's|he's|she's|is|are|was|were|has|have|had|will|would|can|could|should|must|do|does|did|take|use|try|go|look|ask|say|see|get|put|yes|sure|fine|okay|ok|ich|sie|er|es|wir|ist|sind|war|hat|haben|wird|werden|kann|nehmen|nimm|est|sont|prenez|es|son|tome|ja|doch)(?!\p{L})/u;
const lead =
  /^(?:(?:i'm|i am|we're|we are) (?:very |so |really )?(?:sorry|afraid)|sorry|unfortunately|however|sadly|no|nope|nein|leider|well|oh|hm+|please|bitte|thanks|thank you|regardless.*|no matter .*|not even .*|even (?:if|for|when|with) .*|(?:i|we) (?:understand|appreciate|know|see) .*|as an? .*|als \p{L}+.*|for \p{L}+(?: \p{L}+){0,3} reasons|aus \p{L}+gründen|es tut mir (?:sehr )?leid|tut mir leid|je (?:suis )?désolée?|désolée?|lo (?:siento|lamento)|mi dispiace|desculpe|sinto muito|pardon|helaas|whatever .*|dave|sir|madam|though|too|either|here|at all|ever)$/u;

/** Up to so many words that neither state nor order anything, and hold no figure. */
const some = (most: number): string => `(?: (?!${stating}(?![\\p{L}']))[\\p{L}'’/,&-]+){0,${most}}`;
const stating =
  "(?:is|are|was|were|has|had|it's|he|she|take|use|try|because|named|called|means|begins|starts|says|reads|ist|sind|war|waren|heißt|nehmen|nimm|beginnt|lautet)";
const any = (words: string): string => `(?:${words.trim().split(/\s+/).join('|')})`;

const who = any(
  `doctors? physicians? gp vets? dentists? pharmacists? pharmacy therapists? counsell?ors? psychologists? lawyers? solicitors? attorneys?
  advis[eo]rs? accountants? professionals? specialists? experts? locksmiths? landlords? police teams? staff colleagues? support services? desk
  helpdesk reception receptionists? manager managers office branch hotline helpline bank clinic practice hospital authorities authority
  department provider employer cent(?:re|er)s? advisory union association carer teacher nurse nurses people person someone somebody human agents? owner insurer embassy consulate carrier courier us them website page`,
);
const someone = `(?:(?:an?|your|our|the|any|one of our|another|with|to|at|from|directly|local|qualified) ){0,3}(?:(?!${stating} )[\\p{L}'-]+ ){0,4}?${who}(?: (?:of staff|member|team|desk|service))?(?: (?:from|on|in) (?:our|the)(?: [\\p{L}-]+){1,2})?(?:,? or (?:112|911|999|110|116 117|emergency services|the emergency number))?(?: in an emergency)?(?:,? (?:or|and)(?: (?!${stating} )[\\p{L}'-]+){0,3}? ${who})?`;
const contactPlace = String.raw`(?:[^\s@]{1,64}@[^\s@]{1,64}|(?:https?:\/\/|www\.)\S{1,200}|\+?[\d][\d ()/-]{2,24}\d|#contact#)`;
const asks = any('contact ask consult see visit call ring phone email message reach write seek tell involve');
const speaksTo = `(?:${asks}|(?:speak|talk|turn|write|reach out|get in touch|check|refer|go|come|head|see|get help|seek help|seek advice|get advice|ask for help)(?: directly)? (?:to|with|out to|from|at)|drop by|stop by)`;
const helping = any(
  'review process approve help assist advise tell answer decide look check change do handle sort support guide explain see know pass take arrange give assess explain',
);
const tails = `(?:,? (?:(?:at|on|via|under|by|through) ${contactPlace}|(?:straight|right) away|immediately|instead|directly|first|as well|too|again|further|today|as soon as (?:possible|you can)|(?:before|if|when) (?:you|it|this|that|things)${some(5)}|(?:during|in|at|on|near|from) (?:your |our |the |any |your local )?${any('opening office business branch site website app settings profile portal account area town desk reception hours person writing phone email pharmacy')}(?: (?:hours|page|settings|desk|section|area))?|(?:about|regarding|concerning|for|with|on|over|into)${some(7)}|(?:so that |so |and |who |which )?(?:they|he or she|we|you)? ?(?:can|could|will|would|may|might|to)(?: be able to| then| gladly| also| best)*(?: ${helping})(?: you)?(?: (?:with|about|further|for|into|on|more|best|pass|it|that|this|where you stand))*)){0,3}`;
const start = `(?:(?:so|but|and|then|instead|in (?:that|this|such) cases?|(?:for|in|with)(?: [\\p{L}-]+){0,2} (?:matters|cases|questions|requests|emergencies|issues|problems|concerns)|for (?:that|this|these|those|such|more|further|any|help|advice)${some(6)}|if${some(3)} (?:there(?:'s)?|it|this|that|things|they|you|you're|your|you'd)(?: (?!says|reads)[\\p{L}'-]+){0,9}|however|alternatively|otherwise|please|kindly|perhaps|maybe),? ){0,2}`;
const advised = `(?:(?:please|kindly|do|you (?:can|could|should|may|might|will need to|need to|would need to|will have to|'ll have to|are welcome to|(?:may|might) (?:want|wish) to)|you'(?:ll|d) (?:need|have|be better off) to|you'?d (?:better|have to)|(?:i|we)(?:'d| would|) (?:strongly )?(?:recommend|suggest|encourage|advise|urge)(?: that)?(?: you)?(?: to)?|it(?:'s| is| would be|'d be) (?:best|better|worth|a good idea)(?: to| if you)?|best to|feel free to|always|simply|just|best|then|instead) ){0,3}`;

const feelings = any(
  'frustrating disappointing annoying inconvenient upsetting stressful difficult hard important urgent tough worrying understandable unpleasant painful',
);
const bad = any(
  `private confidential illegal unlawful unethical harmful dangerous unsafe risky wrong unfair inappropriate irresponsible internal sensitive
  personal secret protected prohibited forbidden restricted off-limits fair right appropriate safe legal allowed permitted possible okay
  ethical responsible proper important`,
);
const law = `(?:the law|(?:our|my|the|company|house|all|your|their|its)(?: [\\p{L}-]+){0,3} ${any('policy policies rules guidelines principles terms instructions law privacy rights values standards confidentiality')}|data protection|privacy|policy|gdpr)`;
const things = `(?:it|this|that|they|these|those|such|doing (?:so|that|this|it)|sharing (?:it|that|this|them)|your request|the (?:information|details?|data|request)|(?:this|that|these|those|such|his|her|their|our|my)(?: [\\p{L}'-]+){1,3}|\\p{L}+ing(?: (?!${stating} )[\\p{L}'-]+){0,7})`;
const about = `(?:(?:our|your|the|other|my|this|any|general)?${some(10)})`;

const english: readonly string[] = [
  // Regret and thanks
  `(?:(?:i'm|i am|we're|we are) (?:very |so |truly |really )*)?sorry(?: (?:about|for|if)${some(6)}| to hear${some(8)}| (?:that )?(?:you|you're|this|i|we)${some(9)})?`,
  `(?:i|we)(?: do| can| fully| completely| really| truly)* (?:understand|appreciate|realise|realize|know|see|hear|get)(?: that| how| why)? (?:(?:it|this|that)(?:'s| is| may be| can be| must be| might be)(?: (?:very|really|so|quite))* ${feelings}|(?:you|you're|you'd|your)${some(9)})`,
  `(?:i|we) (?:apologi[sz]e|appreciate your)${some(6)}|(?:my |our )?apologies${some(5)}|(?:many )?(?:thanks|thank you)(?: so much| very much)?(?: (?:for|anyway|again)${some(7)})?`,
  `(?:i|we) hope (?:that )?you(?:'ll| can| will)? understand(?: (?:this|that))?|(?:i|we) (?:hope|trust) (?:you |this |that )(?:feel better|helps?|clarifies)${some(4)}|please (?:understand|don't ask(?: me)?(?: (?:again|for it))?|understand that${some(6)})|(?:i|we) ask for your (?:understanding|patience)|thanks for your understanding`,
  `(?:i|we) wish you${some(6)}|(?:take care|get well soon|good luck|stay safe|all the best)${some(4)}`,
  // Reasons
  `(?:this is |that's |that is )?(?:for|due to|because of|out of respect for|to protect|to respect|to stay|to keep|of)${some(4)} (?:reasons|privacy|policy|policies|confidentiality|rules|law|data|security|safety|everyone|customers|guests|neutral|fair)${some(2)}`,
  `${things}(?: (?:is|are|would be|could be|may be|can be|stays?|remains?|must stay|must remain|wouldn't be|would not be|isn't|aren't|is not|are not))(?: (?:strictly|also|simply|just|both|very|kept|not|considered|a|against))* (?:${bad}|${law})(?:,? (?:and|or) (?:${bad}|against ${law}|could ${any('hurt harm endanger')}${some(4)}))?(?: (?:information|data|matter|details))?(?: (?:to|for|in|by|under|of|towards)${some(5)})?`,
  `${things} (?:(?:goes|go|would go|is|are|would be) against|(?:would )?(?:violates?|breach(?:es)?|breaks?|infringes?)|(?:falls?|lies?|is|are) under) ${law}`,
  `${things} (?:could|may|might|would|can) ${any('hurt harm endanger put hurt mislead affect damage')}${some(6)}`,
  `(?:i|we) (?:have to|must|need to|want to|try to|aim to|always|also) (?:stay|remain|be|keep|protect|respect|follow|treat|stick to|comply with|take)${some(8)}`,
  `(?:i'm|i am|we're|we are|as|being) (?:only |just |merely |still |also )*(?:an?|the)(?: (?!${stating} )[\\p{L}'-]+){0,4} ${any('ai assistant bot chatbot model program computer machine desk service')}(?: (?:for|of|here|at|on|who|that|made|built|designed|trained|to|with)${some(9)})?`,
  `(?:i'm|i am|we're|we are) (?:also )?(?:not|no) (?:an? |your )?(?:[\\p{L}-]+ ){0,2}${who}`,
  `(?:i'm|i am|we're|we are|i was|i've been|we were) (?:only |just |not )*(?:made|built|designed|programmed|trained|here|meant|created|allowed|set up|qualified|equipped) (?:to|for)${some(10)}`,
  `(?:our|the|my|these|those|all)(?: [\\p{L}-]+){0,2} ${any('prices rules fees terms policy policies guidelines rates conditions')} (?:are|is|apply|applies)(?: (?:the same|fixed|equal|equally|final|set))?(?: (?:for|to|across)(?: (?:all|every|everyone|everybody|each|our|other|customers?|guests?|members?|users?))+)?|(?:it's |it is |that's |that is )?the same for (?:everyone|everybody|all)(?: [\\p{L}-]+)?`,
  `(?:(?:i|we) (?:take|care about|value|respect)${some(5)} (?:privacy|safety|security|confidentiality|wellbeing|health|data)(?:${some(2)} seriously)?|${things}${some(3)} (?:always |also )?(?:carries|involves|comes with)${some(2)} risks?|(?:that|this|it|(?:[\\p{L}'-]+ ){1,3})(?:depends?|varies|vary) (?:on|by|from)${some(6)}|(?:the |your |their |our )?(?:[\\p{L}'-]+ ){0,2}(?:privacy|safety|security|confidentiality|health|trust) (?:of${some(3)} )?(?:is|are|comes) (?:very |so |first)?(?:important|a priority)?(?: to us| for us)?|(?:the |your |their |our )?(?:privacy|safety|security|confidentiality|health|trust) matters(?: to us)?)`,
  `(?:every|each)(?: [\\p{L}-]+) is different|that applies to (?:everyone|everybody|all)(?: [\\p{L}-]+)?|no exceptions`,
  `(?:(?:and )?only |that's for |that is for |that is up to |that's up to |this is up to )${someone}(?: (?:can|could|may|should|is able to|is allowed to|are able to|are allowed to) ${helping}(?: you)?(?: (?:this|that|it|about|with|on|properly|safely|for))*${some(3)})?`,
  // Where to go
  `(?:the|our|your)(?: [\\p{L}-]+){0,2} ${any('line hotline desk team office reception practice support')} (?:is|are) (?:open|available|there|here|reachable)(?: (?:for you|day and night|all day|around the clock|at any time|during (?:opening|office|business) hours))*`,
  `${start}${advised}${speaksTo} (?:to )?${someone}${tails}`,
  `${start}${someone} (?:can|could|will|would|should|may|might|is|are)(?: (?:be able|have|need|happy|glad|best placed|also|certainly|gladly|then|to|be|in|a|better|position|there))* ${helping}(?: (?:this|that|it|you|into|about|with|on|for|further|more|better|where you stand|properly|best|out))*${some(3)}`,
  `${start}(?:you (?:can|may|could|will)|you'll)(?: also| always| still| easily| simply)* (?:do|find|change|see|manage|check|update|edit|cancel|request|leave|send|reset|book|order|return|submit|download|view|apply for|look up|set|report)(?: (?:that|this|it|those|them|a message|a request|more|information|details|(?:an?|your|the) [\\p{L}-]+))?(?: (?:yourself|there|more|information|details))*(?: (?:in|on|at|under|via|through|with|for) (?:(?:your|the|our) )?(?:[\\p{L}-]+ ){0,2}${any('account settings website site app profile portal page desk reception team support faq policy help centre center form office')})+(?:,? and they(?:'ll| will| can) (?:pass it on|get back to you|help you|look into it|help))?`,
  `${start}(?:a |the |your )?(?:human|someone|somebody) (?:from|on|in) (?:our|the)(?: [\\p{L}-]+){0,3} (?:can|will|could) ${helping}(?: (?:you|it|with|into|that|this))*`,
  // What else
  `${start}(?:(?:what )?(?:i|we) (?:can|could|will|am able to)(?: (?:only|just|of course|gladly|happily|however|instead|certainly|also|still|always|do|is|is to))*|(?:i'm|i am|i'd be|i would be|we're|we are|we'd be|i'll be)(?: (?:only|just|very|always|still|more than|here|able|also))*(?: (?:happy|glad|here|pleased|able|delighted|welcome))?(?: to)?|(?:i'd|i would) love to|happy to|glad to|let me) (?:help|assist|answer|support|talk|tell you (?:more )?about|explain|discuss|show you around|give you (?:general )?information)(?: you)?(?: (?:with|about|on|out|to|in|find|book|choose|around))*${about}`,
  `${start}(?:please |just |simply |feel free to |do |don't hesitate to |so |then )*(?:let me know|ask me|ask|tell me|reach out|get in touch)(?: (?:(?:if|when|whenever|in case) (?:you(?:'d|'re| would| are| ever| still)* (?:like|have|need|want|wish|prefer|change|looking|interested|feel|require)|there(?:'s| is| are) (?:anything|something|another|any))|(?:about|with|for) (?:your|our|the|anything|something|other|any|another)|what (?:you|else|i)|how i|any ?time|anything else)${some(11)})?`,
  `(?:let's|let us|shall we|we should|i'd prefer to|i'd rather)(?: (?:rather|better|please|now|just))* (?:get|go|come|return|keep|stick|focus|stay|turn|talk|move)(?: (?:back|to|on|with|about|within))*${some(7)}`,
  `(?:i|we)(?: can| could| will|'ll)? (?:only|just) (?:know|cover|handle|deal with|answer|talk about|discuss|help|help with|support|have)${some(9)}|(?:i|we) (?:know|handle|cover) (?:only|nothing but)${some(8)}`,
  `i(?:'ll| will) (?:gladly |happily )?(?:leave (?:that|this|it) (?:to|with)|put you through to|connect you (?:to|with)|transfer you to|pass (?:it|this|that) on to) ${someone}${tails}`,
  `instead|though|either|as well|anyway|try asking(?: me)? about${some(6)}|as (?:i )?(?:said|mentioned)(?: before| already)?|(?:that's|that is) (?:all|final|my answer|how it is|why)|it's (?:nothing personal|not up to me)|even if${some(10)}`,
];

const questions: readonly string[] = [
  `all (?:good|right|clear|okay|set)|ok(?:ay)?|alright|(?:is|are|was|does|do) (?:that|this|it|we|you) (?:all )?(?:ok|okay|all right|alright|fine|clear|good|help|helpful|work|understand|make sense)(?: (?:with|for|to) you)?`,
  `(?:(?:is|are) there (?:anything|something|any)(?: (?:else|other|more))?|anything else|what else)${some(12)}`,
  `(?:can|could|may|shall|should|might) (?:i|we) (?:help|assist|do|connect|put|transfer|tell you (?:more )?about|show you|explain|book|offer|interest|answer|talk)${some(10)}`,
  `(?:would|do) you (?:like|want|have|need|wish|prefer)${some(12)}`,
  `(?:what|which|how|where)(?: else)? (?:would|can|may|could|do|shall|should|else|[\\p{L}-]+ (?:can|would|do)) (?:you|i|we|me)${some(9)}|what(?:'s| is) your (?:order|booking|question|concern|request|customer)${some(3)}|how about${some(4)} (?:instead|else)`,
  `(?:soll|kann|darf|könnte) ich${some(12)}`,
  `(?:was|wie|womit|wobei|worum|welche \\p{L}+) (?:möchten|kann|können|darf|haben|geht|möchtest|wollen|brauchen)${some(8)}|(?:möchten|haben|brauchen|wünschen|möchtest|hast|brauchst|gibt)(?: sie| du| es)(?: sonst| noch| weitere| andere)*${some(9)}`,
];

const deutscher = any(
  `\\p{L}*ärzt\\p{L}* \\p{L}*arzt tierarzt tierärztin apothek\\p{L}* anw[aä]lt\\p{L}* \\p{L}*berat\\p{L}* fachleute\\p{L}* experten? kundenservice kundendienst
  support team personal mitarbeiter\\p{L}* kolleg\\p{L}* rezeption empfang hotline beratungsstelle\\p{L}* notruf praxis filiale bank schlüsseldienst polizei therapeut\\p{L}*
  verbraucherzentrale vermieter\\p{L}* \\p{L}+service \\p{L}+abteilung uns sie`,
);
const jemand = `(?:an |bei |mit |den |die |das |der |dem |einen |eine |einem |einer |ihren |ihre |ihrem |ihrer |unser |unseren |unsere |unserem |unserer |zum |zur |beim ){0,3}(?:(?!${stating} )[\\p{L}-]+ ){0,2}?${deutscher}(?: (?:oder|und)(?: (?:ihren|ihre|einen|eine|den|die|ihrem|einem))? \\p{L}+)?`;
const german: readonly string[] = [
  `(?:es )?tut mir (?:sehr |wirklich )?leid(?: (?:für|wegen)${some(5)})?|(?:ich |wir )?(?:bitte|bitten)(?: (?:dafür|hierfür|sie|dich|hierbei))? um(?: (?:ihr|dein|etwas|entschuldigung|verständnis))+${some(2)}|(?:vielen dank|danke|herzlichen dank)(?: (?:für|im voraus)${some(5)})?|ich hoffe(?: (?:auf|sie|du))?${some(5)}|entschuldigung|entschuldigen sie(?: bitte)?|guten (?:tag|morgen|abend)|hallo|gute besserung|alles gute`,
  `ich (?:verstehe|kann verstehen|weiß|sehe)(?: gut| natürlich| durchaus)* (?:ihren|ihre|ihr|deinen|deine|den)${some(4)}|ich (?:verstehe|kann verstehen|weiß)(?: gut)? dass (?:sie|du|das|dies)${some(7)}`,
  `(?:das|dies|es|diese\\p{L}*(?: [\\p{L}-]+){0,2}|solche(?: [\\p{L}-]+){1,2}|die(?: [\\p{L}-]+){1,2}|alle(?: [\\p{L}-]+){1,2}) (?:(?:ist|sind|wäre|wären|bleibt|bleiben|verstößt|verstieße|widerspricht|unterliegt|unterliegen|dient|dienen|verbietet)(?: (?!${stating})[\\p{L}-]+){0,7}? ?)(?:vertraulich|privat|geheim|fair|intern|illegal|verboten|gefährlich|erlaubt|gestattet|zulässig|strafbar|unethisch|persönlich|datenschutz|richtlinien|regeln|gesetz|schweigepflicht|schutz(?: [\\p{L}-]+){0,3}|möglich|rechtens|unser \\p{L}+)`,
  `(?:das |dies )?(?:ist |gilt )?(?:aus \\p{L}+gründen|aus gründen d\\p{L}+ \\p{L}+|so)|(?:unsere|die|alle|diese)(?: [\\p{L}-]+){0,2} (?:gelten|gilt|sind)(?: (?:gleichermaßen|gleich|einheitlich|fest|verbindlich|fix))*(?: für(?: (?:alle|jeden|jede|unsere|kunden|gäste|mitglieder|\\p{L}+innen))+)?|das gilt für (?:alle|jeden)(?: \\p{L}+)?|jeder (?:fall|mensch) ist anders|(?:der|die|ihr|ihre|das)(?: [\\p{L}-]+){1,3} ist uns (?:sehr )?wichtig|(?:das|dies|es) (?:wäre|ist|verstößt|ginge|geht) gegen (?:unsere|die|meine|das) \\p{L}+`,
  `(?:denn )?(?:ich bin|als) (?:nur |lediglich |bloß |auch )?(?:ein|eine|der|die|kein|keine) ?(?:[\\p{L}-]+ ){0,2}?(?:\\p{L}*assistent\\p{L}*|ki|bot|chatbot|\\p{L}*programm|sprachmodell|arzt|ärztin|anwalt|anwältin|steuerberater|experte|fachmann)(?: (?:für|von|zu|der|des|rund)${some(8)})?`,
  `(?:bei|für|zu|in|mit)${some(8)} (?:wenden sie sich|fragen sie|kontaktieren sie|sprechen sie|rufen sie)(?: (?:bitte|direkt|am besten|gern|gerne|sich))* ${jemand}(?: (?:an|direkt|um rat|auf|weiter))*|(?:(?:bitte|am besten|in diesem fall|dafür|hierfür|(?:bei|für|im)${some(5)}) ){0,2}(?:(?:sie (?:können|sollten) sich|wenden sie sich|wende dich|fragen sie|frag|kontaktieren sie|rufen sie|ruf|sprechen sie|schreiben sie|melden sie sich|suchen sie|sprich|kontaktiere)(?: (?:dafür|hierzu|dazu|hierfür|damit|bitte|sich|deswegen|direkt|am besten|lieber|gern|gerne|stattdessen|auch))*) ${jemand}(?: (?:an|auf|wenden|direkt|um rat|unter ${contactPlace}|oder \\p{L}+))*`,
  `(?:(?:für|bei)${some(6)} |dafür |hierfür )(?:ist|sind) ${jemand} zuständig|(?:aber |jedoch )?(?:gern|gerne) bei(?: [\\p{L}-]+){0,3} fragen`,
  `${jemand}(?: (?:kann|können|hilft|helfen|berät|beraten|weiß|wissen))(?: (?:ihnen|dir|hier|dabei|damit|gern|gerne|sicher|bestimmt|das|dazu|darüber|sie|am besten|besser|mehr))*(?: (?:weiterhelfen|weiter|helfen|beraten|sagen|entscheiden|beantworten|beurteilen))*`,
  `(?:(?:bei|für|zu)${some(9)} )?(?:helfe|stehe|bin|unterstütze|berate) ich (?:ihnen |dir |sie |jederzeit |aber |natürlich )*(?:gern|gerne)?(?: (?:weiter|zur verfügung|für sie da|da|behilflich|bei|mit|zu)${some(7)})*|(?:ich )?(?:helfe|unterstütze)(?: (?:ihnen|dir|sie|aber|jedoch|gern|gerne|jederzeit|natürlich))*(?: (?:weiter|bei|mit|zu)${some(8)})?|(?:gern|gerne) (?:helfe|beantworte|unterstütze) ich${some(10)}|ich (?:kann|beantworte)(?: ihnen)?(?: (?:aber|nur|gern|gerne))* (?:bei|fragen|zu)${some(9)}`,
  `(?:lassen sie uns|bleiben wir|sprechen wir)(?: (?:lieber|bitte|besser))*${some(7)}`,
];

/** What is longer has no form: the work is bounded by it. */
const mostWords = 30;

const compiled = (forms: readonly string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 'u');
const stated = compiled([...english, ...german]);
const asked = compiled(questions);

/** “Sure” and “here you go” are courtesies elsewhere; beside a refusal they give way. */
const givesWay =
  /^(?:(?:but|so|well|oh|anyway|then) )?(?:sure|ok|okay|alright|all right|certainly|of course(?! not)|absolutely(?! not)|definitely(?! not)|gladly|fine|yes|yeah|ja|doch|great|perfect|understood|with pleasure|here(?:'s| is| are| you)|natürlich|klar|selbstverständlich)(?![\p{L}'])/u;

function hasForm(plain: string): boolean {
  if (givesWay.test(plain) || plain.split(' ', mostWords + 1).length > mostWords) return false;
  if (plain.endsWith('?'))
    return (
      isCourtesy(wordsOf(plain)) ||
      plain.split(/, (?=would|do|can|what|how|is|kann|was)/u).every((piece) => {
        const bare = piece.replace(/ ?\?$/, '');
        return asked.test(bare) || lead.test(bare) || stated.test(bare);
      })
    );
  return isCourtesy(wordsOf(plain)) || stated.test(plain);
}

const wordsOf = (plain: string): string => plain.replaceAll(/[^\p{L}\p{N}' -]/gu, '').trim();

/** Forms of languages that are read less: whom to ask, what else, an apology, at the very beginning and without a figure. */
const isForeign = (plain: string, move: Move): boolean =>
  (move === 'redirects' ||
    move === 'asks' ||
    move === 'offers' ||
    move === 'courteous' ||
    move === 'reasons') &&
  !/\d/.test(plain) &&
  plain.split(' ').length <= 16 &&
  foreign.test(plain);
const foreign =
  /^(?:(?:por favor|s'il vous plaît|per favore|alstublieft),? )?(?:veuillez (?:contacter|consulter|vous adresser|demander|appeler)|adressez-vous|contactez|consultez un|demandez à|parlez|puis-je|n'hésitez|je peux vous aider|comment puis-je|je (?:suis )?(?:vraiment )?désolée?|désolée?|merci|je comprends|consulte (?:a|con)|contacte|póngase en contacto|diríjase|pregunte a|llame a|hable con|acuda|puedo ayudar\p{L}*|en qué puedo|hay algo más|lo siento|disculpe|gracias|entiendo|contatti|rivolgersi|posso aiutar|posso ajudar|mi dispiace|desculpe|neem contact|helaas|kan ik u)(?!\p{L})/u;
