import { isDeepStrictEqual } from 'node:util';
import { MetricCreate, type MetricDefinition, type TestInput } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { definitionOf, meaningOf, type Metrics, type ScorerSnapshot } from '#metrics';
import type { Draft, DraftMetric } from './fields.ts';

interface Options {
  readonly database: Database;
  readonly metrics: Pick<Metrics, 'scorer' | 'create' | 'requireUsable'>;
  readonly principal: MemberPrincipal;
  readonly projectId: string | null;
  /** Metrics that are missing are made; otherwise it is only told whether they could be. */
  readonly isMaking: boolean;
}

type Found = { readonly id: string; readonly snapshot?: ScorerSnapshot } | { readonly reason: string };

/** How many metrics of a name are looked at that measure something else. */
const namesMost = 20;

/** To make one that was written by somebody. */
export const metricRight = 'metric:create';

/** A metric that would be made has no id yet. */
const notYetMade = '00000000-0000-4000-8000-000000000000';

/** From the names that a file uses to metrics, each looked for once. */
export function createMetricResolver({ database, metrics, principal, projectId, isMaking }: Options) {
  const seen = new Map<string, Promise<Found>>();
  const models = new Map<string | null, Promise<boolean>>();

  interface Reference {
    readonly metric: string;
    readonly args?: Readonly<Record<string, unknown>>;
    readonly threshold?: number;
  }

  /** With arguments of a test's own, it is looked at whether they can be judged by. */
  async function prepare(reference: Reference): Promise<Found> {
    const found = await find(reference);
    if (reference.args === undefined || !('snapshot' in found) || !found.snapshot) return found;
    try {
      await metrics.requireUsable(principal, found.snapshot.definition);
      return found;
    } catch (error) {
      if (error instanceof Problem) return { reason: reasonOf(error) };
      throw error;
    }
  }

  const find = (reference: Reference): Promise<Found> =>
    database.tenant(principal.organizationId, async (tx): Promise<Found> => {
      try {
        const [snapshot] = await metrics.scorer.prepare(tx, principal, [reference]);
        return snapshot ? { id: snapshot.metric_id, snapshot } : { reason: 'There is no such metric.' };
      } catch (error) {
        if (error instanceof Problem) return { reason: reasonOf(error) };
        throw error;
      }
    });

  /** The metric of that name, if it measures the same; a person may have given the name to something else. */
  async function make(draft: DraftMetric): Promise<Found> {
    if (draft.isOfKind) {
      const known = await prepare({ metric: draft.metric });
      if ('id' in known) return known;
    }
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? draft.metric : `${draft.metric}, variant ${number}`;
      const found = await named(name, draft.made);
      if (found !== 'another' || number === namesMost)
        return found === 'another' ? { reason: 'Metrics of that name measure something else.' } : found;
    }
  }

  async function named(name: string, made: DraftMetric['made']): Promise<Found | 'another'> {
    const known = await prepare({ metric: name });
    if (!made) return known;
    try {
      const input = MetricCreate.parse({
        ...made,
        ...(made.backend === 'judge' ? scoreOf(made) : {}),
        name,
        description: descriptionOf(made),
        metric_scope: ['Single-Turn', 'Multi-Turn'],
        project_id: projectId,
      });
      const wanted = definitionOf(input);
      await metrics.requireUsable(principal, wanted);
      if ('id' in known) return isAnother(known.snapshot, wanted, made) ? 'another' : known;
      // Code and rubrics are of whoever wrote the file; what measures by a kind of ours belongs to the tests.
      if (made.backend !== 'builtin' && !principal.permissions.has(metricRight))
        return { reason: 'It would be made, and you may not make metrics.' };
      return { id: isMaking ? (await metrics.create(principal, input)).id : notYetMade };
    } catch (error) {
      // Somebody has made one of this name since it was looked for, perhaps the same.
      if (error instanceof Problem && error.code === 'metric.name_taken') return named(name, made);
      if (error instanceof Problem) return { reason: reasonOf(error) };
      throw error;
    }
  }

  async function look(metric: DraftMetric): Promise<Found> {
    const found = await once(`metric ${metric.metric} ${JSON.stringify(metric.made ?? null)}`, () =>
      make(metric),
    );
    if ('reason' in found || found.id === notYetMade) return found;
    const { args, threshold } = metric;
    if (args === undefined && threshold === undefined) return found;
    const reference = {
      metric: found.id,
      ...(args === undefined ? {} : { args }),
      ...(threshold === undefined ? {} : { threshold }),
    };
    return once(JSON.stringify(reference), () => prepare(reference));
  }

  function once(key: string, find: () => Promise<Found>): Promise<Found> {
    const known = seen.get(key);
    if (known) return known;
    // Rows of a large file may each have arguments of their own.
    if (seen.size > 5000) seen.clear();
    const found = find();
    seen.set(key, found);
    return found;
  }

  /** Whether a language model has to judge and none is in use; each model is looked for once. */
  async function isModelless(metric: DraftMetric): Promise<boolean> {
    const found = await look(metric);
    const judge =
      'snapshot' in found && found.snapshot?.backend === 'judge'
        ? found.snapshot
        : 'id' in found && found.id === notYetMade && metric.made?.backend === 'judge'
          ? { backend: metric.made.backend, definition: { model_id: metric.made.model_id } }
          : undefined;
    if (!judge) return false;
    const { organizationId } = principal;
    const modelId = judge.definition.model_id ?? null;
    const known = models.get(modelId) ?? metrics.scorer.lacksModel(judge, { organizationId });
    models.set(modelId, known);
    return known;
  }

  return {
    /** Whether what a model is to judge of it stays open. */
    async lacksModel({ metrics: drafts }: Draft): Promise<boolean> {
      for (const draft of drafts) if (await isModelless(draft)) return true;
      return false;
    },

    /** The test as it is stored, or why a metric of it cannot be. */
    async complete({ test, metrics: drafts, weighedThreshold, combine }: Draft): Promise<TestInput | string> {
      const references: NonNullable<TestInput['metrics']> = [];
      const weights: Record<string, number> = {};
      const byName = new Map<string, string>();
      for (const draft of drafts) {
        const found = await look(draft);
        if ('reason' in found) return `Metric “${draft.metric.slice(0, 100)}”: ${found.reason}`;
        const { args, threshold, negate } = draft;
        references.push({
          metric: found.id,
          ...(args === undefined ? {} : { args: { ...args } }),
          ...(threshold === undefined ? {} : { threshold }),
          ...(negate === undefined ? {} : { negate }),
        });
        weights[found.id] = draft.weight ?? 1;
        byName.set(draft.metric, found.id);
      }
      const named = combine && namedWeights(combine, byName);
      if (typeof named === 'string') return named;
      return {
        ...test,
        ...(references.length > 0 ? { metrics: references } : {}),
        ...(weighedThreshold === null
          ? {}
          : { combine: { weights, threshold: Math.min(1, weighedThreshold) } }),
        ...(named ? { combine: named } : {}),
      };
    },
  };
}

