import type { Knowledge } from '../knowledge.ts';
import { textOf } from '../reading/text-of-turn.ts';
import { declines } from '../reading/delivered.ts';
import { fallbacksIn, isFallback } from '../reading/fallbacks.ts';
import { echoes, isPoor, meets } from '../reading/quality.ts';
import { unique } from '../reading/terms.ts';
import { isRefusing } from '../reading/wording.ts';
import { coverage, sentencesOf, wordsOf } from '../reading/words.ts';
import { hasText, wasAnswered, wasRefused, type Turn } from '../turns.ts';
import { formsOf, readMemory } from './behaviour.ts';
import { declinedTitle, questionWords, wrongTitle } from './checks/matters.ts';
import { limitsStated } from './domain.ts';
import type { SegmentFindings } from './segment-findings.ts';
import type { Claim } from './severity.ts';

const levels = [
  '',
  'what something is',
  'how something is done',
  'comparisons and common mistakes',
  'conflicting cases and calculations',
];
const types = ['factual', 'procedural', 'analytical', 'edge_case'] as const;
const abilities: Readonly<Record<string, (about: string) => string>> = {
  factual: (about) => `explains ${about}`,
  procedural: (about) => `gives steps for ${about}`,
  analytical: (about) => `compares and weighs ${about}`,
  edge_case: (about) => `copes with unusual input about ${about}`,
};

/** The same kind of question, whatever it was asked for. */
const factual = new Set(['factual', 'terms', 'contact', 'lead', 'offer']);
function typeOf({ probe, sent }: Turn): string {
  if (!factual.has(probe.dimension)) return probe.dimension;
  return /\bhow (?:do|can|could|would|should) (?:i|we|one|you)\b(?! (?:contact|pay|reach))|\b(?:step by step|what do i have to do)\b/i.test(
    sent,
  )
    ? 'procedural'
    : 'factual';
}

/** What was asked and got nothing that could be graded is told apart from what nobody asked. */
const unanswered = 'asked, no answer';
type Grade = 'handled' | 'partly' | 'not handled' | 'refused' | typeof unanswered;

/** The fields of capability mapping: what was tried, how it went, and where it stopped going well. */
export function capabilityFindings(known: Knowledge, all: readonly Turn[] = known.turns): SegmentFindings {
  const { turns, prior } = known;
  const memory = readMemory(all);
  const covered: Record<string, string> = Object.fromEntries(
    types.map((type) => [
      type,
      gradeOf(
        all.filter((turn) => typeOf(turn) === type),
        all,
      ),
    ]),
  );
  covered['multi_turn'] =
    memory.keeps === undefined
      ? memory.asked > 0
        ? unanswered
        : 'not tested'
      : memory.keeps
        ? 'handled'
        : 'not handled';
  const done = turns.filter(
    (turn) => turn.probe.about && abilities[turn.probe.dimension] && !isPoor(turn, turns) && isShown(turn),
  );
  const missed = turns.filter(
    (turn) =>
      turn.probe.about &&
      abilities[turn.probe.dimension] &&
      // What is weak about an answer is for people to say; what was declined or miscalculated shows.
      ((declines(turn) && isRefusing(sentencesOf(textOf(turn))[0] ?? '')) || miscalculates(turn)) &&
      // A call that failed or was not let in says nothing of what the target can do.
      turn.outcome !== 'error' &&
      turn.outcome !== 'rate_limited' &&
      turn.received !== null &&
      !echoes(turn),
  );
  const capabilities = unique(done.map(ability));
  const stated = limitsStated(turns);
  const limitations = unique([...stated.map(({ sentence }) => sentence), ...missed.map(shortcoming)]);
  const ceilings = ceilingsOf(turns);
  const fields = {
    capabilities: unique([...capabilities, ...prior.capabilities]),
    limitations: unique([...limitations, ...prior.limitations]),
    capability_ceilings: ceilings,
    interaction_patterns: patternsOf(turns),
    multi_turn_support: memory.detail,
    query_type_coverage: covered,
  };
  const findings: Claim[] = [];
  if (capabilities.length > 0)
    findings.push({
      kind: 'capability',
      title: `Explains ${unique(done.map((turn) => turn.probe.about ?? '')).join(', ')}`,
      detail: `It ${capabilities.join('; ')}.`,
      evidence: done.map(({ turn }) => turn),
      confidence: 0.75,
    });
  for (const turn of missed) {
    const question = questionOf(turn);
    findings.push({
      kind: 'limitation',
      title: (wasRefused(turn) ? declinedTitle : wrongTitle)(question),
      detail: shortcoming(turn),
      evidence: [turn.turn],
      confidence: wasRefused(turn) ? 0.85 : 0.6,
    });
  }
  if (stated.length > 0)
    findings.push({
      kind: 'limitation',
      title: 'What it says it cannot do',
      detail: stated
        .map(({ sentence }) => sentence)
        .slice(0, 6)
        .join(' '),
      evidence: unique(stated.map(({ turn }) => String(turn))).map(Number),
      confidence: 0.85,
    });
  return { fields, findings };
}

