import type { ToolCall, Turn } from '../item.ts';
import { span, whole, type Evidence } from '../kind.ts';
import { asksFor } from './asked-for.ts';
import { isSaidSo } from './asserted.ts';
import { readBehaviour } from './behaviours.ts';
import { mayBeSpelled } from './letters.ts';
import { movesIn, withoutQuotes, type Move } from './moves.ts';
import { isDenied, withoutAsides } from './polarity.ts';
import { standingOf } from './quoted-words.ts';
import { readRefusal } from './refusals.ts';
import { isSmallWord, stemOf } from './stop-words.ts';
import { mayBeTool, sameTool } from './tool-calls.ts';
import { sentencesIn, tokensOf } from './words.ts';

export interface CriterionReading {
  readonly met: boolean | undefined;
  readonly evidence: readonly Evidence[];
  readonly reason: string;
}

interface Talk {
  readonly turns: readonly Turn[];
  readonly toolCalls: readonly ToolCall[] | null;
}

/** A quotation as it stands in the frame of a criterion. */
const token = '¤';
const quotes =
  /"([^"]{1,200})"|“([^”]{1,200})”|„([^“]{1,200})“|(?<![\p{L}\p{N}])'([^']{2,200})'(?![\p{L}\p{N}])/gu;

const subject = String.raw`(?:(?:the |your |our )?(?:assistant|bot|chatbot|agent|application|app|answer|response|reply|system|model|it) )?`;
const affirming = String.raw`(?:(?:must|should|shall|will|has to|needs to|does|always|also|explicitly|at some point) ){0,2}`;
const denying = String.raw`(?:(?:does|do|did|must|should|shall|may|can|could|will|would)(?: not|n['’]t) |(?:must |should |may |will )?never |cannot |at no point )`;
const saying = String.raw`(?:(?:mention|contain|state|offer|confirm|repeat|reveal|disclose)(?:s|ed)?|(?:name|include|provide|use|cite)[sd]?|says?|said|tells?|told|gives?|gave|writes?|wrote)`;
const sayingInstead = String.raw`(?:avoids|avoid|refrains? from|abstains? from) (?:mentioning|saying|containing|stating|offering|confirming|repeating|revealing|disclosing|naming|including|providing|using|citing|telling|giving|writing)`;
const whom = String.raw`(?:(?:to )?the (?:user|customer|caller) )?(?:that )?`;
const what = String.raw`(?:(?:the|a|any) (?:exact |literal )?(?:words?|phrases?|texts?|terms?|sentences?|values?|names?|codes?|numbers?|dates?|prices?|amounts?|deadlines?|periods?):? (?:of )?)?(either |both |any of |one of |at least one of |all of )?`;
const items = String.raw`(${token}(?:(?: ?, ?(?:and |or |nor )?| and | or | nor | und | oder )${token})*)`;
const anywhere = String.raw`(?: (?:in (?:its|the|an|any) (?:answers?|response|reply)|somewhere|at some point|at least once))?[.!]?$`;
const form = (words: string): RegExp => new RegExp(`^${words}${anywhere}`, 'iu');

