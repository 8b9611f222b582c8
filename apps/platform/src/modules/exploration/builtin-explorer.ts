import { createPauses } from '#kernel/pauses';
import { knowledgeFrom, keywordsOf, type Knowledge } from './knowledge.ts';
import type { Explorer, Next, SegmentState } from './ports.ts';
import { freeGoal } from './questions/free-goal.ts';
import { languageAsked, languageToSpeak, phrasesOf, type Phrases } from './questions/phrases/index.ts';
import { reframing } from './questions/reframing.ts';
import { replying } from './questions/replying.ts';
import type { Step } from './questions/step.ts';
import { questionBack } from './reading/offers.ts';
import { saysTheSame } from './reading/same-words.ts';
import { textOf } from './reading/text-of-turn.ts';
import { languageOf } from './reading/language.ts';
import { isPoor } from './reading/quality.ts';
import { reread } from './reading/reread.ts';
import { contentWords, similarity } from './reading/words.ts';
import { strategyOf } from './strategies/index.ts';
import {
  coverageKey,
  hasText,
  ofConversation,
  wasRefused,
  type Probe,
  type Segment,
  type Turn,
} from './turns.ts';

export const BUILTIN_EXPLORER = 'builtin/explorer';

/**
 * Asks without a language model: a question plan for each strategy, which looks at every answer before it goes on. The
 * same turns always lead to the same next question.
 */
export function createBuiltinExplorer(pause: () => Promise<void> = createPauses()): Explorer {
  return {
    name: BUILTIN_EXPLORER,
    next: (state) => nextQuestion(state, pause),
  };
}

/** With others served in between: each of some hundred steps may look at all that a target has said. */
async function nextQuestion(state: SegmentState, pause: () => Promise<void>): Promise<Next> {
  const { plan, prior } = state;
  const language = languageToSpeak(state.turns, firstLanguage(state));
  const say = phrasesOf(language);
  await pause();
  const earlier = reread(state.earlier ?? []);
  // What was asked in a language the target does not speak has not been asked.
  const turns = reread(state.turns, earlier).filter((turn) => languageAsked(turn) === language);
  await pause();
  const known = knowledgeFrom(turns, prior, keywordsOf(plan.focus, 4), earlier);
  await pause();
  const probe =
    onceMore(turns) ??
    reframing(turns, known, plan.segment, say) ??
    permitted(replying(turns, known, plan.segment, say), state.restrictions) ??
    simpler(turns, known, say) ??
    (await nextStep(stepsOf(state), { ...state, turns }, known, say, pause));
  if (!probe) return { kind: 'enough', reason: 'plan_finished' };
  const asked = plan.isWhole && isStuck(turns) && mayBeginAnew(probe) ? { ...probe, isFresh: true } : probe;
  return { kind: 'ask', probe: language === 'en' ? asked : { ...asked, language } };
}

const longConversation = 5;

/** What was not let in may be let in by another conversation: many targets limit how long one may be. */
function onceMore(turns: readonly Turn[]): Probe | undefined {
  const last = turns.at(-1);
  if (
    last?.outcome !== 'rate_limited' ||
    last.probe.isFresh ||
    last.probe.dimension === 'load' ||
    ofConversation(turns).length < longConversation
  )
    return undefined;
  return { ...last.probe, id: `${last.probe.id}-anew`, isFresh: true };
}

/** What leans on what was said before is asked where it was said. */
const mayBeginAnew = ({ follows, dimension, id }: Probe): boolean =>
  (follows === undefined || dimension === 'sum') && dimension !== 'memory' && !id.startsWith('reply-');

const meta = new Set(['scope', 'capabilities', 'limits', 'persona', 'handover', 'language']);

/** A question is left open that was not answered, or the same comes to everything: nobody goes on with such a talk. */
function isStuck(turns: readonly Turn[]): boolean {
  const last = turns.at(-1);
  if (!last || !hasText(last) || last.conversationId === null || wasRefused(last)) return false;
  if (['calibration', 'input', 'load'].includes(last.probe.dimension)) return false;
  const text = textOf(last);
  const before = turns.at(-2);
  return (
    (questionBack(text) !== undefined && !meta.has(last.probe.dimension)) ||
    (before !== undefined &&
      !meta.has(last.probe.dimension) &&
      last.probe.follows === undefined &&
      hasText(before) &&
      before.sent !== last.sent &&
      saysTheSame(textOf(before), text))
  );
}

const permitted = (probe: Probe | undefined, restrictions: string | null): Probe | undefined =>
  probe && isForbidden(probe, [], restrictions) ? undefined : probe;

/** What an earlier run heard comes first, then the language in which people wrote down their own goal. */
const firstLanguage = ({ plan, scenario, prior }: SegmentState): string =>
  prior.language ?? languageOf([plan.segment ? '' : plan.goal, plan.focus, scenario].join(' ')) ?? 'en';

function stepsOf({ plan, scenario }: SegmentState): readonly Step[] {
  const strategy = strategyOf(plan.segment);
  if (!strategy) return freeGoal(plan.goal, scenario);
  return plan.isWhole && strategy.whole ? strategy.whole.steps : strategy.steps;
}

