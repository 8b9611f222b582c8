import { secretMask, type ArchitectPlanChange } from '@sonde/contract';
import { isSecretName } from '@sonde/secrets';
import type { z } from 'zod';
import { invalidInput } from '#kernel/http';
import { stepUnknown } from './problems.ts';
import type { StoredStep } from './tables.ts';

type Arguments = Record<string, unknown>;

/** A step as a planner wishes it, before it has a place in a plan. */
export interface WishedStep {
  readonly title: string;
  readonly tool: string;
  readonly arguments: Arguments;
  readonly callId?: string;
}

export const answerOf = (step: string, key: string) => ({ $step: step, key });

/** `s1`, `s2`, … in the order in which they are done. */
export const newPlan = (
  wishes: readonly WishedStep[],
  { isWriting, first = 1 }: { readonly isWriting: (tool: string) => boolean; readonly first?: number },
): StoredStep[] =>
  wishes.map(({ title, tool, arguments: given, callId }, place) => ({
    id: `s${first + place}`,
    title: title.slice(0, 300),
    tool,
    arguments: given,
    is_writing: isWriting(tool),
    status: 'planned',
    task_id: null,
    note: null,
    ...(callId === undefined ? {} : { call_id: callId }),
  }));

/** Changes add up, and each reader of the chat reads all of it. */
const argumentCharactersMax = 50_000;

const argumentsTooLong = (id: string) =>
  invalidInput([
    {
      path: 'plan',
      code: 'too_long',
      message: `The arguments of step ${id} have more than ${argumentCharactersMax} characters.`,
    },
  ]);

/** What a person has changed of it. Whether the arguments are good is judged by the route, when it is called. */
export function changedPlan(
  plan: readonly StoredStep[],
  changes: readonly z.output<typeof ArchitectPlanChange>[],
): StoredStep[] {
  for (const { id } of changes)
    if (!plan.some((step) => step.id === id && (step.status === 'planned' || step.status === 'skipped')))
      throw stepUnknown(id);
  return plan.map((step) => {
    const change = changes.find(({ id }) => id === step.id);
    if (!change) return step;
    const { is_skipped: isSkipped } = change;
    const changed = { ...step.arguments, ...change.arguments };
    if (change.arguments && JSON.stringify(changed).length > argumentCharactersMax)
      throw argumentsTooLong(step.id);
    return {
      ...step,
      arguments: changed,
      ...(isSkipped === undefined ? {} : { status: isSkipped ? 'skipped' : 'planned', note: null }),
    };
  });
}

/** A step that is over is kept without the credentials it was done with: a chat is read for as long as it is there. */
export const withStep = (plan: readonly StoredStep[], step: StoredStep): StoredStep[] =>
  plan.map((one) => {
    if (one.id !== step.id) return one;
    return step.status === 'planned' || step.status === 'running' ? step : withoutCredentials(step);
  });

const withoutCredentials = (step: StoredStep): StoredStep => ({
  ...step,
  arguments: masked(step.arguments, 'field') as Arguments,
});

function masked(value: unknown, place: 'field' | 'header'): unknown {
  if (Array.isArray(value)) return value.map((part) => masked(part, place));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part === 'string' && part !== '' && isSecretName(name, place)
        ? secretMask
        : masked(part, /headers$/i.test(name) ? 'header' : place),
    ]),
  );
}

/** Nothing of it will be done any more. Of a step that ran nobody can say what came of it. */
export const settledPlan = (plan: readonly StoredStep[], note: string): StoredStep[] =>
  plan.map((step) =>
    step.status === 'planned'
      ? withoutCredentials({ ...step, status: 'skipped', note })
      : step.status === 'running'
        ? withoutCredentials({
            ...step,
            status: 'interrupted',
            note: step.task_id ? 'Its job was left.' : 'It was under way; whether it was done is not known.',
          })
        : step,
  );

interface Reference {
  readonly $step: string;
  readonly key: string;
}
const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && '$step' in value && 'key' in value;

/**
 * What a plan names beforehand is the id of something that an earlier step makes. Anything else of an answer may be words of the
 * application under test, and nobody has said yes to these.
 */
const isOfId = ({ key }: Reference): boolean => /(?:^|_)id$/.test(key);

/** Arguments with the answers of earlier steps in their places; or which step has none. */
export function resolvedArguments(
  step: StoredStep,
  plan: readonly StoredStep[],
): { readonly arguments: Arguments } | { readonly missing: string } {
  let missing: string | undefined;
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isReference(value)) return value;
    const earlier = plan.find(({ id }) => id === value.$step);
    const answer = earlier?.status === 'done' ? (earlier.answer as Arguments | undefined) : undefined;
    const found = answer && isOfId(value) && Object.hasOwn(answer, value.key) ? answer[value.key] : undefined;
    if (found === undefined) missing = earlier?.title ?? value.$step;
    return found;
  };
  const made = Object.fromEntries(
    Object.entries(step.arguments).map(([key, value]) => [key, resolve(value)]),
  );
  return missing === undefined ? { arguments: made } : { missing };
}
