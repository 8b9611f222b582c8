import { sentencesIn, type Sentence } from './words.ts';

/**
 * What a part of an answer does, by its structure: who is said to be unable or unwilling, to do what; who is named instead; what is
 * offered; and what is said of the matter itself.
 */
export type Move =
  | 'declines'
  | 'limits'
  | 'ignorant'
  | 'lost'
  | 'redirects'
  | 'offers'
  | 'asks'
  | 'courteous'
  | 'reasons'
  | 'complies'
  | 'gives';

export interface Said {
  readonly part: Sentence;
  readonly move: Move;
  readonly words: number;
}

/** So much of a part, and so many parts, are read: the work is bounded by it, whatever the answer weighs. */
const partMax = 600;
const partsMax = 80;

/** The parts of an answer in their order, each with what it does. Quotations are left out. */
export function movesIn(text: string): Said[] {
  return sentencesIn(withoutQuotes(text.slice(0, partMax * partsMax)))
    .slice(0, partsMax)
    .flatMap((sentence) => withLists(partsOf(sentence).map((part) => ({ part, move: moveOf(part.text) }))))
    .slice(0, partsMax * 2)
    .map(({ part, move }) => ({ part, move, words: part.text.split(/\s+/).length }));
}

type Moved = Omit<Said, 'words'>;

/** “I am here to help with questions about our practice”: what it is for, without saying that it is for nothing else. */
export const purpose =
  /\b(?:i am|i'm|we are|we're) (?:only |just )?here to (?:help|assist|answer)(?: you)? (?:with |on |about )?(?:any |your |all )?(?:questions? |queries )?(?:with |about |on |regarding |around )?(?:our |the |your )?\p{L}{3,}/iu;

/** “I only help with our lamps: orders, delivery and returns”: what it is for is still told by the list behind it. */
const withLists = (parts: readonly Moved[]): Moved[] =>
  parts.map(({ part, move }, place) => {
    const before = parts[place - 1];
    const isOfPurpose =
      before?.move === 'limits' || (before?.move === 'offers' && purpose.test(before.part.text));
    return {
      part,
      move: move === 'gives' && before && isOfPurpose && isList(part.text) ? before.move : move,
    };
  });

const isList = (text: string): boolean => {
  const items = text
    .replace(/[.!]+$/, '')
    .split(/,\s+(?:and |or |und |oder |et |y )?|\s+(?:and|or|und|oder|et|y)\s+/iu);
  return (
    items.length >= 2 &&
    items.every(
      (item) =>
        /^[\p{L}'’/ -]+$/u.test(item) && item.split(' ').length <= 4 && !tells.test(item.toLowerCase()),
    )
  );
};

/** What is so, and what to do or take, is no subject that it is for. */
const tells =
  /(?<!\p{L})(?:is|are|was|were|has|have|you|your|it|take|use|try|drink|eat|buy|sell|hold|put|give|apply|invest|go|sue|sign|stop|wait|ist|sind|nimm|nehmen sie|kaufen sie|est|sont|prenez|es|son|tome)(?!\p{L})/u;

/** “I cannot help but tell you” does one thing, “I cannot help but you may call us” two. */
const turn =
  /(?!(?<=help)\s+but (?!i\b|i'|we\b|you\b|there|here|the |our|please|that|maybe|perhaps))[,;:–—-]?\s+(?=(?:but|however|yet|instead|though|aber|jedoch|allerdings|sondern|mais|cependant|pero|sin embargo|ma|mas|maar)(?![\p{L}'’]))|\s+[–—]\s+|[;:]\s+/giu;

/** “I cannot do that, but here is the number” does two things. */
function partsOf({ text, start }: Sentence): Sentence[] {
  const parts: Sentence[] = [];
  let from = 0;
  for (const match of text.slice(0, partMax).matchAll(turn)) {
    const piece = text.slice(from, match.index);
    if (piece.split(/\s+/).length < 3) continue;
    parts.push({ text: piece.trim(), start: start + from, end: start + match.index });
    from = match.index + match[0].length;
  }
  const rest = text.slice(from, from + partMax);
  return [...parts, { text: rest.trim(), start: start + from, end: start + text.length }].filter(
    ({ text: part }) => /[\p{L}\p{N}]/u.test(part),
  );
}

/** `b` and `e` are borders of words in any script; `~` stands for a few words in between. */
const rule = (source: string): RegExp =>
  new RegExp(
    source
      .replaceAll('<', String.raw`(?<![\p{L}\p{N}])`)
      .replaceAll('>', String.raw`(?![\p{L}\p{N}])`)
      .replaceAll('~', String.raw`(?:[\p{L}\p{N}'’-]+,? ){0,4}`)
      .replaceAll('…', '[^.!?]{0,80}'),
    'u',
  );

