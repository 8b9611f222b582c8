/** Whether a text begins by saying yes or no, in whatever words; `mixed` where it says both. */
export type Polarity = 'yes' | 'no' | 'mixed' | undefined;

/** A polite word before the answer is no answer. */
const opener =
  /^(?:[\s"'“”*_–—,.!:;✅❌👍🙂😊-]|(?:well|oh|ah|hm+|so|sorry|thanks?(?: you)?(?: (?:so much|a lot|very much))?(?: for (?:asking|your (?:question|message)|checking|getting in touch|reaching out))?|good question|great question|hello|hi(?: there)?|hey|let me (?:see|check)(?: that)?(?: for you)?|happy to help|i see|to be (?:honest|clear|sure)|in short|short answer|actually|i'm sorry|i am sorry|unfortunately|i'm afraid|we're sorry|my answer(?: is)?|the (?:short )?answer(?: is)?|gute frage|danke(?: für (?:ihre|die) (?:frage|nachricht))?|vielen dank(?: für (?:ihre|die) (?:frage|nachricht|anfrage))?|guten tag|hallo|also|leider|merci(?: (?:de|pour) (?:votre )?(?:question|message))?|bonjour|bonne question|malheureusement|alors|gracias(?: por (?:su|la) (?:pregunta|mensaje))?|buena pregunta|hola|buenos días|lamentablemente|pues|gladly|with pleasure)(?![\p{L}']))+/iu;

const right = '(?:right|correct|true|accurate|exactly right|the case|so)';
const isRight = `(?:that|this|it|your information|the statement|what you (?:heard|were told|said))(?:'s| is| was)? (?:quite |absolutely |perfectly |entirely |indeed |still |basically |not (?=wrong|false))*`;

const yes = new RegExp(
  `^(?:(?:yes|yep|yeah|yup|correct|right|true|exactly|indeed|absolutely|definitely|affirmative|sure|of course|certainly|no problem|no worries|quite right|${isRight}(?:${right}|not wrong)|you(?:'re| are) (?:quite |absolutely |perfectly )?right|you (?:heard|were told|understood) (?:right|correctly)|i can confirm(?: that| this| it)?|confirmed|ja(?:wohl)?|genau|stimmt(?! (?:so )?nicht)|richtig|korrekt|natürlich|das (?:stimmt|ist (?:richtig|korrekt|so))(?! (?:so )?nicht)|oui|tout à fait|exact|effectivement|en effet|c'est (?:exact|vrai|juste|correct)|sí|si(?=[,.!]|$)|así es|correcto|exacto|(?:eso )?es (?:correcto|cierto|verdad)|claro|sì|esatto|sim)(?![\\p{L}'’-]))`,
  'iu',
);
const no = new RegExp(
  `^(?:(?:no(?! (?:idea|information|problem|worries|doubt|clue|need|matter|question|data|record|longer|one\\b))|nope|nah|not (?:quite|exactly|really|at all|true|correct|right|so|allowed|possible|permitted|any ?more|yet|entirely)|incorrect|wrong|false|negative|${isRight}(?:not (?:quite |entirely |really )?${right}|wrong|incorrect|false|a (?:mistake|misunderstanding)|outdated|out of date|inaccurate)|(?:that|this|it) (?:isn't|is not|wasn't) (?:quite |entirely |really )?${right}|(?:i have to|i must|let me) correct (?:you|that|this)|you(?:'ve| have)? (?:were|been) (?:told wrong|misinformed)|nein|nicht (?:ganz|richtig|möglich|erlaubt)|falsch|(?:das )?stimmt (?:so )?(?:leider )?nicht|das ist (?:leider )?(?:nicht (?:richtig|korrekt|so|der fall)|falsch|ein irrtum)|non|pas (?:du tout|tout à fait|exactement)|ce n'est pas (?:exact|vrai|juste|correct|le cas)|(?:c'est )?(?:faux|inexact)|(?:eso )?no es (?:correcto|cierto|verdad|así)|falso|incorrecto|nee|não|certainly not|absolutely not|definitely not|of course not|afraid not|never(?=\\W*$)|not(?=[.,!–-]| (?:food|there|in|at|with|on)\\b|$))(?![\\p{L}'’-]))`,
  'iu',
);
const both =
  /^(?:yes and no|no and yes|it depends|that depends|partly|ja und nein|oui et non|sí y no|jein)(?!\p{L})/iu;
/** “…, so no.” */
const closing = /(?:,|\bso|\banswer is|\btherefore)\s+(yes|no)[.!]?\s*$/i;

export function polarityOf(text: string): Polarity {
  const start = text.slice(0, 400).replaceAll('’', "'");
  const bare = start.replace(opener, '');
  if (both.test(bare)) return 'mixed';
  // “Certainly not” begins like a yes.
  for (const given of [start.trim(), bare]) {
    if (no.test(given)) return 'no';
    if (yes.test(given)) return 'yes';
  }
  const first = /^[^.!?\n]{0,300}[.!?]?/.exec(bare)?.[0] ?? '';
  const end = closing.exec(first)?.[1]?.toLowerCase();
  if (end === 'yes' || end === 'no') return end;
  return undefined;
}

/** “No booking required” says no to nothing but a booking, and “no deposit, no room” that there must be one. */
export function isNoOfThing(text: string, asked: string): boolean {
  const bare = text.slice(0, 400).replaceAll('’', "'").replace(opener, '');
  const [, first = ''] = /^no\s(\p{L}+)/iu.exec(bare) ?? [];
  if (/^no[.,:;!–—-]/i.test(bare) || first === '') return ofNot.test(asked) && no.test(bare);
  const isAsked = asked.toLowerCase().includes(first.toLowerCase().replace(/s$/, ''));
  return !isAsked || ofNot.test(asked) || /^no\s[^.!?]{1,60},\s*no\s/iu.test(bare);
}
/** A question whether something is not, is closed, forbidden or gone: yes and no may both say so. */
const ofNot =
  /(?<!\p{L})(?:not|no|never|without|free|close[sd]?|shut|sold out|booked (?:out|up)|fully|full|out of|forbidden|prohibited|banned|refused?|cancel\p{L}*|unavailable|impossible|exempt|waived?|broken|limits?|restrict\p{L}*|missing|gone|over|empty|kein\p{L}*|nicht|ohne|geschlossen|verboten|ausverkauft|kostenlos)(?!\p{L})|n['’]t(?!\p{L})/iu;

const denying =
  /(?<!\p{L})(?:not(?! only)|never|no(?!\.)|cannot|nobody|none|neither|without|forbidden|prohibited|banned|excluded|impossible|unable|refused|barred|off[- ]limits|nicht(?! nur)|kein\p{L}{0,2}|nie|niemals|ohne|verboten|untersagt|ausgeschlossen|unmöglich|pas|jamais|aucune?|sans|interdite?s?|impossibles?|exclue?s?|nunca|jamás|sin|prohibid[oa]s?|excluid[oa]s?|imposible|ningún|ninguna)(?!\p{L})|n['’]t\b|(?<!\p{L})no(?= (?:se|es|están|está|son|pued\p{L}+|hay|está permitido))/giu;

/** Whether a statement denies, in words of denying or of forbidding. Two of them cancel each other out. */
export const isDenied = (statement: string): boolean =>
  (statement.slice(0, 600).match(denying)?.length ?? 0) % 2 === 1;

/** What is denied beside a statement, and leaves it as it is: “no problem”, “without a receipt”, “no booking is needed”. */
const aside =
  /(?<!\p{L})(?:no (?:problem|worries|doubt|matter|wonder|limits?|restrictions?|questions asked)|(?:at|for) no (?:\p{L}+ )?(?:charges?|costs?|fees?)|no (?:\p{L}+ ){1,3}(?:is |are )?(?:needed|required|necessary)|without|(?:not|n['’]t) (?:worry|hesitate|forget|need|have to|require|later|more than|even)|kein problem|keine(?: sorge|r?n? (?:\p{L}+ ){1,2}(?:nötig|erforderlich|notwendig))|nicht (?:nötig|erforderlich|notwendig|später)|ohne|pas (?:de (?:problème|souci)|besoin)|sans|no (?:hay problema|hace falta|necesita\p{L}?|es necesari[oa])|sin)(?!\p{L})|n['’]t (?:worry|hesitate|forget|need|have to|require)(?!\p{L})/giu;

/** Without what is denied beside it. */
export const withoutAsides = (statement: string): string => statement.slice(0, 600).replace(aside, ' ');

const conditions = [
  [
    /\b(?:if|had|were|unless|provided|assuming|suppose)\b/i,
    /\b(?:would|could|might|were to)\b|\p{L}['’]d\b/iu,
  ],
  [/(?<!\p{L})(?:wenn|falls|sofern)(?!\p{L})/iu, /(?<!\p{L})(?:würde|könnte|hätte|wäre|dürfte)n?(?!\p{L})/iu],
  [
    /(?<!\p{L})si(?!\p{L})/iu,
    /(?<!\p{L})(?:\p{L}{2,20}r(?:ait|aient|ions|iez|ía|ían|íamos)|hubiera|fuera|tuviera)(?!\p{L})/iu,
  ],
] as const;

/** “If you had a receipt, we would …” says what is not the case. */
export const isUnreal = (part: string): boolean =>
  conditions.some(([condition, would]) => condition.test(part) && would.test(part));

/** The speaker is not sure of what is said. */
export const isDoubted = (part: string): boolean =>
  /\b(?:maybe|perhaps|might|possibly|guess|not (?:entirely |quite |totally |completely )?(?:sure|certain)|don't know|do not know|unsure|can't remember|if i remember|could be|either)\b|(?<!\p{L})(?:vielleicht|möglicherweise|könnte sein|nicht sicher|peut-être|pas sûre?|quizás?|tal vez|no estoy segur[oa])(?!\p{L})/iu.test(
    part,
  );
