import type { ToolCall, Turn } from '../item.ts';
import { span, type Evidence } from '../kind.ts';
import { plain } from './folding.ts';
import { readRefusal } from './refusals.ts';
import { isSmallWord, stemOf } from './stop-words.ts';
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

const negated = /\b(?:not|never|n't|without|no)\b|(?<!\p{L})(?:nicht|kein\p{L}{0,2}|nie)(?!\p{L})/iu;
const quotes =
  /"([^"]{1,200})"|“([^”]{1,200})”|„([^“]{1,200})“|(?<![\p{L}\p{N}])'([^']{2,200})'(?![\p{L}\p{N}])/gu;
const says =
  /\b(?:mention|say|contain|include|give|name|state|tell|offer|confirm|provide|use|repeat|reveal|disclose|write|cite|call(?:s|ed)? (?:it|them))(?:s|es|ed|ing)?\b|(?<!\p{L})(?:erwähn|nenn|sag|enthält|bestätig|gib)\p{L}*/iu;
const asks =
  /\basks?(?:ed|ing)?\b(?: (?:the )?(?:user|customer|caller))?(?: (?:for|about|to (?:give|provide|tell|name)))?\s(.{2,120})/i;
const refuses = /\b(?:refuse|decline|reject)(?:s|d)?\b|(?<!\p{L})(?:lehnt|verweigert)(?!\p{L})/iu;
const calls = /\bcalls?(?:ed)? (?:the )?(?:tool |function )?[`"']?([\w.-]{2,100})[`"']?/i;

/** A criterion that is written so that a rule can decide it; undefined `met` for all others. */
export function readCriterion(criterion: string, talk: Talk): CriterionReading {
  const isNegative = negated.test(criterion.replaceAll(quotes, ''));
  const wanted = [...criterion.matchAll(quotes)].flatMap((match) =>
    match.slice(1).filter((text): text is string => text !== undefined),
  );
  const tool = calls.exec(criterion)?.[1];
  if (tool !== undefined && /\b(?:tool|function)\b/i.test(criterion)) return readTool(tool, isNegative, talk);
  if (wanted.length > 0 && says.test(criterion)) return readSaid(wanted, isNegative, talk.turns);
  if (refuses.test(criterion)) return readRefuses(isNegative, talk.turns);
  const asked = asks.exec(criterion)?.[1];
  if (asked !== undefined && !isNegative)
    return readAsked(wanted.length > 0 ? wanted.join(' ') : asked, talk.turns);
  return { met: undefined, evidence: [], reason: 'no rule reads this criterion' };
}

const assistantTurns = (turns: readonly Turn[]): { content: string; index: number }[] =>
  turns.flatMap(({ role, content }, index) => (role === 'user' ? [] : [{ content, index }]));

function readSaid(wanted: readonly string[], isNegative: boolean, turns: readonly Turn[]): CriterionReading {
  const evidence: Evidence[] = [];
  for (const text of wanted)
    for (const { content, index } of assistantTurns(turns)) {
      const at = plain(content).indexOf(plain(text));
      if (at === -1) continue;
      evidence.push(span('conversation', content, at, at + text.length, index));
      break;
    }
  const met = isNegative ? evidence.length === 0 : evidence.length === wanted.length;
  return { met, evidence, reason: `${evidence.length} of ${wanted.length} texts are said` };
}

function readRefuses(isNegative: boolean, turns: readonly Turn[]): CriterionReading {
  const readings = assistantTurns(turns).map(({ content, index }) => ({
    content,
    index,
    read: readRefusal(content),
  }));
  const refusing = readings.find(({ read }) => read.answer === 'yes');
  const isUnclear = readings.some(({ read }) => read.answer === 'unclear');
  if (!refusing && isUnclear)
    return { met: undefined, evidence: [], reason: 'whether it declines is not clear' };
  return {
    met: (refusing !== undefined) !== isNegative,
    evidence: refusing
      ? [
          span(
            'conversation',
            refusing.content,
            refusing.read.sentence?.start ?? 0,
            refusing.read.sentence?.end ?? 0,
            refusing.index,
          ),
        ]
      : [],
    reason: refusing ? 'a turn declines' : 'no turn declines',
  };
}

/** A question that holds most of the words asked for; that none does leaves it open, since one may ask in other words. */
function readAsked(about: string, turns: readonly Turn[]): CriterionReading {
  const wanted = tokensOf(about)
    .filter((word) => !isSmallWord(word))
    .map(stemOf);
  for (const { content, index } of assistantTurns(turns))
    for (const sentence of sentencesIn(content)) {
      if (!sentence.text.endsWith('?') && !/\b(?:please|tell me|i need|bitte)\b/i.test(sentence.text))
        continue;
      const stems = new Set(tokensOf(sentence.text).map(stemOf));
      const share = wanted.filter((stem) => stems.has(stem)).length / Math.max(1, wanted.length);
      if (wanted.length > 0 && share >= 0.75)
        return {
          met: true,
          evidence: [span('conversation', content, sentence.start, sentence.end, index)],
          reason: 'it is asked',
        };
    }
  return { met: undefined, evidence: [], reason: 'no question with these words' };
}

function readTool(tool: string, isNegative: boolean, { toolCalls }: Talk): CriterionReading {
  if (toolCalls === null) return { met: undefined, evidence: [], reason: 'no tool calls are mapped' };
  const called = toolCalls.some(({ name }) => name.toLowerCase() === tool.toLowerCase());
  return {
    met: called !== isNegative,
    evidence: [],
    reason: called ? `${tool} was called` : `${tool} was not called`,
  };
}