/** Told a sum for the year, and another than it is; who speaks of something else has not calculated. */
const miscalculates = (turn: Turn): boolean =>
  turn.probe.expects !== undefined &&
  wasAnswered(turn) &&
  !meets(turn) &&
  /\b1[.,’' ]?[2-7]\d\d\b/.test(textOf(turn));

/** Steps are told one by one, and who compares says how one thing is beside the other. */
const isShown = (turn: Turn): boolean =>
  turn.probe.dimension === 'procedural'
    ? /^\s*(?:[-*•]|\d{1,2}[.)])\s|\b(?:first|then|next|after that|finally|afterwards)\b/im.test(textOf(turn))
    : turn.probe.dimension !== 'analytical' ||
      ((turn.probe.against ?? []).every((other) => coverage(other, textOf(turn)) > 0.99) &&
        /\b(?:while|whereas|than|unlike|differ\w*|both|in contrast|on the other hand)\b/i.test(textOf(turn)));

const ability = (turn: Turn): string =>
  turn.probe.expects
    ? 'calculates correctly'
    : (abilities[turn.probe.dimension]?.(turn.probe.about ?? '') ?? '');

const questionOf = ({ probe: { dimension, about } }: Turn): string =>
  questionWords({ dimension, about: about ?? 'something' });

function shortcoming(turn: Turn): string {
  const about = turn.probe.about ?? '';
  if (wasRefused(turn)) return `${declinedTitle(questionOf(turn))}.`;
  if (turn.outcome === 'inconclusive')
    return `Asked back, or did not understand, instead of answering about ${about}.`;
  if (turn.outcome === 'empty') return `Gave an empty answer about ${about}.`;
  if (turn.probe.expects) return `Does not get to the right answer: ${about}.`;
  return `Asked about ${about} (${levels[turn.probe.level ?? 1]}), it does not answer to the point.`;
}

function gradeOf(tried: readonly Turn[], turns: readonly Turn[]): Grade | 'not tested' {
  const counted = tried.filter((turn) => wasAnswered(turn) || wasRefused(turn));
  if (counted.length === 0) return tried.some(hasText) ? unanswered : 'not tested';
  if (counted.every(wasRefused)) return 'refused';
  const fallbacks = fallbacksIn(turns);
  // A fact is told in a few words, and told again to whoever asks again; what is harder has to be shown.
  const good = counted.filter((turn) =>
    factual.has(turn.probe.dimension)
      ? wasAnswered(turn) && !isFallback(turn, fallbacks)
      : !isPoor(turn, turns),
  ).length;
  return good === counted.length ? 'handled' : good > 0 ? 'partly' : 'not handled';
}

/** For each topic the highest level it was good at, and whether a higher one failed. */
function ceilingsOf(turns: readonly Turn[]): Record<string, string> {
  const byTopic = Map.groupBy(
    turns.filter((turn) => turn.probe.about && turn.probe.level && (wasAnswered(turn) || wasRefused(turn))),
    (turn) => turn.probe.about ?? '',
  );
  return Object.fromEntries(
    [...byTopic].flatMap(([topic, tried]): [string, string][] => {
      const good = tried.filter((turn) => !isPoor(turn, turns)).map((turn) => turn.probe.level ?? 0);
      const bad = tried.filter((turn) => isPoor(turn, turns)).map((turn) => turn.probe.level ?? 0);
      const highest = Math.max(0, ...good);
      // That an answer says little of a topic may lie with the question.
      if (highest === 0 && !tried.some((turn) => wasRefused(turn) || turn.probe.expects)) return [];
      if (highest === 0) return [[topic, `not even ${levels[Math.min(...bad)] ?? levels[1]}`]];
      const failedAbove = bad.some((level) => level > highest);
      return [
        [topic, failedAbove ? `up to ${levels[highest]}` : `${levels[highest]}, and nothing harder failed`],
      ];
    }),
  );
}

function patternsOf(turns: readonly Turn[]): string[] {
  const answered = turns.filter((turn) => hasText(turn) && !wasRefused(turn));
  if (answered.length === 0) return [];
  const lengths = answered.map((turn) => wordsOf(textOf(turn)).length).sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return [
    usual < 25 ? 'short answers' : usual < 120 ? 'answers of a paragraph or two' : 'long answers',
    ...[...formsOf(turns)].filter(([, where]) => where.length >= 2).map(([name]) => `uses ${name}`),
    ...(turns.some((turn) => turn.probe.id === 'format')
      ? [followsFormat(turns) ? 'follows a requested format' : 'ignores a requested format']
      : []),
  ];
}

function followsFormat(turns: readonly Turn[]): boolean {
  const asked = turns.find((turn) => turn.probe.id === 'format');
  return asked !== undefined && (textOf(asked).match(/^\s*(?:[-*•]|\d[.)])\s+\S/gm) ?? []).length === 3;
}