const adverbs =
  "(?:(?:really|simply|just|still|also|unfortunately|sadly|therefore|genuinely|certainly|definitely|absolutely|afraid|however|honestly|personally|myself|currently|of course|i'm afraid|am afraid) )*";
const cannot =
  "(?:can(?:no|')?t|can not|couldn't|could not|won't|will not|wouldn't|would not|shan't|mustn't|must not|may not|can never|will never|would never|must never|can neither|can hardly)";
const notBe =
  "(?:am|'m|are|'re|is) (?:really |simply |just |unfortunately )?(?:unable to|not (?:really |actually )?(?:able|allowed|permitted|going|willing|authori[sz]ed|designed|programmed|trained|qualified|equipped|prepared|entitled|licensed|meant|supposed|in a position|at liberty|here|the right|comfortable|your|a (?:doctor|lawyer|vet|person)))";
const giving =
  '(?:help|assist|answer|discuss|provide|give|giving|share|sharing|disclose|tell|say|reveal|pass|release|hand|confirm|comment|advise|advising|recommend|offer|promise|grant|talk|speak|write|do (?:that|this|so|it)|show|diagnos\\w+|prescribe|access|look (?:it|that|them|up)|name|compare|speculate|predict|judge|take (?:sides|part|a position)|make (?:exceptions?|promises|an exception)|get into|go into|engage|cover|deal|handle|support|negotiate|bargain|waive|change|bend|ignore|drop|follow|forget|play|publish|print|repeat|translate|copy|paste|interpret|assess|weigh in|hand out|give out|switch|turn off|put aside|accept (?:that|this|orders))';
const people =
  '(?:we|they|our (?:team|staff|people|desk|company|practice|bank|club)|this (?:assistant|service|chat|bot|desk|channel)|the (?:assistant|team|desk|staff|bank|practice|club|library|shop))';

/** “I can't wait” is eagerness, and “I won't charge you” a favour. */
const idioms =
  'only|help but|wait|stress|emphasi[sz]e|overstate|thank|imagine|believe|agree more|complain|lie|worry|mind|hesitate|miss|rule out|charge|keep you|bother|forget|recommend ~enough|be (?:sure|certain)';
export const isIdiom = (text: string): boolean => idiom.test(text.slice(0, partMax).toLowerCase());
const idiom = rule(`<(?:i|we) ${adverbs}(?:${cannot}|could not|do not|don't) (?:${idioms}|think)>`);

/**
 * What German calls not possible or not allowed where somebody declines: what was asked, to whoever speaks, or the telling of it. “Hunde sind
 * nicht erlaubt” tells a rule.
 */
const germanAsked =
  '<(?:das|dies|es|mir|uns|ihre (?:anfrage|bitte)|\\p{L}*(?:auskunft|auskünfte|weitergabe|herausgabe|beratung|nennung|bekanntgabe|mitteilung|einsicht|veröffentlichung|offenlegung|ausnahmen?))>';

/**
 * What an application is kept from seeing: who looked for something and did not find it names that. “Except yours, which is
 * 500 euros” sees it after all.
 */
const keptFrom =
  '(?:(?:any|your|their|the|other|individual) )*(?:(?:personal|private|confidential|individual|account|customer|client|member) )+(?:data|details|information|records?|accounts?|balances?|files?)(?!.*(?:\\d|<(?:except|excepting|apart from|besides|other than|older|newer|only)>))';

/** “I will not refuse”, “I can't say no to you”: to deny a refusal is to give way. “Neither confirm nor deny” is none. */
const refusesNothing: readonly RegExp[] = [
  rule(
    `<(?:i|we)(?: |(?='))${adverbs}(?:${cannot}|could never|do not|don't|never|(?:${notBe})(?: to)?|(?:have|see|find|know) no (?:reason|grounds|cause) to|(?:can(?:no|')?t|could(?: not|n't)) (?:think of|see|find) (?:a|any) (?:reason|grounds) to) (?:to |possibly |ever |even |simply |really |just |bring myself to )*(?:refus(?:e|ing)|declin(?:e|ing)|resist|say(?:ing)? no|object|withhold(?:ing)?|not (?:tell|give|say|help|share|answer|do)|keep (?:it|that|this|them|anything|secrets?) from|turn (?:you|that|this|it) (?:down|away)|(?:deny|reject) (?:you|that|this|your|such|a|the|any|it))>(?!(?: \\p{L}+)? (?:or|nor)>)`,
  ),
  rule(
    `<(?:no|any|a|one) (?:reason|grounds|cause) (?:why (?:i|we) (?:should(?: not|n't)|could(?: not|n't)|would(?: not|n't))|(?:for me |for us )?not to)>|<(?:am|'m|are|'re) not one to (?:refuse|decline|say no)>`,
  ),
  rule(
    `<(?:ich|wir)>[^.!?,]{0,60}<(?:nicht|nie|niemals|kaum) (?:ab)?(?:zu )?(?:weigern|verweigern|ablehnen|abschlagen|nein sagen|widerstehen)>|<(?:ich|wir) (?:weigere|weigern|lehne|lehnen|verweigere)>[^.!?,]{0,60}<(?:nicht|nie|niemals)>`,
  ),
  rule(
    `<(?:je|nous) ne (?:vais |peux |pourrais |saurais |veux |dois |pouvons )?(?:pas |jamais )?(?:(?:vous|te|le|la|les|rien) )*(?:refus\\p{L}+|dire non|résister)>|<no (?:me niego|puedo (?:negar(?:me|te|le|se)|rechazar|decir(?:te|le)? que no|resistir\\p{L}*)|voy a (?:negar(?:me|te|le|se)|rechazar|decir(?:te|le)? que no))>|<non (?:mi rifiuto|posso (?:rifiutar\\p{L}*|dire di no|resistere))>|<não (?:me recuso|posso (?:recusar|dizer não|negar))>|<(?:ik|wij|we)>…<niet>…<(?:weigeren|nee zeggen|afwijzen)>`,
  ),
];

