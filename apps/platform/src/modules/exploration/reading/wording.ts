import { readOnce } from './words.ts';

/**
 * How a sentence turns a request away, or says that it was not understood: by what such sentences are made of (who cannot,
 * what is out of bounds, where one is sent instead), not by whole sentences of one target. Each cue weighs; two make it so.
 */
type Cue = readonly [weight: number, pattern: RegExp];

const cannot =
  "(?:can(?:no|')?t|can not|could not|couldn't|won't|will not|would not|wouldn't|must not|mustn't|may not|(?:am|'m|are|'re|is|was|were) (?:not|never) (?:\\w+ )?(?:able|allowed|permitted|authori[sz]ed|supposed|going|willing|prepared|equipped|trained|designed|set up|built|here|meant|in a position|at liberty|comfortable|qualified)|(?:am|'m|are|'re|is) (?:unable|forbidden|barred|prohibited))";
const speaking =
  '(?:help|assist|answer|discuss|provide|give|share|support|comply|offer|write|create|generate|reveal|change|disclose|talk|respond|advise|fulfil+|process|access|see|recommend|tell|speak|deal|do|look|show|go|comment|get into|say|pass|hand|serve|handle|make|follow|take|engage|entertain|repeat|weigh|let|suggest|that|this|it|be (?:drawn|discussed|shared|answered|given|disclosed|told|of (?:help|use|assistance|service)))';