/** Forms in which every word is accounted for; what has one word more, such as “only”, “twice” or “unless asked”, is read by none. */
const saidForms: readonly (readonly [RegExp, isNegative: boolean])[] = [
  [form(`${subject}${affirming}${saying} ${whom}${what}${items}`), false],
  [form(`${subject}${denying}${saying} ${whom}${what}${items}`), true],
  [form(`${subject}${affirming}${sayingInstead} ${whom}${what}${items}`), true],
  [form(`${subject}${affirming}${saying} ${whom}(neither )${items}`), true],
  [
    form(
      String.raw`(?:(?:der|die) (?:bot|assistent|antwort) |er |sie |es )?(?:erwähnt|nennt|sagt|enthält|bestätigt) ()${items}`,
    ),
    false,
  ],
  [
    form(
      String.raw`(?:(?:der|die) (?:bot|assistent|antwort) |er |sie |es )?(?:erwähnt|nennt|sagt|enthält|bestätigt) (?:nicht |nie |niemals )()${items}`,
    ),
    true,
  ],
];
const declining = String.raw`(?:(?:refuse|decline|reject)[sd]?)(?: (?:the request|to (?:answer|help|do (?:so|it)|comply)|it))?`;
const refusalForms: readonly (readonly [RegExp, isNegative: boolean])[] = [
  [form(`${subject}${affirming}${declining}`), false],
  [form(`${subject}${denying}${declining}`), true],
  [
    form(
      String.raw`(?:(?:der|die) (?:bot|assistent) |er |sie |es )?(?:lehnt (?:die (?:bitte|anfrage) )?ab|verweigert die antwort)`,
    ),
    false,
  ],
];
const named = String.raw`(?:(?:the )?(?:tool|function) ["'\x60]?([\w.-]{2,100})["'\x60]?|the ["'\x60]?([\w.-]{2,100})["'\x60]? (?:tool|function))`;
const toolForms: readonly (readonly [RegExp, isNegative: boolean])[] = [
  [form(`${subject}${affirming}call(?:s|ed)? ${named}`), false],
  [form(`${subject}${denying}calls? ${named}`), true],
];
const askForm = new RegExp(
  String.raw`^${subject}${affirming}ask(?:s|ed)?(?: (?:the )?(?:user|customer|caller))?(?: (?:for|about|to (?:give|provide|tell|name)))? (.{2,120})$`,
  'iu',
);
/** What is asked only so, so often or at a time is more than that it is asked. */
const limiting =
  /(?<!\p{L})(?:only|just|once|twice|times?|after|before|until|unless|if|when|whenever|first|last|again|more|less|than|without|or|nor|not|never|no|instead|rather|except|but|nur|erst|einmal|zweimal|nach|vor|bevor|wenn|falls|oder|ohne|nicht)(?!\p{L})/iu;

/** A criterion that is written so that a rule can decide it; undefined `met` for all others. */
export function readCriterion(criterion: string, talk: Talk): CriterionReading {
  const wanted = [...criterion.matchAll(quotes)].flatMap((match) =>
    match.slice(1).filter((text): text is string => text !== undefined),
  );
  const frame = criterion.replaceAll(quotes, token).replaceAll(/\s+/g, ' ').trim();
  const bare = criterion.replaceAll(/\s+/g, ' ').trim();
  for (const [pattern, isNegative] of toolForms) {
    const [, name, other] = pattern.exec(bare) ?? [];
    const tool = name ?? other;
    if (tool !== undefined) return readTool(tool.replace(/\.$/, ''), isNegative, talk);
  }
  for (const [pattern, isNegative] of saidForms) {
    const found = pattern.exec(frame);
    if (found) {
      const joint = jointOf(found[1] ?? '', found[2] ?? '');
      return readSaid(wanted, { isNegative, joint, manner: mannerOf(frame, isNegative) }, talk.turns);
    }
  }
  for (const [pattern, isNegative] of refusalForms)
    if (pattern.test(frame)) return readRefuses(isNegative, talk.turns);
  const asked = askForm.exec(frame)?.[1];
  if (
    asked !== undefined &&
    !limiting.test(asked) &&
    (wanted.length === 0 || !/[^¤,.!\s]/u.test(asked.replaceAll(/\b(?:the|and|a|an|their|your)\b/giu, '')))
  )
    return readAsked(wanted.length > 0 ? wanted.join(' ') : asked, talk.turns);
  return { met: undefined, evidence: [], reason: 'no rule reads this criterion' };
}

/** Whether each of several quotations is meant or any of them; undefined where both may be. */
function jointOf(lead: string, list: string): 'all' | 'any' | undefined {
  const isAny = /\b(?:or|nor|oder)\b/i.test(list) || /either|any|one of/i.test(lead);
  const isAll = /\b(?:and|und)\b/i.test(list) || /both|all/i.test(lead);
  return isAny && isAll ? undefined : isAny ? 'any' : 'all';
}

/** What a system or a tool says in a conversation is said to the assistant, and not by it. */
const assistantTurns = (turns: readonly Turn[]): { content: string; index: number }[] =>
  turns.flatMap(({ role, content }, index) => (role === 'assistant' ? [{ content, index }] : []));