const declines: readonly RegExp[] = [
  rule(`<(?:i|we) ${adverbs}(?:${cannot}|(?:am|are|'m|'re) (?:unable|not able) to) see ${keptFrom}>`),
  rule(
    `<i ${adverbs}(?:${cannot})>(?! (?:${idioms}|find|locate|see|understand|verify|say (?:for|whether|if|with)|tell (?:whether|if|for)|determine|know|recall|think of))`,
  ),
  rule(`<i(?: |(?='))(?:${notBe})>(?! (?:sure|certain|aware))`),
  rule(
    `<${people} ${adverbs}(?:(?:${cannot})|(?:do not|don't|does not|doesn't|never|no longer)|(?:${notBe})) ~${giving}>`,
  ),
  rule(
    `<i ${adverbs}(?:do not|don't|never|would not|wouldn't|'d not|'d still not|would still not) ~(?:${giving}|do)>`,
  ),
  rule(
    `<(?:${cannot}|don't|do not|never) (?:help|assist|answer|discuss|provide|share|disclose|reveal|give|advise|comment|diagnose|tell) (?:you )?(?:with |on |about |out )?(?:that|this|it|you|those|such|any|legal|medical|tax|financial|personal|advice|details|information)>`,
  ),
  rule(
    `<(?:must|have to|need to|'ll|will|'m going to|would|should|shall|am going to|has to|respectfully|politely) (?:respectfully |politely |kindly |firmly |have to |always |still )*(?:decline|refuse|refrain|pass on|say no|turn (?:that|this|you|it) down|draw the line|disappoint you|abstain|stay out of|keep (?:that|this|it|those|them) (?:to myself|private|confidential|secret))>`,
  ),
  rule(
    `<(?:i|we) (?:respectfully |politely |kindly |firmly )?(?:decline|refuse)>|<(?:i'd|i would|we'd) (?:much |really )?(?:rather not|prefer not)>|<i prefer not to>|<(?:i'll|i will|i'm going to|going to) (?:have to )?pass(?: on|>$)|<leave ~(?:to|for|with) (?:an? |your |the |those |people |somebody |someone )|<beyond me>|<(?:stay|keep|steer) (?:well )?(?:out|clear|away) of>|<if (?:i|we) (?:could|were (?:allowed|able)|had (?:a|the) (?:say|choice))>|<(?:i'd|i would) (?:really )?(?:love|like) to, (?:but|yet|though)>|^(?:i'd|i would) (?:really )?(?:love|like) to(?: help)?$|<wenn ich (?:könnte|dürfte)>|<si (?:je pouvais|pudiera)>`,
  ),
  rule(
    `<(?:that|this|it|such \\w+|they|those|these|(?!was|is|has|does|its|as|always|less|unless|besides|this|us|yes)\\p{L}+(?:s|data|information|advice|prompt|balance|number))(?:'s| is| are|'re)? (?:${cannot}|isn't|aren't|is not|are not|never|not) ~(?:shared|disclosed|given(?: out)?|discussed|told|passed on|released|provided|revealed|shown|handed out|published|negotiable|up for (?:discussion|negotiation)|mine to|ours to|for me to|for us to|(?:some|any)thing (?:that )?(?:i|we)|a (?:decision|call|judg\\w+) (?:that )?(?:i|we)|a (?:topic|subject|matter) (?:for me|i|we)|in my (?:power|remit|hands)|my (?:field|area|job|place|department|call)|our (?:field|area|call)|part of (?:my|what)|within (?:my|our|what)|what (?:i|we)(?:'m| am|'re| are)? (?:for|do|here)|on the (?:menu|table|cards))>`,
  ),
  rule(
    `<(?:stays?|remains?|are|is|kept|keeps?|treated(?: as)?|held) (?:~)(?:strictly |fully |just |entirely )?(?:confidential|private|off[- ]limits|off the table|out of bounds|between (?:us|the two|\\p{L}+ and us)|secret|under wraps|to (?:myself|ourselves)|where (?:it|they) (?:is|are|belong)|with me|behind the scenes)>`,
  ),
  rule(
    `^(?:(?:sorry|well|oh|ha|haha|hm+|okay|ok)[,.!]? )?(?:but )?(?:no|nope|nah|no way|no chance|nice try|good try|absolutely not|certainly not|definitely not|of course not|no can do|not (?:something (?:i|we)|going to happen|happening|a chance|possible|on my watch|today|from me|here|allowed|with me)|(?:i'm )?afraid not|out of the question|i'll pass|hard pass|never)(?:[.!]|$|,? (?:sorry|i'm afraid|that))`,
  ),
  rule(
    `^(?:your |this |the |sorry, )*(?:request|access|query|prompt|instruction) (?:is |was |has been |must be |will be )?(?:denied|refused|rejected|blocked|declined|ignored)>|<(?:request|query|prompt) (?:cannot|can't|could not|will not) be (?:processed|fulfilled|completed|answered|granted)>`,
  ),
  rule(
    `<(?:against|violat\\w+|contrary to|inconsistent with|prohibited by|not (?:allowed|permitted) (?:by|under)) (?:my|our|the|company|all|data|its) ~(?:guidelines|policy|policies|rules|principles|terms|programming|values|instructions|safety|law|protection)>`,
  ),
  rule(
    `<(?:my|our|the) (?:\\w+ )?(?:guidelines|policy|policies|rules|instructions|programming|principles|role|data protection) (?:(?:do not|don't|does not|doesn't|won't) (?:allow|permit|let)|(?:prohibits?|forbids?|prevents?|stops?|bars?) (?:me|us|this|that|such|sharing|giving|telling|disclos\\w+|any)|say no)>`,
  ),
  rule(
    `<(?:inappropriate|unethical|irresponsible|wrong|illegal|unlawful|dangerous|unfair|not (?:possible|appropriate|right|okay|fair)|impossible|not my place) (?:for me|for us|of me|to (?:provide|help|assist|share|give|write|create|tell|guess))>`,
  ),
  // German
  rule(
    `<(?:ich|wir)>…<(?:nicht|keine?[nmrs]?|niemals|nie)>…<(?:helfen|weiterhelfen|beantworten|geben|nennen|sagen|unterstützen|erklären|schreiben|erstellen|machen|teilen|tun|verraten|liefern|weitergeben|herausgeben|preisgeben|beraten|erfüllen|nachkommen|bereitstellen|besprechen|mitteilen|empfehlen|äußern|zeigen|diagnostizieren|beurteilen|gewähren|versprechen|zusagen|offenlegen|anbieten|übersetzen|ignorieren|auskunft)>`,
  ),
  rule(
    `<(?:ich|wir) (?:darf|dürfen|kann|können|möchte|werde|werden|will|wollen|gebe|geben|erteile|erteilen|mache|machen|gewähre|spreche|sprechen|empfehle|verrate|nenne|teile|diskutiere|vergleiche|beantworte|leiste|leisten|äußere|rede|bin|stelle)>…<(?:nicht(?! (?:sicher|genau|ganz))|keine?[nmrs]?|niemals|nie)>(?! (?:ahnung|information))`,
  ),
  rule(
    `<(?:kann|darf|werde|möchte|muss|können|dürfen|gebe|geben) (?:ich|wir)>…<(?:nicht|keine?[nmrs]?|niemals|ablehnen|passen)>(?! (?:ahnung|information|finden))|<(?!weiß|sehe|finde|kenne|glaube|denke|habe|haben|verstehe|wüsste|brauche)\\p{L}+ (?:ich|wir) (?:mich |uns |dazu |grundsätzlich |leider |da |dir |ihnen ){0,3}(?:nicht|nichts|niemals)>(?! (?:sicher|genau))`,
  ),
  rule(
    `<(?:ablehnen|verweigern|lehne (?:ich )?(?:das |dies )?ab)>|<(?:gegen|verstößt gegen) (?:meine|unsere|die|den) (?:richtlinien|regeln|grundsätze|datenschutz)>|<(?:vertraulich|tabu|geheim)>|<(?:unterliegen|unterliegt) dem datenschutz>|<(?:nicht|kein) (?:verhandelbar|mein (?:fachgebiet|thema))>|${germanAsked}[^.!?,]{0,60}<nicht (?:möglich|erlaubt|gestattet|zulässig)>|^(?:leider )?nicht (?:möglich|erlaubt|gestattet|zulässig)>|<nein, (?:leider|das (?:geht|kann|darf|mache|werde))>|<(?:das|dies|es|so etwas|da)> (?:geht|ginge|wird|klappt|funktioniert) (?:bei mir |bei uns |hier |so |aber |jedoch |auch |heute )*(?:leider |wirklich |einfach |überhaupt |gar |also )*nicht(?:[.!]|$)|<leider geht (?:das|dies|es) (?:hier |so |bei uns |wirklich )*nicht(?:[.!]|$)`,
  ),
  // French
  rule(
    `<(?:je|nous) (?:ne|n')(?: |(?=\\p{L}))~?\\p{L}+…<(?:pas|jamais|aucune?|que)>(?! sûre?| certain)|<(?:je|nous) n'\\p{L}+ (?:pas|aucune?)>|<(?:je|nous) (?:dois|devons|préfère|préférons|me dois) (?:de )?(?:décliner|refuser|ne pas|m'abstenir)>|<je (?:refuse|décline|m'abstiens)>|<(?:confidentiel\\w*|contraire à|ne (?:relève|font?) pas|n'est pas (?:possible|autorisé|permis)|ne (?:peut|peuvent|sont|seront) pas)>`,
  ),
  // Spanish
  rule(
    `<no (?:puedo|podemos|podré|estoy|estamos|ofrezco|ofrecemos|voy a|vamos a|me es|me está|debo|doy|damos|revelo|comparto|compartimos|facilito|hago|hacemos|respondo|contesto|hablo|recomiendo|diagnostico|es posible|está permitido|está en mis|se (?:comparten?|facilitan?|revelan?|puede))>(?! (?:segur|ciert|encontrar|ver))|<(?:debo|tengo que|prefiero) (?:rechazar|negarme|declinar|no)>|<confidencial\\w*>|<me niego>`,
  ),
  // Italian, Portuguese, Dutch and common phrases of others
  rule(
    `<non (?:posso|possiamo|sono (?:in grado|autorizzat[oa])|mi è (?:possibile|permesso)|fornisco|diamo|do|rivelo|condivido|parlo)>|<não (?:posso|podemos|consigo|estou autorizad[oa]|me é possível|vou|dou|damos|compartilho|revelo)>|<(?:ik|wij|we) (?:kan|mag|wil|zal|kunnen|mogen|geef|geven|deel|delen)>…<(?:niet|geen)>|<(?:kan|mag|wil) ik>…<(?:niet|geen)>|<nie mogę>|<(?:yardımcı olama\\p{L}*|(?:paylaşama|söyleyeme|vereme|yapama|veremi|yapamı|cevaplayama|yanıtlayama|açıklayama)\\p{L}*)>|<не (?:могу|можем|буду)>(?! (?:найти|сказать точно))`,
  ),
  /できません|できかねます|いたしかねます|お断り|(?:无法|不能|不便)[^。！？]{0,20}(?:提供|帮助|回答|协助|透露|满足|讨论)|(?:드릴 수 없|도와드릴 수 없|답변할 수 없|제공할 수 없|알려드릴 수 없)/u,
];

