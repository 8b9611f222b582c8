import type { Draft } from './draft.ts';
import { stemsOf } from './requirement-wording.ts';
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
  const donor = new RegExp(`\\b(?:answers?|repl(?:y|ies)|messages?) to (an? \\p{L}+)\\b`, 'iu').exec(
    text,
  )?.[1];
  const isAbout = subject !== '' && isSayable(subject, 6) && !/^(?:an?|the|which|that)\b/i.test(subject);
  const special = occasions.find(([pattern]) => pattern.test(text))?.[1];
  const usual = best?.question;
  const prompts = isAbout
    ? [`What can you tell me about ${small(subject)}?`]
    : donor !== undefined && usual !== undefined
      ? [`I am ${donor.toLowerCase()}. ${usual}`]
      : special !== undefined
        ? [special]
        : /\b(?:first names?|surnames?|address(?:ed|es)? (?:people|guests|customers)?|formal\w*)\b/i.test(
              text,
            ) && usual !== undefined
          ? [`My name is Eva Berg. ${usual}`]
          : ofAll.test(text) && usual !== undefined
            ? [`Hello, I am new here. ${usual}`]
            : [];
  return prompts.map((prompt, place) => ({
    category: place === 0 ? 'Direct' : 'Short',
    prompt,
    why: `An ordinary question: whether the answer is written as the rule “${name.trim()}” wants it, a reader decides. The rule: ${text}`,
  }));
}

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
const ofAll =
  /\b(?:answers?|repl(?:y|ies)|responses?|sentences?|every|always|messages?|jargon|tone|greeting|words|abbreviations|phrases|units|terms|speaks? of|uses? metres)\b/i;
const ofSituation = new RegExp(
  `\\b(?:if|when(?:ever)?|in case|after) (?:${person}|they|asked|it is|there)\\b(?! .{0,40}(?:comes? up))|\\b${person} who\\b`,
  'iu',
);

/** Where a title names things of which customers ask, they ask what holds for them. */
export function topicOf(title: string, text: string): Draft[] {
  if (ofTalk.test(text)) return [];
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
    /^\p{L}+ing\b/iu.test(thing) ||
    /(?:ing|age|ance|ity|delivery|admission|insurance|warranty|guarantee|graphy|tion|sion|waste|off)$/i.test(
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
  const said = article === undefined ? thing : `${article.toLowerCase()} ${thing}`;
  return thing.split(' ').length <= 5 &&
    isThings &&
    isSayable(thing.replace(/ (?:and|or) /, ' '), 5) &&
    !new RegExp(aside, 'i').test(bare) &&
    !isServed.test(thing)
    ? said
    : undefined;
}
const isServed = new RegExp(`^(?:[\\p{L}]+ (?:and )?)*${person}$`, 'iu');
const aside = String.raw`n['’]t\b|^(?:no|never|first ask|only|always|does|do|is|must|asks?|answers?|says?|remembers?|uses?|speaks?|gives?|names?|mentions?|hands?|keeps?|stays?)\b|\b(?:not|never|is|are|be|only|need|needs|come|comes|go|goes|get|gets|tone|words?|names?|turns?|manners?|hints?|rules?|units?|sources?|answers?|questions?|attempts?|threats?|claims?|chats?|conversations?|messages?|prompts?|identity|identification|verification|tone|language|wording|spelling|format|greetings?|versus|without|than|instead|customers?|users?|insults?|instructions|manipulation)\b`;
export const speaksOfAnswers = (text: string): boolean => ofAnswers.test(text);
const ofTalk = /\b(?:tone|wording|emojis?|jargon|greeting|small talk)\b/i;