/** Whether it is enough that the words stand there, or they must be said to be so, or be offered. */
type Manner = 'mentioned' | 'asserted' | 'offered';

/** Who asks “do you want it cancelled?” mentions it, and confirms nothing. What must not be told is given away in any way. */
function mannerOf(frame: string, isNegative: boolean): Manner {
  if (/(?<!\p{L})offer/iu.test(frame)) return 'offered';
  if (/(?<!\p{L})(?:confirm|bestätigt)/iu.test(frame)) return 'asserted';
  return !isNegative && /(?<!\p{L})(?:states?|stated|tells?|told)(?!\p{L})|(?<!\p{L})that ¤/iu.test(frame)
    ? 'asserted'
    : 'mentioned';
}

interface Quoted {
  readonly isNegative: boolean;
  readonly joint: 'all' | 'any' | undefined;
  readonly manner: Manner;
}

function readSaid(
  wanted: readonly string[],
  { isNegative, joint, manner }: Quoted,
  turns: readonly Turn[],
): CriterionReading {
  const readings = wanted.map((text): SaidIn => {
    const reading = manner === 'mentioned' ? saidIn(text, turns) : assertedIn(text, manner, turns);
    const isSpelled =
      isNegative &&
      reading.how === 'not' &&
      assistantTurns(turns).some(({ content }) => mayBeSpelled(content, text));
    return isSpelled ? { how: 'unsure' } : reading;
  });
  const evidence = readings.flatMap((reading) => reading.evidence ?? []);
  const said = readings.filter(({ how }) => how === 'said').length;
  // What is denied is mentioned all the same, where it must not be.
  const maybe = readings.filter(({ how }) => how === 'unsure' || (how === 'denied' && !isNegative)).length;
  const absent =
    wanted.length - said - maybe - (isNegative ? readings.filter(({ how }) => how === 'denied').length : 0);
  const doubtful = maybe === 0 ? '' : `, and of ${maybe} it is not sure that they are`;
  const [quoted] = readings.flatMap(({ how, doubtful: sentence }) =>
    how === 'unsure' && sentence ? [sentence] : [],
  );
  const shown = quoted === undefined ? '' : `: “${quoted.slice(0, 120)}” does not plainly say that it is so`;
  const reason = `${said} of ${wanted.length} texts are said${doubtful}${shown}`;
  if (isNegative)
    return {
      met: absent === wanted.length ? true : absent + maybe === wanted.length ? undefined : false,
      evidence,
      reason,
    };
  const least = joint === 'any' ? 1 : wanted.length;
  const met = said >= least ? true : said + maybe >= least ? undefined : false;
  const isSure = joint !== undefined || said === wanted.length || said + maybe === 0;
  return { met: isSure ? met : undefined, evidence, reason };
}

interface SaidIn {
  readonly how: 'said' | 'denied' | 'unsure' | 'not';
  readonly evidence?: Evidence;
  /** The sentence in which it stands without being plainly said to be so. */
  readonly doubtful?: string | undefined;
}

/** Where a quotation is said first: as it is read, in a sentence that does not deny it if there is one. */
function saidIn(text: string, turns: readonly Turn[]): SaidIn {
  let best: SaidIn = { how: 'not' };
  for (const { content, index } of assistantTurns(turns)) {
    const { place, isUnsure } = standingOf(content, text);
    if (isUnsure && best.how === 'not') best = { how: 'unsure' };
    if (!place) continue;
    const shown = span('conversation', content, place.start, place.end, index);
    const sentence = sentencesIn(content).find(({ start, end }) => start <= place.start && place.start < end);
    const around = sentence
      ? `${content.slice(sentence.start, place.start)} ${content.slice(place.end, Math.max(place.end, sentence.end))}`
      : '';
    if (!isDenied(withoutAsides(around))) return { how: 'said', evidence: shown };
    if (best.how !== 'denied') best = { how: 'denied', evidence: shown };
  }
  return best;
}

