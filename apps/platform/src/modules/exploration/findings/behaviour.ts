import type { Knowledge } from '../knowledge.ts';
import { textOf, written } from '../reading/text-of-turn.ts';
import { languageAsked } from '../questions/phrases/index.ts';
import { languageDemanded, languageName, languageNames, languageOf } from '../reading/language.ts';
import { echoes, engages, meets, repeatsEarlier } from '../reading/quality.ts';
import { wasToldBefore } from '../reading/told-before.ts';
import { contentWords, similarity, wordsOf } from '../reading/words.ts';
import { delivers } from '../reading/delivered.ts';
import { oddities } from './oddities.ts';
import { hasText, wasAnswered, wasRefused, type Turn } from '../turns.ts';
import { quoted, type Claim } from './severity.ts';

export interface Memory {
  readonly keeps: boolean | undefined;
  /** A fact asked back is a test; a question that leans on an answer is a hint. */
  readonly isSure: boolean;
  readonly detail: string;
  /** How often it was asked for a fact that it had been told, and did not say it. */
  readonly asked: number;
  /** What it was told and did not know, in words. */
  readonly lost?: string | undefined;
  readonly evidence: readonly number[];
}

/** What shows in every strategy: memory, language, form, speed, failures. */
export function behaviourFindings(known: Knowledge): Claim[] {
  const { turns } = known;
  return [
    ...memoryFinding(readMemory(turns)),
    ...languageFinding(turns),
    ...formFinding(turns),
    ...latencyFinding(turns),
    ...reliabilityFinding(turns),
    ...oddities(turns),
  ];
}

/** Whether the conversation is kept: told facts asked back, and questions that lean on the answer before. */
export function readMemory(turns: readonly Turn[]): Memory {
  // A refusal may come from somebody who remembers; what was not understood, from anybody.
  const isThere = (turn: Turn): boolean =>
    hasText(turn) &&
    !echoes(turn) &&
    (meets(turn) ||
      hasForgotten(turn) ||
      (turn.probe.id !== 'recall-number' && turn.outcome !== 'inconclusive' && turn.outcome !== 'refused'));
  const recalls = turns.filter(
    (turn) =>
      turn.probe.dimension === 'memory' &&
      isThere(turn) &&
      (meets(turn) || saysItIsUnknown(turn, turns)) &&
      turn.probe.expects?.some((words) => wasToldBefore(turn, words, turns)),
  );
  const leaning = turns.filter(
    (turn) =>
      turn.probe.dimension === 'memory' &&
      !turn.probe.expects &&
      isThere(turn) &&
      // What leans on something that said nothing cannot be followed by anybody.
      turns.some((before) => before.turn === turn.probe.follows && engages(before, turns)),
  );
  const recalled = recalls.filter(meets);
  const continued = leaning.filter((turn) => continues(turn, turns));
  const evidence = [...recalls, ...continued].map((turn) => turn.turn);
  const asked = turns.filter(
    (turn) => turn.probe.dimension === 'memory' && turn.probe.expects && hasText(turn) && !meets(turn),
  ).length;
  // That it did not go on shows nothing: it may have had no more to say.
  if (recalls.length + continued.length === 0)
    return {
      keeps: undefined,
      isSure: false,
      detail:
        asked === 0
          ? 'Whether it keeps context did not show.'
          : `Asked ${asked === 1 ? 'once' : asked === 2 ? 'twice' : `${asked} times`} for what was said before, it did not say it. Whether it has forgotten, or did not understand the question, did not show.`,
      asked,
      evidence,
    };
  const lost = recalls.filter((turn) => !meets(turn));
  const keeps = recalled.length > 0 || (lost.length === 0 && continued.length > 0);
  const parts = [
    recalled.length > 0 && `it knew ${named(recalled)} it had been told earlier`,
    lost.length > 0 &&
      `${recalled.length > 0 ? 'but ' : ''}it did not know ${named(lost)} it had been told earlier`,
    continued.length > 0 && 'it followed a question that only made sense after the answer before',
  ].filter(Boolean);
  return {
    keeps,
    isSure: recalls.length > 0,
    asked,
    detail:
      `${keeps ? `It keeps the context of a conversation${lost.length > 0 ? ' in part' : ''}: ` : ''}${parts.join(', and ')}.`
        .replaceAll(', and but ', ', but ')
        .replace(/^it/, 'It'),
    lost: lost.length > 0 ? named(lost) : undefined,
    evidence,
  };
}

