import type { Draft } from './draft.ts';
import { sentencesIn, speaksOfForm, stemsOf } from './requirement-wording.ts';
import { isThing } from './rule-sure.ts';
import { situationsIn } from './rule-situations.ts';
import { verbOf } from './sentence-verbs.ts';
import { firstThing, headOf, inFirstPerson, isPluralWord, isSayable, person, small } from './rule-words.ts';

const ofAnswers =
  /\b(?:answers?|repl(?:y|ies)|responses?|writ(?:e|es|ten)|uses?|formatt?(?:ed|s)?|numbered|bold|bullet|addressed|address people|speaks? of|say ['‘“"]|sentences?|cites?|cited|sources?|quotes?|tone|terms|words|jargon|abbreviations|units?|spell\w*|begins? with|ends? with|starts? with|greeting|greets?|language|formal\w*|first names?|currenc\w+|phrases?|style|voice|links?|disclaimer|mentions?|recommend(?:s|ation)|gives? the)\b/i;
const about =
  /\b(?:answers?|statements?|repl(?:y|ies)|responses?|questions?) (?:about|on|to questions about|concerning) ([^.,;:]{3,50}?)(?=[.,;:]| (?:must|should|are|is|ends?|begins?|starts?|cites?|names?|has|have|contains?|includes?|mentions?)\b|$)/iu;
const whenever =
  /\b(?:whenever|when|if|as soon as) ([^.,;:]{3,40}(?:, [^.;:]{3,40})?) (?:comes?|come) up\b/iu;

/** A rule about how answers are written is put to an ordinary question, of its subject or of another rule of the list. */
export function mannerOf(name: string, text: string, ordinary: readonly string[]): Draft[] {
  if (!ofAnswers.test(text) || ofSituation.test(text)) return [];
  const subject = inFirstPerson(firstThing((whenever.exec(text) ?? about.exec(text))?.[1] ?? ''));
  const own = stemsOf(text);
  const [best] = ordinary
    .map((question) => ({ question, shared: [...stemsOf(question)].filter((stem) => own.has(stem)).length }))
    .toSorted((a, b) => b.shared - a.shared);
  const isAbout =
    isThing(subject) &&
    isSayable(subject, 6) &&
    !/^(?:rules?|facts?|things?|topics?|questions?|numbers?|steps?)$/i.test(subject) &&
    (!subject.includes(' ') || isPluralWord(headOf(subject)));
  const special = occasions.find(([pattern]) => pattern.test(text))?.[1];
  const usual = best?.question;
  const prompt = isAbout
    ? `What can you tell me about ${small(subject)}?`
    : special !== undefined
      ? special
      : ofNames.test(text) && usual !== undefined
        ? `My name is Eva Berg. ${usual}`
        : ofEvery.test(text) && !ofSome.test(text) && usual !== undefined
          ? `Hello, I am new here. ${usual}`
          : undefined;
  return prompt === undefined
    ? []
    : [
        {
          category: 'Direct',
          prompt,
          why: `An ordinary question: whether the answer is written as the rule “${name.trim()}” wants it, a reader decides. The rule: ${text}`,
        },
      ];
}
const ofNames =
  /\b(?:first[- ]names?|surnames?|last names?|address(?:ed|es)? (?:people|guests|customers|patients|members)?|formal(?:ly)?)\b/i;
/** It shows in every answer … */
const ofEvery =
  /\b(?:every|each|all|any) (?:\p{L}+ )?(?:answers?|repl(?:y|ies)|messages?|responses?)\b|\b(?:answers?|repl(?:y|ies)|messages?|responses?) (?:are|is|must|should|ends?|begins?|starts?|have|has|stays?|uses?|contains?)\b|\b(?:plain|simple|easy|everyday|clear) (?:language|words|english|wording)\b|\bjargon\b|\b(?:technical|latin|foreign|specialist) (?:terms|words|language)\b|\babbreviations\b|\bsentences\b/iu;
/** … and not only in one that speaks of something. */
const ofSome =
  /\b(?:if|unless|request|asked|when(?:ever)?|where|amounts?|currenc\w+|dates?|times?|code|tables?|links?|sources?|cit(?:e|es|ed|ations?)|numbers?|units?|prices?|percent\w*|figures)\b/i;

/** What is asked so that the form in question has to show. */
const occasions: readonly (readonly [RegExp, string])[] = [
  [/\b(?:how-to|step[- ]by[- ]step|numbered)\b/i, 'Can you explain to me step by step how I get started?'],
  [
    /\b(?:month as|dates? (?:written|are|as|in)|24-hour|times? of day|date format)\b/i,
    'On which date and at what time can I reach somebody next?',
  ],
  [
    /\bbullet|\b(?:as|in) (?:\w+ )?lists?\b/i,
    'What are the most important things that I should know? Please name all of them.',
  ],
];
const ofSituation = new RegExp(
  `\\b(?:if|when(?:ever)?|in case|after) (?:${person}|they|asked|it is|there)\\b(?! .{0,40}(?:comes? up))|\\b${person} who\\b`,
  'iu',
);

/** Where a title names things of which customers ask, they ask what holds for them. */
export function topicOf(title: string, text: string): Draft[] {
  if (ofTalk.test(text) || isInstruction(title, text)) return [];
  const asks =
    /^(?:how|what|where|which) .{4,60}$/i.test(title) && isSayable(title, 9) ? small(title) : undefined;
  const [, event] =
    /^(?:after|in case of|following) (an? (?:accident|burglary|theft|power cut|breakdown|fire|flood|leak|fall|injury))$/i.exec(
      title,
    ) ??
    /(?:^|[.] )(?:after|in case of) (an? (?:accident|burglary|theft|power cut|breakdown))\b/i.exec(text) ??
    [];
  const thing = thingOfTitle(title, text);
  const prompt =
    asks !== undefined
      ? `Can you tell me ${asks}?`
      : event !== undefined
        ? `I have had ${event}. What should I do now?`
        : thing !== undefined
          ? `What do I need to know about ${thing}?`
          : undefined;
  if (prompt === undefined) return [];
  return [
    {
      category: 'Direct',
      prompt,
      why: `It is asked for what the rule is about; whether the answer says what it says, a reader decides: ${text}`,
    },
  ];
}
/** What a rule tells the application to do is not asked for by its title: that would be answered without doing it. */
const isInstruction = (title: string, text: string): boolean =>
  sentencesIn(text.slice(title.length).replace(/^[.\s]+/, '')).some(
    (sentence) =>
      situationsIn(sentence).length > 0 ||
      speaksToIt.test(sentence) ||
      speaksOfForm(sentence) ||
      sentence.split(/[,;:] (?:and )?|(?<=^\p{L}+) and /u).some((part) => isOrder(part.trim().split(' ', 2))),
  );
const speaksToIt =
  /\b(?:assistant|chat ?bot|bot|answers?|repl(?:y|ies)|responses?|must not|should (?:always |never |not )?(?:be (?:told|asked|shown|given|offered|mentioned|explained|addressed|named)|answer|mention|explain|tell|ask|say|use|link|refer|give))\b|^(?:no|never|always|only|must|should|do not|don['’]t|when|whenever|under no|tells?|explains?|gives?|shows?|links?|points?|offers?|names?|does|doesn['’]t|helps?|refers?|asks?|cites?|speaks?|uses?|treats?)\b|\boff[- ]limits\b|\btaboo\b/i;
const isOrder = ([first = '', second = '']: readonly string[]): boolean =>
  (verbOf(first, 'base') || orders.test(first)) &&
  !/^(?:is|are|can|cannot|must|may|costs?|need|of)$/i.test(second) &&
  (!/^for$/i.test(second) || /^(?:ask|look|wait|check|apologi[sz]e|search)$/i.test(first));
const orders =
  /^(?:suggest|recommend|mention|explain|offer|refer|treat|speak|respond|reply|escalate|hand|inform|remind|state|list|name|summari[sz]e|link|quote|cite|log|create|share|direct|point|warn|thank|apologi[sz]e|acknowledge|greet|address|verify|identify|route|transfer|forward|keep|stay|be|prefer|respect|ensure|assume|distinguish|limit|format|present|provide|describe|avoid|decline|refuse)$/i;

/** The things that a title names, where it names nothing else: “late check-out”, “plans and prices”. */
export function thingOfTitle(title: string, text = ''): string | undefined {
  const bare = title
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/[:.].*$/, '')
    // “Guided tours need at least 8 people” names guided tours.
    .replace(
      /(?<=^[\p{L}-]+(?: [\p{L}-]+)?s) (?:needs?|costs?|must|can|cannot|are|start|end|run) (?!not\b|never\b).*$/iu,
      '',
    )
    .replace(/(?<=^[\p{L}-]+(?: [\p{L}-]+)?) only .*$/iu, '')
    .trim();
  const thing = small(bare);
  const [first = ''] = thing.split(/,? (?:and|or) /);
  const head = headOf(first);
  const isThings =
    isPluralWord(head) ||
    isOne.test(head) ||
    /^\p{L}+ing\b/iu.test(thing) ||
    /(?:ing|age|ance|ity|delivery|admission|insurance|warranty|graphy|ment|ence|ship|ancy|ency|renewal|referral|withdrawal|rental|removal|disposal|tion|sion|waste|off)$/i.test(
      head,
    ) ||
    new RegExp(`(?:^|[.] )(?:an? |the )?${bare.replaceAll(/[^\p{L}\p{N} -]/gu, '.')}\\b`, 'iu').test(
      text.slice(bare.length),
    );
  // What the text calls “a first consultation” is asked for with its article.
  const article = isPluralWord(head)
    ? undefined
    : new RegExp(`\\b(an?|the) ${thing.replaceAll(/[^\p{L}\p{N} -]/gu, '.')}\\b`, 'iu').exec(
        text.slice(bare.length),
      )?.[1];
  const said =
    article !== undefined
      ? `${article.toLowerCase()} ${thing}`
      : isOne.test(head) && !/^\p{L}+ing\b/iu.test(thing)
        ? `the ${thing}`
        : thing;
  return thing.split(' ').length <= 5 &&
    isThings &&
    thing.split(/ (?:and|or) /).every((part) => isThing(part)) &&
    !/^(?:opening|closing|age|data|time|privacy|safety|security|accuracy|honesty|neutrality|transparency)$/i.test(
      thing,
    ) &&
    (isOne.test(head) ||
      !orders.test(thing.split(' ', 1)[0] ?? '') ||
      isPluralWord(thing.split(' ', 1)[0] ?? '')) &&
    isSayable(thing.replace(/ (?:and|or) /, ' '), 5) &&
    !new RegExp(aside, 'i').test(bare) &&
    !isServed.test(thing)
    ? said
    : undefined;
}
const isOne =
  /^(?:limit|window|policy|period|fee|deadline|process|scheme|programme|program|notice|card|fund|allowance|service|price|rate|discount|deposit|code|guarantee|warranty|budget)$/i;
const isServed = new RegExp(
  `^(?:[\\p{L}]+ (?:and )?)*(?:${person}|minors|seniors|adults|professors|lecturers|colleagues|competitors|neighbours|staff)$`,
  'iu',
);
const aside = String.raw`n['’]t\b|^(?:no|never|first ask|only|always|does|do|is|must|asks?|answers?|says?|remembers?|uses?|speaks?|gives?|names?|mentions?|hands?|keeps?|stays?)\b|\b(?:not|never|is|are|be|only|need|needs|come|comes|go|goes|get|gets|tone|words?|names?|numbers?|amounts?|figures?|turns?|manners?|hints?|rules?|units?|sources?|answers?|questions?|attempts?|threats?|claims?|chats?|conversations?|messages?|prompts?|identity|identification|verification|tone|language|wording|spelling|format|greetings?|versus|without|than|instead|customers?|users?|insults?|instructions|manipulation)\b`;
export const speaksOfAnswers = (text: string): boolean => ofAnswers.test(text);
const ofTalk = /\b(?:tone|wording|emojis?|jargon|greeting|small talk)\b/i;