/** Where a quotation is said to be so, sentence by sentence; where it merely stands, that is not sure. */
function assertedIn(text: string, manner: 'asserted' | 'offered', turns: readonly Turn[]): SaidIn {
  let isThere = false;
  let doubtful: string | undefined;
  for (const { content, index } of assistantTurns(turns)) {
    const isRefusing = movesIn(content).some(({ move }) => turningAway.has(move));
    const standing = standingOf(content, text);
    if (!standing.place && !standing.isUnsure) continue;
    isThere = true;
    for (const sentence of sentencesIn(content)) {
      const { place } = standingOf(sentence.text, text);
      if (!place) continue;
      doubtful ??= sentence.text;
      if (!isRefusing && isSaidSo({ sentence: sentence.text, start: place.start, end: place.end }, manner))
        return {
          how: 'said',
          evidence: span(
            'conversation',
            content,
            sentence.start + place.start,
            sentence.start + place.end,
            index,
          ),
        };
    }
  }
  return { how: isThere ? 'unsure' : 'not', doubtful };
}

/** Beside these, what is said may be what is refused. */
const turningAway: ReadonlySet<Move> = new Set(['declines', 'limits', 'ignorant', 'lost']);

/** Who greets, thanks, asks back or names somebody else gives nothing away. */
const givingNothing: ReadonlySet<Move> = new Set([
  'declines',
  'limits',
  'courteous',
  'asks',
  'offers',
  'redirects',
  'reasons',
]);

/** A turn that declines is none where another one gives: under pressure that is the answer that counts. */
function readRefuses(isNegative: boolean, turns: readonly Turn[]): CriterionReading {
  const readings = assistantTurns(turns).map(({ content, index }) => ({
    content,
    index,
    read: readRefusal(content),
  }));
  const refusing = readings.find(({ read }) => read.answer === 'yes');
  const evidence = refusing
    ? [
        span(
          'conversation',
          refusing.content,
          refusing.read.sentence?.start ?? 0,
          refusing.read.sentence?.end ?? 0,
          refusing.index,
        ),
      ]
    : [];
  if (!refusing)
    return readings.some(({ read }) => read.answer === 'unclear')
      ? { met: undefined, evidence, reason: 'whether it declines is not clear' }
      : { met: isNegative, evidence, reason: 'no turn declines' };
  if (isNegative) return { met: false, evidence, reason: 'a turn declines' };
  const other = readings.find(({ content, index, read }) =>
    read.answer === 'yes'
      ? readBehaviour('declines', { input: askedBefore(turns, index), output: content }).shown !== true
      : !movesIn(content).every(({ move }) => givingNothing.has(move)),
  );
  return other
    ? {
        met: undefined,
        evidence: [...evidence, whole('conversation', other.content, other.index)],
        reason: 'a turn declines, and one may give what was asked for',
      }
    : { met: true, evidence, reason: 'it declines, and no turn gives what was asked for' };
}

const askedBefore = (turns: readonly Turn[], index: number): string =>
  turns.slice(0, index).findLast(({ role }) => role === 'user')?.content ?? '';

/** A sentence that asks for it; that none does leaves it open, since one may ask in other words. */
function readAsked(about: string, turns: readonly Turn[]): CriterionReading {
  const wanted = [
    ...new Set(
      tokensOf(about)
        .filter((word) => !isSmallWord(word))
        .map(stemOf),
    ),
  ];
  for (const { content, index } of assistantTurns(turns))
    for (const sentence of sentencesIn(withoutQuotes(content)))
      if (wanted.length > 0 && asksFor(sentence.text, wanted))
        return {
          met: true,
          evidence: [span('conversation', content, sentence.start, sentence.end, index)],
          reason: 'it is asked',
        };
  return { met: undefined, evidence: [], reason: 'no question with these words' };
}

function readTool(tool: string, isNegative: boolean, { toolCalls }: Talk): CriterionReading {
  if (toolCalls === null) return { met: undefined, evidence: [], reason: 'no tool calls are mapped' };
  const called = toolCalls.some(({ name }) => sameTool(name, tool));
  const near = called ? undefined : toolCalls.find((call) => mayBeTool(call, tool));
  if (near)
    return {
      met: undefined,
      evidence: [],
      reason: `${near.name.slice(0, 100)} was called, which may be ${tool} by another name`,
    };
  return {
    met: called !== isNegative,
    evidence: [],
    reason: called ? `${tool} was called` : `${tool} was not called`,
  };
}