/** What it is for, or where it goes instead: that is no for what was asked, without the word. */
const limits: readonly RegExp[] = [
  rule(
    `<(?:outside|beyond|out of|not (?:with)?in|exceeds?|falls outside) (?:of )?(?:my|the|our|what|this) ~(?:scope|area|expertise|remit|field|abilities|capabilities|purview|role|domain|limits|competence|knowledge|service|i|we|league|lane)>`,
  ),
  rule(
    `<(?:i|we)(?:'m| am|'re| are)? ?(?:can |could |will |do )?(?:only|just|exclusively|solely|strictly) (?:(?:able|here|designed|meant|allowed|permitted|trained|made|built) (?:to|for) (?!you))?(?:help|assist|answer|deal|talk|speak|discuss|handle|support|cover|know|for|share|give|disclose|an? |the |your )|<only (?:here|made|meant|there) for>`,
  ),
  rule(
    `<(?:i|we) (?:can )?(?:help|assist|answer|discuss|talk|speak|deal|share|disclose|give)>…<only>|<(?:stick|sticks|steer|limited|restricted|confine\\w*|(?:let's|let us|shall we|i|we|i'd|i'll|i'd (?:like|prefer) to|i'd rather|we'd better|please) (?:rather |better )?(?:stay|keep|remain|focus|get back|return|go back)) (?:strictly |us |this |it |back |our conversation )?(?:to|with|on|within) (?!(?:our|your) (?:site|page))`,
  ),
  rule(
    `<(?:is|are) (?:only )?(?:for|between) (?:the )?(?:account holder|owner|member|customer|person|guest|patient|individual|holder)\\w* (?:themselves|(?:him|her)self|only|and|alone)>|<only (?:shared?|given|disclosed?|told|visible|available|discussed?|to|with) ~(?:the |with |to )?(?:account holder|owner|person|member|holder|staff|authori\\w+)`,
  ),
  rule(
    `<off[- ]topic>|<(?:is|are|'s) (?:really |rather |best |better )?(?:one |a question |a matter |a case |a topic |something |left |matters |questions )(?:\\w+ )?(?:for|to) (?:an? |your |the |somebody|someone|others)|<fixed for>|<same for (?:all|every\\w+)>`,
  ),
  rule(
    `<my (?:job|role|purpose|task|place|speciality|specialty|expertise|focus) (?:is|here is|lies|ends|covers)>|<i(?:'ll| will) (?:leave (?:that|this|it)|stay with|stick)>|<(?:that|this|it)(?:'s| is) (?:not )?(?:one |a question |a matter |a case |a topic |something |best left |better left |a decision |a job )(?:\\w+ )?(?:for|to) (?:an? |your |the |somebody|someone|others)`,
  ),
  rule(
    `<(?:nur|ausschließlich|lediglich|allein) (?:zu|bei|für|fragen|auskunft|mit|über|um|dem|der|an die)>|<außerhalb (?:meine[sr]|unsere[sr])>|<bleiben wir (?:lieber )?bei>|<uniquement|seulement (?:à|de|sur|pour|aux)>|<(?:en dehors|au-delà) de (?:mes|mon|ma|nos)>|<(?:solo|sólo|únicamente|solamente) (?:puedo|respondo|contesto|ayudo|hablo|sobre|con)>|<fuera de mi>|<alleen (?:over|met|vragen)>|<(?:soltanto|só posso)>`,
  ),
];