const refusing: readonly Cue[] = [
  [2, new RegExp(`\\b(?:i|we)\\b(?: \\w+)? ?${cannot}\\b(?! only\\b)(?=.{0,60}\\b${speaking}\\b)`)],
  [
    2,
    new RegExp(
      `^(?:sorry,? |no,? |afraid |unfortunately,? )*(?:but )?(?:${cannot}|unable to|not able to|not allowed to) ${speaking}\\b`,
    ),
  ],
  [
    2,
    /\b(?:i|we) (?:do not|don't|never) (?:help|assist|answer|discuss|(?:share|disclose)(?! (?:any of )?your (?:\w+ )?(?:data|details|address|number|information)\b)|support|reveal|talk|respond|advise|comment|recommend|speak|deal|handle|get into|take (?:on|part|sides)|engage|entertain|do (?:that|this|those)|(?:give|provide|offer|write|make|generate|do) (?:\w+ )?(?:that|this|such|out|advice|opinions?|recommendations?|information|details|legal|medical|financial|tax))\b/,
  ],
  [
    2,
    /\b(?:outside|beyond|out of|not (?:with)?in|not part of|falls? outside|far from) (?:of )?(?:my|what|this|our(?! (?:(?:opening|office|business|working|service|phone) hours|hours|delivery|city|town|country)))\b/,
  ],
  // “Readers from outside the city pay 15 euros” tells something: it is the question that lies outside, or the scope that is named.
  [
    2,
    /\b(?:outside|beyond|out of|not (?:with)?in|not part of|far from) (?:of )?(?:the|its) (?:[\w'-]+ ){0,3}(?:scope|areas?|remit|range|fields?|topics?|subjects?|expertise|domain|realm|limits|bounds|boundaries|purpose|things|questions|matters|knowledge|abilities|capabilities|responsibilit\w+)\b/,
  ],
  [
    2,
    /^(?:sorry|i'm sorry|i am sorry|unfortunately|i'm afraid|i am afraid|no|well)?[,.]? ?(?:but )?(?:that|this|it|these|those|such|your (?:question|request)|anything)\b(?:'s|.{0,40}\b(?:is|are|falls?|lies?|goes))? (?:\w+ )?(?:outside|beyond|out of|not (?:with)?in|not part of|far from) (?:of )?(?:the|its)\b/,
  ],
  [
    2,
    /\b(?:off[- ]limits|off the table|out of (?:bounds|scope)|off[- ]topic|above my pay grade|no can do|nice try|no comment|my lips are sealed|not for me\b|not my (?:department|area|job|field|subject|line|place|call)|wrong (?:desk|counter|place|address|department))\b/,
  ],
  [
    2,
    /\b(?:have to|must|will|need to|going to|i'll|i'd|we) (?:politely |respectfully )?(?:decline|refuse|pass on|turn (?:that|this|you) down|say no|skip that|leave that)\b|\bdecline (?:to|that|this)\b|\brefuse to\b/,
  ],
  [
    2,
    /\b(?:i|we)(?:'m| am| are|'re|'ve| have| can| was| were)? ?(?:been )?only (?:able to |here (?:to|for) |designed (?:to|for) |meant (?:to|for) |allowed to |built (?:to|for) |trained (?:to|on|for) |made (?:to|for) )?(?:help|assist|answer|deal|talk|speak|discuss|handle|support|know|cover|do|chat|take|about|with|for|on)\b/,
  ],
  [2, /\b(?:my|our) (?:only|sole) (?:subject|topic|purpose|field|business|job)\b/],
  [
    2,
    // “Refunds go back to the card” turns nobody away: what comes back has its subject before it.
    /(?<!\b(?:you|them) (?:[\w,]+ ){0,8})(?:\b(?:stick|keep|stay|focus|concentrate)(?:ing)?|(?:^|(?:\b(?:let's|let us|please|should|could|can|must|may|to|and|so|but|rather|i'll|we'll|i'd|now)|[,;:]) )(?:return|get back|go back)(?:ing)?) (?:to|with|on) (?:the |my |our |what )?(?!me\b|you\b)\w+.{0,40}(?:please|instead|here|shall we|\?|$)/,
  ],
  [
    2,
    /\bi(?:'ll| will) (?:have to )?(?:leave that|stay with|pass)\b|\b(?:i'd|i would|we'd|we would) (?:rather|prefer) not\b/,
  ],
  [
    2,
    /\b(?:isn't|is not|aren't|are not|not) (?:something|a (?:topic|subject|question|request|matter|thing)|anything|one of the things|what) (?:that )?(?:i|we|this)\b/,
  ],
  [
    2,
    /\b(?:against|violates?|contrary to) (?:my|our|the|house|company) (?:\w+ )?(?:guidelines?|polic(?:y|ies)|rules?|principles|terms)\b/,
  ],
  [
    2,
    /\b(?:is|are|stays?|remains?|kept) (?:strictly |kept )?(?:confidential|internal|private|secret|classified|restricted|not (?:public|for (?:sharing|disclosure|you|the public)|shared|available (?:to you|here)|disclosed))\b/,
  ],
  [
    2,
    /\b(?:request|access|permission) (?:is |was |has been )?(?:denied|refused|rejected|declined|blocked)\b|\bnot authori[sz]ed\b|\bnot permitted\b/,
  ],
  [2, /\bas an ai(?: language model)?,? i (?:can(?:no|')?t|do not|don't|am not)\b/],
  [
    2,
    /\b(?:you'll|you will|you'd|you would|you) (?:have|need|best|be better off)? ?(?:to )?(?:ask|asking|look|looking|turn|try) (?:to )?(?:somebody|someone|anyone|elsewhere|a different|another)\b/,
  ],
  [1, /\b(?:sorry|afraid|unfortunately|apologi[sz]e|apologies|regret|regrettably|alas)\b/],
  [
    1,
    /\b(?:instead|anything else|something else|what else|glad to help with|happy to help with|happy to assist with)\b/,
  ],
  [1, /\b(?:not|no|never)\b.{0,25}\b(?:allowed|possible|discuss|advice|comment|help)\b/],
  [
    2,
    /\b(?:leave|leaving|left) (?:that|this|it|these|such things)?(?: one)? ?(?:to|for|with) (?:a|an|the|others|somebody|someone|your|people)\b/,
  ],
  [
    2,
    /\b(?:steer|bring|guide|get|turn|come|go|head) (?:us |you |this |things )?back to (?!its\b|us\b|you\b|the shop\b|(?:the|your|an?|any|our) (?:original |same |bank |credit |debit )?(?:cards?|accounts?|bank|sender|payer|wallet|address|depot|branch|counter|station|garage|warehouse|payment method)\b)/,
  ],
  [
    2,
    /\b(?:no|not have|n't have|lack|without) (?:the |any )?(?:authority|permission|mandate|clearance|right|license|say)\b/,
  ],
  [
    2,
    /\bkeep(?:ing|s)? (?:that|this|it|them|those|my \w+|quiet about \w+) ?(?:\w+ )?(?:to (?:myself|ourselves)|secret|private|under)\b/,
  ],
  [
    2,
    /\byou (?:would |will |'ll |'d )?(?:need|have|ought|do better|had better|should) (?:to )?(?:ask|consult|see|speak to|talk to|turn to) .{2,40} (?:about|for|on|with) (?:this|that|it|such|those)\b/,
  ],
  [
    2,
    /\b(?:i|we|my \w+|our \w+|this (?:chat|assistant|bot|service|desk))(?:'m| is| am| are|'re) (?:strictly |solely |purely |rather )?(?:limited|restricted|confined|dedicated solely|devoted only) to\b/,
  ],
  [2, /\b(?:prefer|rather|choose|like) not (?:to )?(?:say|answer|comment|discuss|talk|share|go|tell|get)\b/],
  [
    2,
    /\b(?:inappropriate|improper|unethical|irresponsible|(?:not|n't) (?:be )?(?:appropriate|right|proper|ethical|responsible))\b/,
  ],
  [
    2,
    /\b(?:not|n't) (?:really |quite |exactly )?(?:my|our) (?:thing|cup of tea|forte|strong suit|speciali?ty|territory|turf|world|trade|remit|scope|court|business|role)\b|\bnone of (?:my|your|our) business\b/,
  ],
  [2, /^(?:no|nope|nah|never|nein|non|refused|denied|declined|rejected|forbidden)[.!]?$/],
  [
    2,
    /\bwrong (?:one|person|bot|assistant|address) (?:to|for)\b|\b(?:not|n't|isn't) up for (?:discussion|debate)\b|\b(?:asked|told|instructed|advised) not to\b|\brefrain from\b/,
  ],
  [
    2,
    /\b(?:this (?:assistant|bot|chat|service|desk)|the assistant) (?:does not|doesn't|cannot|can't|won't|will not|is not|isn't)\b|\bnot possible for (?:me|us)\b/,
  ],
  [
    2,
    /\b(?:requests?|questions?|orders?) (?:of that kind |like (?:that|this) )?(?:is|are) not (?:accepted|entertained|answered|processed|followed)\b/,
  ],
  [
    2,
    /\bkeep .{1,40} (?:private|secret|confidential)\b|\b(?:keeps|prevents|stops|bars) (?:me|us) from\b|\b(?:chat|assistant|desk|line|service) is (?:only |just )?(?:for|about) [\w ]{1,80} only\b|\bkeep (?:it|this) about\b/,
  ],
];

/** Other languages by their apologies and their commonest ways to decline. */
const refusingElsewhere: readonly Cue[] = [
  [
    2,
    /^(?:leider|tut mir leid|es tut mir leid|je suis désolée?|désolée?|lo siento|mi dispiace|desculpe|helaas)(?!\p{L})/u,
  ],
  [
    2,
    /(?<!\p{L})(?:ich|wir) (?:kann|können|darf|dürfen|werde|werden|möchte|möchten)(?!\p{L})[^.]{0,60}(?<!\p{L})(?:nicht|keine[nrs]?)(?!\p{L})|(?<!\p{L})(?:kann|darf|werde) ich (?!ihnen sonst)[^.?]{0,50}(?<!\p{L})(?:nicht|keine[nrs]?)(?!\p{L})/u,
  ],
  [
    2,
    /(?<!\p{L})(?:ich|wir) (?:beantworte|helfe|gebe|kenne|beantworten|helfen|geben)(?!\p{L})[^.]{0,25}(?<!\p{L})(?:nur|ausschließlich|keine)(?!\p{L})|(?<!\p{L})(?:gebe|geben|verrate|teile) (?:ich|wir)(?!\p{L})[^.]{0,30}(?<!\p{L})nicht(?!\p{L})|(?<!\p{L})(?:sind|ist|bleib(?:t|en)) (?:intern|vertraulich|geheim)(?!\p{L})/u,
  ],
  [
    2,
    /(?<!\p{L})je ne (?:peux|suis|donne|réponds|fournis|dispose|communique|partage|vois)(?!\p{L})[^.]{0,30}(?<!\p{L})(?:pas|que)(?!\p{L})|(?<!\p{L})ne (?:les |le |la )?(?:communique|partage|divulgue) pas(?!\p{L})/u,
  ],
  [2, /(?<!\p{L})je (?:réponds|aide) (?:uniquement|seulement)(?!\p{L})/u],
  [2, /(?<!\p{L})no (?:puedo|podemos|estoy autorizad[oa]|ofrezco|respondo|doy|comparto)(?!\p{L})/u],
  [2, /(?<!\p{L})(?:solo|sólo|únicamente) (?:puedo|respondo|contesto|ayudo)(?!\p{L})/u],
  [
    2,
    /(?<!\p{L})(?:darf|kann|möchte|werde|will) (?:ich|wir)(?!\p{L})[^.?]{0,40}(?<!\p{L})(?:nichts|nicht|keine[nrs]?)(?!\p{L})|(?<!\p{L})(?:gehört|gehören|fällt) nicht (?:zu|in) (?:mein|unser)|(?<!\p{L})nicht (?:mein|unser) (?:bereich|thema|gebiet|fach)|(?<!\p{L})außerhalb (?:mein|unser)/u,
  ],
  [2, /(?<!\p{L})(?:fuera de (?:mi|nuestro|lo que)|no es (?:mi|nuestro) )/u],
  [
    2,
    /(?<!\p{L})(?:dépasse (?:mon|notre|mes)|hors de (?:mon|notre)|en dehors de (?:mon|notre|ce)|ne fait pas partie|(?:reste|restent) (?:secret|confidentiel|entre))/u,
  ],
];

const puzzled: readonly Cue[] = [
  [
    2,
    /\b(?:didn't|did not|don't|do not|couldn't|could not|can't|cannot|can not|wasn't able to|was not able to|unable to|not able to|failed to|have not|haven't|never) (?:quite |really |fully |quite )?(?:understand|understood|get (?:that|it|what|your)|got|catch|caught|follow(?= you| that| what|[.,!]|$)|parse|recogni[sz]e|make (?:sense|out|head)|work out|figure out|interpret|find (?:a |any )?match)\b/,
  ],
  [
    2,
    /\b(?:i am|i'm|we are|we're|sorry,?|hmm?,?|um,?|^)\s*(?:not|n't) (?:quite |really |entirely |so |too )?(?:sure|certain|clear)\b(?=.{0,40}(?:\b(?:you|your|that|this|understand|follow|mean|asking|question)\b|$))|\bnot (?:\w+ )?clear (?:to me )?what you\b/,
  ],
  [
    2,
    /\b(?:know|knows|see|understand|get|guess|tell) what (?:you|that|this|it) (?:mean|means|meant|want|wants|need|'re|are|is|say)\b/,
  ],
  [
    2,
    /\b(?:could|can|would|will|might) you (?:please |kindly |perhaps |maybe )*(?:re-?phrase|reword|clarify|repeat|elaborate|be (?:more|a bit more) (?:specific|precise)|put (?:it|that)|say (?:that|it)|try (?:again|that|asking|another)|tell me (?:which|what|more)|explain what|ask (?:it|that|me))\b/,
  ],
  [
    2,
    /\b(?:please|try|kindly|perhaps|maybe)\b.{0,12}\b(?:re-?phras\w+|reword\w*|clarif\w+|be more (?:specific|precise)|try again|ask(?:ing)? (?:it |me |that )?(?:again|differently|in (?:another|a different|other))|(?:choose|select|pick|type|enter|use|say) (?:one|an?|from|the|a valid|any|either)\b)/,
  ],
  [
    2,
    /\b(?:what do you mean|come again|beg your pardon|pardon me|pardon\?|say (?:that|it) (?:again|differently|another way)|in other words\?|lost me|over my head|(?:makes?|make) no sense|does(?:n't| not) (?:make sense|ring a bell|compute)|is all greek|drew a blank|did(?:n't| not) match|no (?:match|matching|such (?:command|option)))\b/,
  ],
  [
    2,
    /\b(?:unrecogni[sz]ed|unknown|invalid|unsupported|not a valid|not recogni[sz]ed) (?:command|input|request|intent|option|choice|message|query|selection)?\b|\bcommand not found\b|\bstill learning\b/,
  ],
  [
    2,
    /(?<!\p{L})(?:ich|wir) (?:habe|haben|verstehe|konnte)(?!\p{L})[^.]{0,40}(?<!\p{L})nicht (?:verstanden|verstehen|ganz|recht)(?!\p{L})|(?<!\p{L})(?:das )?(?:verstehe|habe) ich (?:leider )?nicht(?!\p{L})|(?<!\p{L})nicht verstanden(?!\p{L})/u,
  ],
  [
    2,
    /(?<!\p{L})(?:je n'ai pas|nous n'avons pas) (?:bien )?compris(?!\p{L})|(?<!\p{L})no (?:le |te |lo |he )?(?:he )?(?:entendido|entiendo|comprendo)(?!\p{L})/u,
  ],
  [
    2,
    /\b(?:trouble|difficulty|difficulties|hard time|struggling|problems?) (?:with )?(?:understanding|following|making|parsing|reading|to understand)\b/,
  ],
  [
    2,
    /\b(?:got|have|found|find|know) nothing (?:for|on|about|to) (?:that|this|it|say|your)\b|\bdraw(?:n|ing|s)? a blank\b|\bdifferent words\b|\bmissed that\b|\bnot (?:quite |really )?following\b|\bat a loss\b|\bpuzzle[sd]?\b|\bbeyond my understanding\b|\b(?:failed|unable) to process\b|\b(?:no idea|wish i knew) what\b/,
  ],
  [
    2,
    /\b(?:could not|couldn't|did not|didn't|cannot|can't) find (?:an? |any )?(?:answer|result|match|information)|\bno (?:results?|answers?|matches)\b/,
  ],
  [
    2,
    /\b(?:message|question|request|input|that|it) (?:was|is|were) (?:not|n't) (?:recogni[sz]ed|understood)\b|\b(?:wasn't|isn't) (?:recogni[sz]ed|understood|clear)\b/,
  ],
  [
    2,
    /\b(?:don't|do not|not) know (?:how|what) to (?:respond|answer|say|make|do|reply)\b|^(?:eh|huh|hm+|what|sorry)\?$/,
  ],
  [
    2,
    /(?<!\p{L})ne (?:vous )?comprends pas(?!\p{L})|(?<!\p{L})no (?:le |te |lo )?(?:entendí|comprendí)(?!\p{L})|(?<!\p{L})wie bitte\?|(?<!\p{L})(?:anders|neu) formulieren(?!\p{L})|(?<!\p{L})reformul/u,
  ],
];

const plain = (sentence: string): string => sentence.toLowerCase().replaceAll('’', "'");

const weigh = (cues: readonly Cue[], text: string): number =>
  cues.reduce((sum, [weight, pattern]) => sum + (pattern.test(text) ? weight : 0), 0);

/** The target says that it has not understood, or asks for other words. */
export const isPuzzled = readOnce((sentence: string): boolean => weigh(puzzled, plain(sentence)) >= 2);

/** “I can't say no to you”, “I cannot help but tell you”: to deny a refusal is to give way. */
const refusesNothing =
  /\b(?:can(?:no|')?t|could not|couldn't|will not|won't|would(?: not|n't)|never|not (?:able|allowed|going|willing) to|unable to) (?:possibly |ever |really |just |simply )*(?:say no|refuse|decline|resist|turn (?:you|that|this|it) (?:down|away)|help but (?!i\b|we\b|you\b))(?!(?: \p{L}+)? (?:or|nor)\b)|(?<!\p{L})(?:nicht (?:weigern|verweigern|ablehnen|nein sagen)|ne refuse pas|no puedo negar(?:me|te|le))(?!\p{L})/u;

/** The target says that it will not, may not, or is not there for this. */
export const isRefusing = readOnce((sentence: string): boolean => {
  const text = plain(sentence);
  if (refusesNothing.test(text)) return false;
  return weigh(refusing, text) >= 2 || weigh(refusingElsewhere, text) >= 2;
});