const scoreOf = ({ threshold }: { readonly threshold?: number }) =>
  threshold === undefined
    ? { score_type: 'binary' as const }
    : { score_type: 'numeric' as const, min_score: 0, max_score: 1, threshold_operator: '>=' as const };

/** What it judges by, so that metrics that were made along with tests can be told from each other. */
function descriptionOf(made: NonNullable<DraftMetric['made']>): string {
  if (made.backend === 'judge') return 'A language model judges the answer by what the test says.';
  if (made.backend === 'code') return 'A script that stands in an imported file judges the answer.';
  return meaningOf(made.kind, made.args);
}

/** Whether a metric that has the name would judge a test otherwise than the one that is wanted; what the test says itself is its own. */
function isAnother(
  known: ScorerSnapshot | undefined,
  wanted: MetricDefinition,
  made: NonNullable<DraftMetric['made']>,
): boolean {
  if (known === undefined) return false;
  const { definition } = known;
  if (wanted.backend !== 'builtin')
    return judging.some((name) => !isDeepStrictEqual(definition[name], wanted[name]));
  if (definition.kind !== wanted.kind || definition.negate !== wanted.negate) return true;
  if (
    definition.threshold !== wanted.threshold ||
    definition.threshold_operator !== wanted.threshold_operator
  )
    return true;
  const given = Object.keys('args' in made ? (made.args ?? {}) : {});
  // Somebody who has let a metric decide has made no other one of it, and wants the next tests judged by it as well.
  return Object.entries(definition.args).some(
    ([name, value]) =>
      name !== 'decides' && !given.includes(name) && !isDeepStrictEqual(value, wanted.args[name]),
  );
}

/** All that code or a judge comes to its verdict by; which model judges is for those who run the platform. */
const judging = [
  'backend',
  'source',
  'function_name',
  'evaluation_prompt',
  'evaluation_steps',
  'criteria',
  'score_type',
  'min_score',
  'max_score',
  'threshold',
  'threshold_operator',
  'categories',
  'passing_categories',
  'negate',
] as const;

function namedWeights(
  { weights, threshold }: NonNullable<Draft['combine']>,
  byName: ReadonlyMap<string, string>,
): { weights: Record<string, number>; threshold: number } | string {
  const found: Record<string, number> = {};
  for (const [name, weight] of Object.entries(weights)) {
    const id = byName.get(name);
    if (id === undefined) return `combine weighs “${name.slice(0, 100)}”, which is no metric of the test.`;
    found[id] = weight;
  }
  return { weights: found, threshold };
}

const reasonOf = (problem: Problem): string =>
  [problem.message, ...(problem.errors ?? []).map(({ message }) => message)].join(' ').slice(0, 300);
