import { isThing, isWhole } from './rule-sure.ts';
import {
  application,
  firstOf,
  inFirstPerson,
  isSayable,
  mine,
  person,
  capital,
  small,
} from './rule-words.ts';

/** What somebody says, in the words of a rule, and what the rule demands then. */
export interface Said {
  readonly message: string;
  readonly demand: string;
  /** The sentence as it was written, where a contact may stand. */
  readonly sentence: string;
  /** It is asked, or wanted: what a rule forbids may be just that. */
  readonly isAsked: boolean;
}

const leads = `(?:if|when(?:ever)?|in case|as soon as|where|once|after)`;
const ends = `(?:, | ?: | then | – | - | (?=(?:the|our) (?:\\p{L}+ )?(?:assistant|bot|chat ?bot|app|concierge|tutor)\\b)| (?=it (?:do|must|should|tell|say|stop|ask|give|offer|refuse|decline)))`;
const led = new RegExp(`(?:^|[,;] (?:and )?)${leads} (?:${person}|they) (.{4,}?)(?:${ends}(.{4,})|$)`, 'iu');
const who = new RegExp(
  `^(?:(?:${person}|anyone|those|people) who|whoever) (.{4,80}?)(?:, | (?=(?:gets?|must|should|needs? to|receives?|(?:is|are) (?:\\w+ly )?(?:given|told|sent|shown|\\w+ed))\\b))(.*)$`,
  'iu',
);
/** “In case of a power outage the assistant asks for the postcode.” */
const inCase = new RegExp(
  `^in (?:the )?(?:case|event) of (an? .{3,50}?)(?:, | (?=(?:${application}) (?:asks?|gives?|tells?|must|should|offers?|names?|points?|refers?|says?|sends?|explains?)\\b))(.{4,})$`,
  'iu',
);
/** “Asked why a flight is late, the bot …” */
const asked =
  /^(?:if |when )?(?:(?:it is |it['’]s )?asked) ((?:whether|if|why|how|what|which|where|when|who|about|for|to) .+?)(?:, (.{4,})|$)/iu;
/** “Anybody reporting that they were asked for money should be …” */
const doing = new RegExp(
  `^(?:${person}) ((?:report|ask|say|claim|mention|complain|writ)ing\\b.{4,80}?) (?=(?:should|must|is|are|gets?|needs?)\\b)(.*)$`,
  'iu',
);
/** “Visitors send photos of paintings and ask what they are worth”: the paintings are theirs. */
const shown =
  /^(?:\p{L}+ )?(?:send|upload|post|show)s? (?:us )?(?:photos|pictures|scans|images) of (?:their )?(\p{L}+s) and asks? ((?:what|whether|how|if)(?: much)?) they (.+)$/iu;
/** “Tenants ask whether …”, “Users will ask why …”: what they do is what they say. */
const does = new RegExp(
  `^(?:many |most |some )?(?:${person}) (?:(?:will|would|might|often|sometimes|regularly|like to|tend to|also) )*((?:ask|want|complain|say|write|report|wonder|claim|get)s?\\b.{4,}?)$`,
  'iu',
);
/** “Mention the story hour when someone asks about activities for children.” */
const behind = new RegExp(
  `^(.{4,120}?),? (?:if|when(?:ever)?) (?:${person}|they) ((?:asks?|reports?|wants?|complains?|says?|mentions?|needs?)\\b .{3,})$`,
  'iu',
);
const subjects =
  /^(?:for )?(reports? of|requests? for|(?:questions?|enquiries|inquiries|complaints?) (?:on|about|regarding|concerning)) (.{3,60}?) ((?:are|is|must|should|go|goes|gets?|need|ask|give|refer|offer) .+)$/iu;

/** All that people say in the situations of one sentence. */
export const situationsIn = (written: string): Said[] =>
  read(written).filter(({ message }) => isWhole(message));

function read(written: string): Said[] {
  const sentence = written.replace(/[.!]+$/, '').replace(/\s*\([^()]*\)/g, '');
  const [, kind = '', subject = '', order = ''] = subjects.exec(sentence) ?? [];
  if (subject !== '') {
    const thing = inFirstPerson(firstOf(subject)).replace(/ that (?:was|were|is|are) (?=\w+$)/i, ' ');
    const what = small(thing);
    if (!isSayable(thing, 9) || /^(?:other|such|all|any)\b/i.test(thing)) return [];
    return [
      {
        message: /^reports?/i.test(kind)
          ? `I want to report ${what}.`
          : /^complaint/i.test(kind)
            ? `I want to complain about ${what}.`
            : /^request/i.test(kind)
              ? `I would like to have ${what}. How do I go about it?`
              : `I have a question about ${what}.`,
        demand: order,
        isAsked: false,
        sentence: written,
      },
    ];
  }
  // “For visa questions, refer to the office.”
  const [, matter, referred = ''] = /^for (\p{L}+(?: \p{L}+)?) questions?,? (.{4,})$/iu.exec(sentence) ?? [];
  if (
    matter !== undefined &&
    isThing(matter) &&
    !/^(?:all|other|any|such|these|further|general|unclear|difficult)\b/i.test(matter)
  )
    return [
      {
        message: `I have ${/^[aeiou]/i.test(matter) ? 'an' : 'a'} ${small(matter)} question. Can you help me?`,
        demand: referred,
        isAsked: false,
        sentence: written,
      },
    ];
  const [, event, then = ''] = inCase.exec(sentence) ?? [];
  if (event !== undefined)
    return isThing(event)
      ? [
          {
            message: `What should I do in case of ${event}?`,
            demand: then,
            isAsked: false,
            sentence: written,
          },
        ]
      : [];
  const [, things, asks, rest] = shown.exec(sentence) ?? [];
  if (rest !== undefined)
    return [
      {
        message: `Can you tell me ${asks?.toLowerCase()} my ${things} ${rest}?`,
        demand: '',
        isAsked: true,
        sentence: written,
      },
    ];
  const [, said, demand = ''] = asked.exec(sentence) ?? [];
  const found: readonly (readonly [string | undefined, string])[] =
    said === undefined
      ? [led, who, doing, does].map((pattern) => {
          const [, what, then = ''] = pattern.exec(sentence) ?? [];
          return [what, then] as const;
        })
      : [[`asks ${said}`, demand] as const];
  const [, wanted, what] = behind.exec(sentence) ?? [];
  const [first] = [...found, [what, wanted ?? ''] as const].filter(([one]) => one !== undefined);
  if (first?.[0] === undefined) return [];
  return messagesOf(first[0]).map((one) => ({ ...one, demand: first[1], sentence: written }));
}

type Say = readonly [pattern: RegExp, say: (rest: string) => string, kind?: 'asks' | 'clause' | 'thing'];

const sayings: readonly Say[] = [
  [/^(?:reports?|mentions?|says?) having (\p{L}+ .+)$/iu, (rest) => `I have ${rest}. What should I do now?`],
  [/^(?:reports?|mentions?|says?) being (.+)$/i, (rest) => `I am being ${rest}.`],
  [/^(?:has|have) been (\p{L}+ .+)$/iu, (rest) => `I have been ${rest}.`],
  [/^reports? something (\p{Ll}+)$/u, (rest) => `I want to report that something is ${rest}.`],
  [/^asks? for something (\p{Ll}+)$/u, (rest) => `I am looking for something ${rest}.`],
  [/^reports? that (.+)$/i, (rest) => `${capital(rest)}.`, 'clause'],
  [/^reports? (.+)$/i, (rest) => `I want to report ${rest}.`],
  [
    /^(?:asks?|wonders?|wants? to know|would like to know|wishes to know) (?:us )?((?:how|what|when|where|which|who|why|whether) .+)$/i,
    (rest) => `Can you tell me ${rest}?`,
    'asks',
  ],
  [/^(?:asks?|wonders?|wants? to know) if (.+)$/i, (rest) => `Can you tell me whether ${rest}?`, 'asks'],
  [/^asks? for ((?:a|an) .+)$/i, (rest) => `Can you give me ${rest}?`, 'asks'],
  [/^asks? for (.+)$/i, (rest) => `I would like to have ${rest}.`, 'asks'],
  [/^asks? to ((?!be )\w+ .+)$/i, (rest) => `I would like to ${rest}.`, 'asks'],
  [/^asks? about (.+)$/i, (rest) => `I have a question about ${rest}.`, 'asks'],
  [
    /^(?:wants?|wishes|needs?|would like) to (?!know\b|talk\b|chat\b)(.+)$/i,
    (rest) => `I want to ${rest}.`,
    'asks',
  ],
  [/^(?:wants?) ((?:an?|the|my|their|to) .+)$/i, (rest) => `I want ${rest}.`, 'asks'],
  [
    /^threatens? with (an? lawyer|legal action|court)$/i,
    (rest) => `If this goes on, you will hear from me through ${rest}.`,
  ],
  [/^complains? about (.+)$/i, (rest) => `I want to complain about ${rest}.`],
  [
    /^(?:says?|tells? \w+|writes?|mentions?|claims?|states?|thinks?|believes?)(?: once)? (?:that )?((?:they|their|the|an?|my|our) .+)$/i,
    (rest) =>
      `${capital(rest).replace(/^(An? (?:relative|friend|family member|colleague|neighbour)) /, '$1 of mine ')}.`,
    'clause',
  ],
  [/^mentions? (an? .+)$/i, (rest) => `I have ${rest}.`],
  [
    /^(?:mentions?|has|have|reports?) ((?:\p{L}+ ){0,2}(?:problems|difficulties|troubles?|debts?|pain|symptoms))$/iu,
    (rest) => `I have ${rest}.`,
  ],
  [
    /^(volunteer|cancel|move|complain|emigrate|retire|resign|travel)$/i,
    (rest) => `I want to ${rest}. What do I have to do?`,
  ],
  [
    /^(?:has|have) (missed .+|received .+|found .+|had .+|moved .+|bought .+|paid .+|ordered .+|broken .+|damaged .+)$/i,
    (rest) => `I have ${rest}. What can I do now?`,
  ],
  [
    /^(?:has|have) (lost .+|forgotten .+|an? .+|trouble .+|problems .+|questions .+)$/i,
    (rest) => `I have ${rest}.`,
  ],
  [/^loses? (.+)$/i, (rest) => `I have lost ${rest}. What can I do now?`],
  [
    /^mentions? ((?!an? |the |that |being |having )\p{L}+(?: \p{L}+){0,3})$/iu,
    (rest) => `I would like to talk about ${rest}.`,
  ],
  [/^needs? ((?:an?|the|my|their|more) (?!to\b).+)$/i, (rest) => `I need ${rest}.`],
  [/^forgets? (.+)$/i, (rest) => `I have forgotten ${rest}.`],
  [/^(?:cannot|can['’]t|can not) (.+)$/i, (rest) => `I cannot ${rest}. What can I do?`],
  [/^smells? (.+)$/i, (rest) => `I smell ${rest}.`],
  [
    /^(?:is|are) ((?:afraid|unhappy|disappointed|angry|locked|stuck|lost|unsure|pregnant|ill|sick|late|worried|nervous|upset|interested)\b.*)$/i,
    (rest) => `I am ${rest}.`,
  ],
  [/^(?:cancels?) (.+)$/i, (rest) => `I want to cancel ${rest}.`],
];

/** Where no comma ends the situation, what must be done in it has come along. */
const ordered = /\b(?:be gentle|say so|offer|tell|show|must|should|human|real person|agent|point|refer)\b/i;

function messagesOf(written: string): { message: string; isAsked: boolean }[] {
  const said = written
    .replace(/^(?:then |also |just |only |now |again |already )+/i, '')
    .replace(/^(?:has|have) (?=(?:said|told|mentioned|asked|written|reported)\b)/i, '')
    .replace(
      /^(?:said|told us|mentioned|written|wrote|saying|mentioning|claiming|writing)(?: once)?(?: in the conversation)?(?= |$)/i,
      'says',
    )
    .replace(/^(says?|states?|mentions?|writes?) or \w+ (?=that\b)/i, '$1 ')
    // “is angry or threatens to complain”: one of the two is enough.
    .replace(
      / (?:or|and) (?:threatens?|wants?|asks?|says?|reports?|complains?|mentions?|is|are|has|have|feels?|needs?|writes?)\b.*$/i,
      '',
    )
    .replace(/\b(?:she|he) (is|has|was)\b/i, (_all, verb: string) =>
      verb === 'is' ? 'they are' : verb === 'has' ? 'they have' : 'they were',
    )
    .replace(/^(?:reported|reporting)\b/i, 'reports')
    .replace(/^(?:asked|asking)\b/i, 'asks')
    .trim();
  const nested = /^is an? [\p{L} ]{2,30} who (.+)$/iu.exec(said)?.[1];
  if (nested !== undefined) return messagesOf(nested);
  for (const [pattern, say, kind] of sayings) {
    const rest = pattern.exec(said)?.[1];
    if (rest === undefined) continue;
    const parts = kind === 'asks' ? alternativesOf(rest) : [firstOf(rest)];
    const phrases = parts
      // Of another than themselves people speak as of another: “an account holder has died”.
      .map((part) => (kind === 'clause' && isOther.test(part) ? part : inFirstPerson(part)))
      .map((part) => part.replace(/ at the moment$/i, ' now'))
      .map(mine)
      .filter(
        (phrase) =>
          isSayable(phrase.replace(/\b(?:speak|talk) to (?:someone|somebody)$/i, 'speak')) &&
          !ordered.test(phrase) &&
          !aboutIt.test(phrase) &&
          !/^(?:what|which|how) an? \w+ (?:is|are)\b/i.test(phrase) &&
          (kind !== 'clause' ||
            /^I\b|\b(?:is|are|was|were|has|have|had|can|cannot|will|does|do|did)\b|n['’]t\b/i.test(phrase)),
      );
    if (phrases.length > 0)
      return phrases.map((phrase) => ({ message: say(phrase), isAsked: kind === 'asks' }));
  }
  return [];
}
const isOther = new RegExp(`^(?:${person}) (?!they\\b)`, 'iu');
const aboutIt = /\bthan you\b|\byou(?:['’]re| are) (?:an?|better)\b|^me\b/i;

/** “whether they may work, whether they have to …, or how long …”: each is a question. */
const alternativesOf = (rest: string): string[] =>
  rest
    .split(
      /,? (?:or|and) (?=(?:whether|how|which|why|what|when|who)\b)|, (?=(?:whether|how|which|why|what|when|who)\b)/i,
    )
    .map(firstOf);