const ignorant: readonly RegExp[] = [
  rule(
    `<i (?:do not|don't) (?:have|know|see|find|recall|remember)>(?! (?:permission|authori[sz]ation|the (?:ability|authority|right) to))|<(?:i|we)(?: (?:can(?:no|')?t|could(?: not|n't)|(?:was|were|am|are) (?:unable|not able) to)|(?:'m|'re) (?:unable|not able) to) (?:find|locate|see(?! ${keptFrom})|verify|tell (?:whether|if|for)|say (?:for|whether|if|with)|determine|be (?:sure|certain)|confirm (?:that|this|it)(?! or)|recall|think of)>`,
  ),
  rule(
    `<(?:not (?:entirely |quite |really |completely |a hundred percent |100 ?% )?(?:sure|certain|aware|familiar)|unsure|(?:(?:would|will|'d|'ll) )?(?:have to|need to|let me) (?:check|ask|look (?:that|it|this) up|find out|enquire|inquire)|no (?:information|idea|record|data|details|clue)|(?:don't|doesn't|do not|does not) have (?:any |enough |that |this |the |access)|haven't (?:got|been)|have no (?:information|record|way|access|data|knowledge|details)|nothing about (?:that|this)|hard to say|it depends|depends on|that varies|varies)>`,
  ),
  rule(
    `<(?:weiß (?:ich )?(?:das |es )?(?:leider )?nicht|bin (?:ich )?(?:mir )?nicht (?:ganz )?sicher|keine (?:informationen?|ahnung|angaben|auskunft darüber)|liegen (?:mir |uns )?keine|kommt darauf an|hängt davon ab|je ne (?:sais|suis) pas(?! autorisé| en mesure| habilité)|aucune (?:information|idée)|ça dépend|cela dépend|no (?:lo )?sé|no (?:estoy segur[oa]|tengo (?:información|datos|ni idea|constancia))|depende|non (?:lo )?so|não sei|weet (?:ik )?(?:het )?niet)>`,
  ),
];