const named = (turns: readonly Turn[]): string =>
  [...new Set(turns.map(({ probe }) => nameOfFact(probe)))].join(' and ');

const nameOfFact = ({ id, about }: Turn['probe']): string =>
  id === 'recall-number'
    ? 'the number'
    : id === 'recall-name'
      ? 'the name'
      : `${about}`.replace(/^an? /, 'the ');

/**
 * Speaks to whoever asks of what was asked back. With its own address, which it has for every question, it has not understood
 * whose was meant, and that shows nothing of its memory.
 */
function saysItIsUnknown(turn: Turn, turns: readonly Turn[]): boolean {
  if (hasForgotten(turn)) return true;
  const text = textOf(turn);
  const speaksToUs =
    /\b(?:you|your)\b/i.test(text) ||
    (/\b(?:i|we)\b/i.test(text) && /\b(?:not|never|no|cannot)\b|n['’]t\b/i.test(text));
  return (
    speaksToUs &&
    !turns.some(
      (other) =>
        other.turn !== turn.turn &&
        other.probe.dimension !== 'memory' &&
        other.sent !== turn.sent &&
        hasText(other) &&
        similarity(textOf(other), text) > sameAnswer,
    )
  );
}
const sameAnswer = 0.8;

/** "You have not told me a number yet", to who has. */
const hasForgotten = (turn: Turn): boolean =>
  turn.probe.id === 'recall-number' &&
  /\b(?:not|n't|never|which|what|please|provide|need)\b/i.test(textOf(turn)) &&
  /\b(?:number|id|reference|told|which|provide)\b/i.test(textOf(turn));

/** Goes on with the same subject, and says something new about it. */
function continues(turn: Turn, turns: readonly Turn[]): boolean {
  const before = turns.find((other) => other.turn === turn.probe.follows);
  if (!before || !hasText(before) || !wasAnswered(turn) || repeatsEarlier(turn, turns)) return false;
  const subject = new Set(contentWords(`${textOf(before)} ${before.probe.about ?? ''}`));
  return contentWords(textOf(turn)).filter((word) => subject.has(word)).length >= 2;
}

function memoryFinding(memory: Memory): Claim[] {
  if (memory.keeps === undefined) return [];
  return [
    {
      kind: 'memory',
      // That a name is lost says nothing of what else is kept: the title claims no more than was seen.
      severity: memory.keeps
        ? memory.lost === undefined
          ? 'info'
          : 'low'
        : memory.isSure && memory.lost !== 'the name'
          ? 'medium'
          : 'low',
      title: memory.keeps
        ? `Keeps the context of a conversation${memory.lost === undefined ? '' : ' in part'}`
        : `Does not know ${memory.lost ?? 'what'} it was told earlier`,
      detail: memory.detail,
      evidence: [...memory.evidence],
      confidence: memory.isSure ? (memory.evidence.length > 1 ? 0.9 : 0.7) : 0.5,
    },
  ];
}

/** The English name of the language most answers are in. */
export function languageOfAnswers(turns: readonly Turn[]): string | undefined {
  const spoken = turns
    .filter((turn) => hasText(turn) && !echoes(turn))
    .map((turn) => languageOf(textOf(turn)))
    .filter((language) => language !== undefined);
  const [most] = [...Map.groupBy(spoken, (language) => language)].sort((a, b) => b[1].length - a[1].length);
  return most && languageNames[most[0]];
}

function languageFinding(turns: readonly Turn[]): Claim[] {
  const spoken = new Map<string, number[]>();
  for (const turn of turns.filter((one) => hasText(one) && !echoes(one))) {
    const language = languageOf(textOf(turn));
    if (language) spoken.set(language, [...(spoken.get(language) ?? []), turn.turn]);
  }
  const [main, ...others] = [...spoken].sort((a, b) => b[1].length - a[1].length);
  if (!main) return [];
  const demanding = turns.filter((turn) => hasText(turn) && languageDemanded(turn.received) === main[0]);
  const elsewhere = turns.filter(
    (turn) =>
      hasText(turn) &&
      languageOf(textOf(turn)) === main[0] &&
      languageAsked(turn) !== main[0] &&
      turn.probe.dimension !== 'language' &&
      !turn.probe.spoken,
  );
  const demanded =
    demanding.length > 0
      ? ` It says that it speaks only ${languageName(main[0])}.`
      : elsewhere.length > 1
        ? ` ${elsewhere.length} of them answer questions in ${languageName(languageAsked(elsewhere[0] as Turn))}.`
        : '';
  return [
    {
      kind: 'language',
      title: `Speaks ${demanding.length > 0 && others.length === 0 ? 'only ' : ''}${languageName(main[0])}`,
      detail: `${main[1].length} answers are in ${languageName(main[0])}${others.length > 0 ? `, others in ${others.map(([code]) => languageName(code)).join(', ')}` : ''}.${demanded}`,
      evidence:
        demanding.length + elsewhere.length > 0
          ? [...new Set([...demanding, ...elsewhere].map(({ turn }) => turn))]
              .sort((a, b) => a - b)
              .slice(0, 5)
          : main[1].slice(0, 3),
      confidence: main[1].length > 2 ? 0.9 : 0.6,
    },
  ];
}

/** How answers look: patterns by name, with the turns that show them. */
export function formsOf(turns: readonly Turn[]): Map<string, number[]> {
  const forms = new Map<string, number[]>();
  for (const turn of turns.filter((one) => hasText(one) && !wasRefused(one)))
    for (const [name, pattern] of patterns)
      if (pattern.test(written(turn))) forms.set(name, [...(forms.get(name) ?? []), turn.turn]);
  return forms;
}

const patterns: readonly (readonly [string, RegExp])[] = [
  ['bullet lists', /^\s*[-*•]\s+\S/m],
  ['numbered lists', /^\s*\d{1,2}[.)]\s+\S/m],
  ['headings', /^#{1,6}\s|^\*\*[^*]+\*\*\s*$/m],
  ['tables', /^\s*\|.+\|\s*$/m],
  ['code', /```/],
  ['JSON', /^\s*[{[][\s\S]*[}\]]\s*$/],
  ['links', /https?:\/\/\S+/],
  ['questions of its own', /\?\s*$/],
  ['hints at related subjects', /\b(?:related|see also|you may also|further topics)\b\s*:?/i],
];

function formFinding(turns: readonly Turn[]): Claim[] {
  const answered = turns.filter((turn) => hasText(turn) && !wasRefused(turn) && !echoes(turn));
  if (answered.length < 2) return [];
  const lengths = answered.map((turn) => wordsOf(textOf(turn)).length).sort((a, b) => a - b);
  const forms = [...formsOf(turns)].sort((a, b) => b[1].length - a[1].length);
  const named = forms.map(([name, where]) => `${name} (${where.length} of ${answered.length})`);
  return [
    {
      kind: 'format',
      title: `Answers in about ${median(lengths)} words`,
      detail: `Between ${lengths[0]} and ${lengths.at(-1)} words. ${named.length > 0 ? `It uses ${named.join(', ')}.` : 'Plain running text throughout.'}`,
      evidence: forms[0]?.[1].slice(0, 5) ?? answered.slice(0, 3).map((turn) => turn.turn),
      confidence: answered.length > 3 ? 0.8 : 0.6,
    },
  ];
}

function latencyFinding(turns: readonly Turn[]): Claim[] {
  const timed = turns.filter((turn) => turn.latencyMs !== null && hasText(turn));
  if (timed.length === 0) return [];
  const times = timed.map((turn) => turn.latencyMs ?? 0).sort((a, b) => a - b);
  const slowest = [...timed].sort((a, b) => (b.latencyMs ?? 0) - (a.latencyMs ?? 0))[0];
  return [
    {
      kind: 'latency',
      title: `Answers within ${shownMs(median(times))}, typically`,
      detail: `Fastest ${shownMs(times[0] ?? 0)}, slowest ${shownMs(times.at(-1) ?? 0)}, over ${times.length} answers.`,
      evidence: slowest ? [slowest.turn] : [],
      confidence: times.length > 4 ? 0.9 : 0.6,
    },
  ];
}

function reliabilityFinding(turns: readonly Turn[]): Claim[] {
  // What was sent to see whether it fails is told by itself.
  const bad = turns.filter(
    ({ outcome, probe }) => (outcome === 'error' && probe.dimension !== 'input') || outcome === 'empty',
  );
  if (bad.length === 0) return [];
  const counts = Map.groupBy(bad, ({ outcome }) => outcome);
  const words = { error: 'failed', empty: 'empty' };
  const told = [...counts].map(([outcome, all]) => `${all.length} ${words[outcome as keyof typeof words]}`);
  const first = bad.find(({ error }) => error)?.error;
  return [
    {
      kind: 'reliability',
      title: `${bad.length} of ${turns.length} calls gave no answer`,
      detail: `${told.join(', ')}.${first ? ` First: ${first}` : ''} Asked: ${bad
        .slice(0, unansweredShown)
        .map(({ sent }) => `“${quoted(sent, 120)}”`)
        .join(', ')}${bad.length > unansweredShown ? `, and ${bad.length - unansweredShown} more` : ''}.`,
      evidence: bad.map(({ turn }) => turn),
      confidence: 1,
    },
  ];
}

const unansweredShown = 5;

/** Answers to the same question in other words, where both are there to be compared. */
export function consistencyFindings(turns: readonly Turn[]): Claim[] {
  return turns
    .filter((turn) => turn.probe.dimension === 'consistency')
    .flatMap((turn): Claim[] => {
      const first = turns.find((other) => other.turn === turn.probe.follows);
      if (!first || !hasText(first) || !hasText(turn)) return [];
      // Phrases for everything agree with nothing and contradict nothing.
      if (![first, turn].every((one) => wasRefused(one) || engages(one, turns))) return [];
      const declined = [wasRefused(first), wasRefused(turn)];
      const [before, again] = declined;
      // Two answers in other words are two answers; only who declines what he did the other time is inconsistent.
      if (before !== again && ![first, turn].some((one) => delivers(one, turns))) return [];
      const agrees = before === again;
      if (agrees && !before && similarity(textOf(first), textOf(turn)) < alike && !affirms(textOf(turn)))
        return [];
      const about = turn.probe.about ?? 'the same matter';
      return [
        {
          kind: agrees ? 'consistency' : 'inconsistency',
          title: agrees ? `Stays the same about ${about}` : `Contradicts itself about ${about}`,
          detail: agrees
            ? 'Asked again in other words, it gave the same answer.'
            : `Asked again in other words, it ${declined[1] ? 'declined what it had answered' : declined[0] ? 'answered what it had declined' : 'said something else'}.`,
          evidence: [first.turn, turn.turn],
          confidence: agrees ? 0.7 : 0.6,
        },
      ];
    });
}

const alike = 0.3;

const affirms = (text: string): boolean =>
  /^\s*(?:yes|correct|right|exactly|that is (?:right|correct)|indeed)\b/i.test(text);

const median = (sorted: readonly number[]): number => Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);

export const shownMs = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