async function nextStep(
  steps: readonly Step[],
  state: SegmentState,
  known: Knowledge,
  say: Phrases,
  pause: () => Promise<void>,
): Promise<Probe | undefined> {
  const { turns } = state;
  const taken = new Set(turns.map((turn) => turn.probe.id));
  for (const step of steps) {
    if (taken.has(step.id) || (step.family !== undefined && isIdle(step.family, turns))) continue;
    await pause();
    const ask = step.ask(known, turns, say);
    if (!ask) continue;
    const probe: Probe = {
      ...ask,
      text:
        turns.length === 0 && state.scenario && !ask.text.includes(state.scenario)
          ? `${state.scenario}\n\n${ask.text}`
          : ask.text,
      id: step.id,
      dimension: ask.dimension ?? step.dimension,
      ...(step.family === undefined ? {} : { family: step.family }),
    };
    if (isForbidden(probe, step.tags ?? [], state.restrictions)) continue;
    if (isRepeated(probe, turns) || isCovered(probe, state.plan.segment, known)) continue;
    return probe;
  }
  return undefined;
}

const idleMax = 4;
/** What is named in passing is less of a matter than what everybody asks. */
const idleLeadsMax = 2;

/** Four questions of one kind in a row had no answer: the target has none to the others either. */
function isIdle(family: string, turns: readonly Turn[]): boolean {
  const most = family === 'lead' ? idleLeadsMax : idleMax;
  const last = turns.filter(({ probe }) => probe.family === family).slice(-most);
  return (
    last.length === most && last.every(({ outcome }) => outcome === 'inconclusive' || outcome === 'empty')
  );
}

/** A vague answer to a hard question is followed by a simpler one, once for each topic. */
function simpler(turns: readonly Turn[], { prior }: Knowledge, say: Phrases): Probe | undefined {
  const last = turns.at(-1);
  if (
    !last?.probe.about ||
    (last.probe.level ?? 0) < 2 ||
    last.probe.dimension === 'edge_case' ||
    last.probe.family !== undefined
  )
    return undefined;
  const isVague = last.outcome === 'answered' || last.outcome === 'inconclusive';
  if (!isVague || !isPoor(last, turns)) return undefined;
  const id = `simpler-${last.probe.about}`;
  if (prior.covered.some((key) => key.includes(`/${id}`))) return undefined;
  if (
    turns.some((turn) => turn.probe.id === id) ||
    turns.some((turn) => turn.probe.level === 1 && turn.probe.about === last.probe.about)
  )
    return undefined;
  return {
    id,
    dimension: last.probe.dimension,
    text: say.simply(last.probe.about),
    about: last.probe.about,
    follows: last.turn,
    level: 1,
  };
}

/** The same question is not asked twice, unless asking twice is its purpose. */
function isRepeated(probe: Probe, turns: readonly Turn[]): boolean {
  if (probe.follows !== undefined || probe.dimension === 'load') return false;
  return turns.some(
    (turn) =>
      turn.sent === probe.text ||
      (contentWords(probe.text).length > 3 && similarity(turn.sent, probe.text) > 0.85),
  );
}

/** What an earlier run has asked is not asked again, unless something else hangs on it. */
const isCovered = (probe: Probe, segment: Segment, { prior }: Knowledge): boolean =>
  !neededAgain.has(probe.id) && prior.covered.includes(coverageKey(segment, probe));

const neededAgain = new Set([
  'introduction',
  'recall-name',
  'go-on',
  'nonsense',
  'own-number',
  'recall-number',
]);

/** A restriction forbids every question that speaks of what it names. */
export function isForbidden(probe: Probe, tags: readonly string[], restrictions: string | null): boolean {
  const forbidden = forbiddenWords(restrictions ?? '');
  if (forbidden.size === 0) return false;
  return [...tags, probe.about ?? '', probe.text].some((text) =>
    contentWords(text).some((word) => forbidden.has(word)),
  );
}

/** "Only talk about pets" forbids nothing by name; "no politics" does, and so does a bare list. */
function forbiddenWords(restrictions: string): ReadonlySet<string> {
  const clauses = restrictions.split(/[.;!\n]+|\bbut\b/i).filter((clause) => clause.trim() !== '');
  const isNegative = (clause: string): boolean =>
    /\b(?:not|never|no|none|avoid|without|don't|dont|exclude|excluding|except|skip|refrain|forbidden|keep away)\b/i.test(
      clause,
    );
  const isPositive = (clause: string): boolean => /\b(?:only|stick to|stay|limit|restrict)\b/i.test(clause);
  const named = clauses.filter((clause) => isNegative(clause) || !isPositive(clause));
  const words = named.flatMap((clause) => keywordsOf(clause, 40)).flatMap(contentWords);
  return new Set(words.filter((word) => !commands.has(word)));
}

const commands = new Set(
  contentWords(
    'avoid mention talk send request anything skip exclude refrain forbidden restrict limit question prompt',
  ),
);