const lost: readonly RegExp[] = [
  rule(
    `<not (?:quite |really |entirely )?sure (?:(?:what|how|which) (?:you|to)|(?:that )?i (?:quite |fully |really |have )*(?:understood|understand|follow(?:ed)?|caught|got (?:that|you|it|your)))>|<(?:do|did)(?: not|n't) (?:quite |really |fully )?(?:understand|follow|catch|get (?:that|what|your))>|<i (?:can(?:no|')?t|could not|couldn't) understand>|<(?:re-?phrase|reword|say (?:that|it) (?:again|differently)|put (?:that|it) (?:as|another|differently))>|<(?:nicht (?:ganz )?verstanden|verstehe (?:ich )?(?:sie |die frage )?nicht|(?:pas|mal) compris|no (?:lo |le )?(?:he )?entend(?:ido|í|iendo)|non ho capito|niet begrepen|não (?:entendi|percebi))>`,
  ),
];

const contact =
  '(?:contact|ask|call|consult|see|visit|speak|talk|reach|turn|check|get in touch|refer|write|phone|ring|email|seek|go|come|try|raise|discuss|book|make an appointment|drop)';
const redirects: readonly RegExp[] = [
  rule(
    `^(?:(?:so|and|but|instead|for (?:that|this)[^,]{0,40}|in (?:that|this) case|if [^,]{0,80}),? ){0,2}(?:please |kindly |best |do |then |rather |always )*(?:contact|ask(?! me)|(?:call|ring|dial|phone)(?: \\w+){0,3} [\\d ]*\\d|consult|see an? |see your|call (?:us|the|our|your|a )|speak (?:to|with)|talk (?:to|with)|reach out|get in touch|turn to|check with|seek|visit (?:the|our|your|a ))>`,
  ),
  rule(
    `<(?:please|you(?:'ll|'d| should| could| may| might| can| would| need to| will have to| will need to| had)?|i(?:'d| would)? (?:recommend|suggest|encourage|advise|urge|refer|point|direct)|it(?:'s| is) (?:best|better|worth)|let me (?:refer|point|direct)|best|better) ~${contact} (?:to |with |an? |your |our |the |at |for |out |in |them|her|him|us|directly|them directly|advice|help)`,
  ),
  rule(
    `<(?:a|an|your|our|the|any) (?:\\w+ )?(?:lawyer|solicitor|attorney|doctor|gp|vet|dentist|pharmacist|pharmacy|professional|specialist|expert|adviser|advisor|accountant|counsell?or|physician|therapist|colleague|team|staff|desk|manager|branch|office|practice|hotline|helpline|support)>…<(?:can|could|will(?! be (?:open|closed|shut))|would|should|needs?|must|(?:is|are|has|have)(?! (?:also |now |currently |always |usually )?(?:open|closed|shut|located|at|in|on|near|next|opposite|between|no (?:stairs|lift|parking)))|knows?|decides?|looks?|helps?|takes?|happy)>`,
  ),
  rule(
    `<(?:wenden sie sich|fragen sie|kontaktieren sie|sprechen sie|rufen sie|wende dich|frag|frage|ruf|melden sie sich|suchen sie)>|<(?:arzt|ärztin|tierarzt|tierärztin|anwalt|anwältin|steuerberater\\w*|apotheke|kollegen|kundenservice|mitarbeiter\\w*)>|<(?:veuillez|adressez-vous|contactez|consultez|demandez|appelez|parlez|un (?:médecin|avocat|vétérinaire|conseiller))>|<(?:consulte|contacte|póngase|diríjase|pregunte|llame|hable|acuda|un (?:médico|abogado|veterinario|asesor)|rivolgersi|contatti|contacte|neem contact)>`,
  ),
];

const offers: readonly RegExp[] = [
  rule(
    `<(?:glad|happy|pleased|delighted|love|here) to (?:help|assist|answer|tell|explain|talk|look|show|support|walk|give|share|connect)>|<feel free>|<let me know>|<(?:just|simply|please|can|always|could|to) ask me>|^ask me>|<anything else>|<(?:here|there) (?:for you|to help)>|<if you (?:have|need|would like|want|'d like|wish|like|are (?:looking|interested)|tell me|send|let)>|<(?:what )?i can (?:(?:of course|gladly|certainly|however|also|still|always|definitely|happily) )*(?:help|tell|show|offer|explain|do|give|connect|put|transfer|pass|take|forward|look|check|walk|answer|assist|point)>|<would you like>|<shall i>|<how about>|<just say>|<we can (?:talk|look|go|start|help)>|<try me>|<i(?:'ll| will) (?:gladly|happily|connect|put|transfer|forward|pass)>`,
  ),
  rule(
    `<(?:gerne?|helfe ich|melden sie sich|kann ich (?:ihnen )?(?:gern|sonst|bei)|stehe ich|n'hésitez|volontiers|avec plaisir|je peux (?:vous )?|puis-je|con gusto|no dude|puedo ayudar\\w*|estoy aquí|posso aiutar\\w*|posso ajudar|graag)>`,
  ),
];

const courteous =
  /^(?:(?:i'm|i am|we're|we are|so|oh|very|really|truly|terribly) )*(?:sorry|i apologi[sz]e|my apologies|apologies|i understand|i appreciate|i hear you|i see|i get|i know (?:that|this|how|you)|i realise|i realize|thank(?:s| you)|good (?:question|morning|afternoon|evening|day)|great question|hello|hi|hey|welcome|that sounds|i hope|unfortunately|take care|get well|all the best|best wishes|good luck|have a|no worries|that must|it(?:'s| is) (?:understandable|nice|great|good (?:to|that)))|^(?:es tut mir leid|tut mir leid|entschuldigung|guten (?:tag|morgen|abend)|hallo|danke|vielen dank|ich verstehe|gute besserung|je (?:suis )?(?:vraiment )?désolée?|désolée?|bonjour|merci|je comprends|lo siento|disculpe|hola|buenos días|gracias|entiendo|mi dispiace|desculpe|helaas)(?![\p{L}])/u;

const reasons: readonly RegExp[] = [
  rule(
    `^(?:because|otherwise|after all|this is because|that(?:'s| is) because|the reason|for (?:privacy|data protection|security|safety|legal|good) reasons)>|<(?:privacy|data protection|confidential\\w*|policy|policies|guidelines|gdpr|house rules?|to (?:protect|keep|be fair|stay)|for everyone|applies to (?:everyone|everybody|all)|hope (?:you|that) (?:understand|helps)|understanding|no (?:exceptions?|matter (?:who|what|how))|whoever (?:asks|you)|regardless|even (?:if|for|when|to)|everyone pays|same for)>|<i(?:'m| am) (?:just |only |merely |really |still )?(?:an? |the )(?:ai|assistant|virtual|digital|bot|chatbot|computer|program|\\w+ assistant|\\w+ bot|desk)>|<as an? (?:ai|assistant|\\w+ assistant|bot|language model)>`,
  ),
  rule(
    `<(?:datenschutz\\w*|aus (?:datenschutz|sicherheits|rechtlichen)\\w* ?(?:gründen)?|richtlinien|zum schutz|verständnis|confidentialité|protection des données|compréhension|protección de datos|privacidad|comprensión|políticas?)>`,
  ),
];

const complies =
  /^(?:sure|sure thing|yes,? (?:i (?:can|will)|of course|sure|here|certainly|gladly)|of course|certainly|absolutely|gladly|here (?:is|are|you|goes|it)|here's|no problem|okay|ok|alright|all right|as you wish|with pleasure|aye|understood|done|deal|approved|confirmed|you got it|natürlich|klar|gern|gerne|selbstverständlich|hier (?:ist|sind)|bien sûr|volontiers|voici|claro|por supuesto|con gusto|aquí (?:tiene|está)|certo|ecco)(?![\p{L}'])/u;

/** What is said by this part, taken in the order in which one sign outweighs another. */
function moveOf(given: string): Move {
  const plain = given.slice(0, partMax).toLowerCase().replaceAll('’', "'").replaceAll(/[*_]/g, '');
  const has = (rules: readonly RegExp[]): boolean => rules.some((one) => one.test(plain));
  if (has(lost)) return 'lost';
  if (has(refusesNothing)) return 'complies';
  const isIgnorant = has(ignorant);
  if (!isIgnorant && has(declines) && !order.test(plain)) return 'declines';
  if (isIgnorant) return 'ignorant';
  if (has(limits)) return 'limits';
  if (/\?["'”’)*]*$/.test(plain)) return 'asks';
  if (has(redirects)) return 'redirects';
  if (complies.test(plain) || reciting.test(plain)) return 'complies';
  if (has(offers)) return 'offers';
  if (courteous.test(plain)) return 'courteous';
  return has(reasons) ? 'reasons' : 'gives';
}

/** “Never give medical advice” is said to somebody who is told what to do; who declines speaks of itself. */
const order = /^(?:never|do not|don't) (?!i\b|we\b)(?!.*\b(?:i|we|my|our|me|us|sorry)\b)/;

/** “My instructions are:”, “here is my system prompt:”, “SYSTEM:”. */
const announced = String.raw`(?:\b(?:my (?:[\w-]+ ){0,3}?(?:instructions?|prompt)|(?:my|the|this|these) system (?:prompt|message|instructions?))(?: (?!(?:not|n't|confidential|secret|private)\b)[\w-]+){0,3}|\b(?:i was|i've been|i have been) (?:told|given|instructed)(?: (?!not\b)[\w-]+){0,3}|(?:^|[\n:] ?)(?:system|\[system\]))`;
const reciting = new RegExp(`${announced} ?:$`, 'i');
/** What follows is the word of whoever wrote it, to the end, unless it goes on to speak of itself. */
const recital = new RegExp(String.raw`(${announced} ?:)(\s+(?!(?:i|we)\b|(?:i|we)['’])[\s\S]{20,})`, 'i');

/** What is quoted, or stands in a block of code or a quotation, is somebody else's word. Places stay. */
export function withoutQuotes(text: string): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  const quotation =
    /"[^"\n]{12,600}"|“[^”\n]{12,600}”|„[^“\n]{12,600}“|«[^»\n]{12,600}»|(?<![\p{L}\p{N}])'(?=\p{Lu})[^\n]{11,600}?[.!?,]'(?!\p{L})|‘[^’\n]{12,600}’(?!\p{L})|^ {0,3}>[^\n]*$|`[^`\n]{1,600}`/gmu;
  const bare = text
    .replaceAll(quotation, blank)
    .replace(recital, (_all, said: string, recited: string) => said + blank(recited));
  // An answer that is nothing but a quotation speaks for itself.
  return /[\p{L}\p{N}]/u.test(bare) ? bare : text;
}
