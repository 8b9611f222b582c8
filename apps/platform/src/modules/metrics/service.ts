import {
  MetricCreate,
  type BodyOf,
  type Metric,
  type MetricDefinition,
  type MetricKind,
  type MetricTrial,
  type MetricUpdate,
  type PageQuery,
  type generateMetric,
  type improveMetric,
  type tryMetric,
  type tryMetricDraft,
} from '@sonde/contract';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createCrud, createRows, distinctTags, foldName, type ExpectedVersions } from '#kernel/resource';
import type { LanguageModelClient } from '#models';
import { requirementResource, type Requirements } from '#requirements';
import type { Tenancy } from '#tenancy';
import { changedInput, definitionOf } from './definition.ts';
import { snapshotOf } from './finder.ts';
import { agreementIn, improve, type ReviewSource, type ReviewedItems } from './improver.ts';
import { understand } from './instructions.ts';
import { kinds } from './kinds.ts';
import { jsonSchema } from './builtin/json-schema.ts';
import { metricInvalid, notUnderstood, versionNotFound } from './problems.ts';
import { metricResource, presentMetric, presentVersion } from './resource.ts';
import type { SchemaCheck } from './schema-check.ts';
import type { Scorer, ScorerSnapshot } from './scorer.ts';
import * as store from './store.ts';
import type { MetricRow, metrics as table } from './tables.ts';
import { flagOf } from './trust.ts';

export interface MetricsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly projects: Pick<Tenancy['projects'], 'holdUnlessNone'>;
  readonly requirements: Pick<Requirements, 'showWith'>;
  readonly scorer: Scorer;
  readonly schemas: Pick<SchemaCheck, 'faultOf'>;
  /** The model in force for the organization; undefined where there is none. */
  readonly model: (organizationId: string) => Promise<LanguageModelClient | undefined>;
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics({
  database,
  clock,
  projects,
  requirements,
  scorer,
  schemas,
  model,
}: MetricsOptions) {
  const sources: ReviewSource[] = [];
  const requirementRows = createRows({ resource: requirementResource, clock });
  const crud = createCrud<typeof table, MetricCreate, MetricUpdate, Metric>({
    resource: metricResource,
    database,
    clock,
    projectOf: (tx, principal, { project_id }) => projects.holdUnlessNone(tx, principal, project_id),
    newRow: (input) => columnsOf(input, definitionOf(input)),
    changes: (changes, row) => {
      const input = changedInput(row, changes);
      return columnsOf(input, definitionOf(input));
    },
    show,
  });

  async function show(tx: Tx, principal: MemberPrincipal, rows: readonly MetricRow[]): Promise<Metric[]> {
    const ids = rows.map(({ id }) => id);
    const links = await store.requirementsOf(tx, principal, ids);
    const agreements = await agreementsOf(tx, principal, ids);
    return rows.map((row) =>
      presentMetric(principal, row, {
        requirements: links.get(row.id) ?? [],
        agreement: agreements.get(row.id) ?? null,
      }),
    );
  }

  /** How well each agrees with the people who reviewed what it said, for whoever may read what they say. */
  async function agreementsOf(tx: Tx, principal: MemberPrincipal, ids: readonly string[]) {
    const counted = [];
    if (principal.permissions.has('test_result:read'))
      for (const source of sources) counted.push(...(await source.count(tx, principal, ids)));
    return new Map(
      [...Map.groupBy(counted, ({ metricId }) => metricId)].map(([id, own]) => [
        id,
        {
          ...agreementIn(
            own.flatMap(({ passed, passes, count }) =>
              passed === null ? [] : Array.from({ length: count }, () => [passed, passes] as const),
            ),
          ),
          reviewed: own.reduce((sum, { count }) => sum + count, 0),
        },
      ]),
    );
  }

  async function showOne(tx: Tx, principal: MemberPrincipal, row: MetricRow): Promise<Metric> {
    const [shown] = await show(tx, principal, [row]);
    if (!shown) throw new Error('A metric was not shown.');
    return shown;
  }

  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.tenant(principal.organizationId, work);

  /**
   * What could judge nothing is not kept. A schema of a user's may take seconds to compile: it is compiled where it is judged by, and
   * no transaction waits for it.
   */
  async function requireUsable(
    { organizationId }: MemberPrincipal,
    { backend, kind, args }: MetricDefinition,
  ): Promise<void> {
    if (backend !== 'builtin' || kind !== jsonSchema.kind) return;
    const fault = await schemas.faultOf(args['schema'], { organizationId });
    if (fault !== undefined)
      throw metricInvalid([{ path: 'args.schema', code: 'schema_invalid', message: fault }]);
  }

  async function create(principal: MemberPrincipal, input: MetricCreate): Promise<Metric> {
    const definition = definitionOf(input);
    await requireUsable(principal, definition);
    const columns = columnsOf(input, definition);
    const at = new Date(clock.now());
    return inTenant(principal, async (tx) => {
      const projectId = await projects.holdUnlessNone(tx, principal, input.project_id);
      const row = await crud.rows.insert(tx, {
        ...columns,
        id: newId(),
        organizationId: principal.organizationId,
        projectId,
        createdBy: principal.userId,
        createdAt: at,
        updatedAt: at,
      });
      await store.insertVersion(tx, row, principal.userId);
      return showOne(tx, principal, row);
    });
  }

  /** The next version, written beside all earlier ones in one transaction. */
  async function write(
    tx: Tx,
    principal: MemberPrincipal,
    row: MetricRow,
    input: MetricCreate,
    expected?: ExpectedVersions,
  ) {
    const written = await crud.rows.patchRow(tx, row, columnsOf(input, definitionOf(input)), expected);
    await store.insertVersion(tx, written, principal.userId);
    return written;
  }

  async function trial(
    principal: MemberPrincipal,
    {
      snapshot,
      item,
      version,
    }: { snapshot: ScorerSnapshot; item: BodyOf<typeof tryMetric>; version: number | null },
    signal: AbortSignal,
  ): Promise<MetricTrial> {
    const startedAtMs = performance.now();
    const { organizationId, projectId } = principal;
    const verdict = await scorer.score(snapshot, item, { organizationId, projectId, signal });
    const durationMs = Math.round((performance.now() - startedAtMs) * 100) / 100;
    return {
      ...verdict,
      flag: flagOf(verdict.reason_code),
      evidence: verdict.evidence.map((entry) => ({ ...entry })),
      detail: verdict.detail && { ...verdict.detail },
      metric_version: version,
      duration_ms: durationMs,
    };
  }

  async function reviewsOf(principal: MemberPrincipal, id: string): Promise<ReviewedItems> {
    const found = await Promise.all(sources.map((source) => source.items(principal, id)));
    return {
      async *[Symbol.asyncIterator]() {
        for (const items of found) yield* items;
      },
    };
  }

  requirements.showWith(async (tx, principal, ids) => {
    const links = new Map<string, { metrics: { id: string; name: string }[] }>();
    for (const { requirementId, metric } of await store.metricsOf(tx, principal, ids)) {
      const known = links.get(requirementId) ?? { metrics: [] };
      known.metrics.push({ id: metric.id, name: metric.name });
      links.set(requirementId, known);
    }
    return links;
  });

  return {
    scorer,
    /** For the module that keeps reviews: what a metric can be fitted to. */
    reviewedBy: (source: ReviewSource): void => void sources.push(source),

    kinds: async (): Promise<MetricKind[]> => listedKinds,
    list: crud.list,
    get: crud.get,
    remove: crud.remove,
    restore: crud.restore,
    create,
    requireUsable,

    update: async (
      principal: MemberPrincipal,
      id: string,
      changes: MetricUpdate,
      expected?: ExpectedVersions,
    ): Promise<Metric> => {
      const { version: _version, ...named } = changes;
      if ('args' in named) {
        const before = await inTenant(principal, (tx) =>
          crud.rows.get(tx, principal, id, { toChange: true }),
        );
        await requireUsable(principal, definitionOf(changedInput(before, named)));
      }
      return inTenant(principal, async (tx) => {
        const row = await crud.rows.get(tx, principal, id, { forUpdate: true });
        return showOne(tx, principal, await write(tx, principal, row, changedInput(row, named), expected));
      });
    },

    versions: (principal: MemberPrincipal, id: string, query: PageQuery) =>
      inTenant(principal, async (tx) => {
        await crud.rows.get(tx, principal, id);
        const found = await store.listVersions(tx, principal.organizationId, id, query);
        return new Page(found.rows.map(presentVersion), found.total);
      }),

    restoreVersion: (principal: MemberPrincipal, id: string, version: number): Promise<Metric> =>
      inTenant(principal, async (tx) => {
        const row = await crud.rows.get(tx, principal, id, { forUpdate: true });
        const earlier =
          version > row.version
            ? undefined
            : await store.findVersion(tx, principal.organizationId, { metricId: id, version });
        if (!earlier) throw versionNotFound();
        const input = changedInput({ ...row, name: earlier.name, definition: earlier.definition }, {});
        return showOne(tx, principal, await write(tx, principal, row, input));
      }),

    async try(principal: MemberPrincipal, id: string, body: BodyOf<typeof tryMetric>, signal: AbortSignal) {
      const row = await inTenant(principal, (tx) => crud.rows.get(tx, principal, id));
      return trial(principal, { snapshot: snapshotOf(row, body), item: body, version: row.version }, signal);
    },

    async tryDraft(
      principal: MemberPrincipal,
      { metric, ...item }: BodyOf<typeof tryMetricDraft>,
      signal: AbortSignal,
    ): Promise<MetricTrial> {
      const draft = { id: newId(), name: metric.name, version: 1, definition: definitionOf(metric) };
      return trial(principal, { snapshot: snapshotOf(draft, item), item, version: null }, signal);
    },

    async generate(
      principal: MemberPrincipal,
      { prompt, project_id }: BodyOf<typeof generateMetric>,
    ): Promise<Metric> {
      const understood = understand(prompt);
      const frame = {
        description: prompt,
        ...(project_id === undefined ? {} : { project_id }),
      };
      if (understood)
        return create(
          principal,
          MetricCreate.parse({
            ...frame,
            ...understood,
            backend: 'builtin',
            metric_scope: ['Single-Turn', 'Multi-Turn'],
          }),
        );
      if (!(await model(principal.organizationId))) throw notUnderstood();
      return create(principal, judgeFrom(prompt, frame));
    },

    async improve(
      principal: MemberPrincipal,
      id: string,
      { prompt, dry_run }: BodyOf<typeof improveMetric>,
      signal: AbortSignal,
    ) {
      const { organizationId, projectId } = principal;
      const row = await inTenant(principal, (tx) =>
        crud.rows.get(tx, principal, id, { toChange: dry_run !== true }),
      );
      const found = await improve({
        scorer,
        row,
        prompt,
        reviews: await reviewsOf(principal, id),
        model: row.definition.backend === 'judge' ? await model(organizationId) : undefined,
        circumstances: { organizationId, projectId: row.projectId ?? projectId, signal },
      });
      const input = changedInput({ ...row, definition: found.definition }, {});
      const definition = definitionOf(input);
      const metric = await inTenant(principal, async (tx) => {
        if (dry_run) return showOne(tx, principal, { ...row, definition, version: row.version + 1 });
        // Whoever changed it in between is not overwritten: the change was worked out from what was read.
        const current = await crud.rows.get(tx, principal, id, { forUpdate: true });
        return showOne(tx, principal, await write(tx, principal, current, input, new Set([row.version])));
      });
      return { ...metric, dry_run, changes: found.changes, flips: found.flips, agreement: found.agreement };
    },

    link: (principal: MemberPrincipal, requirementId: string, metricId: string) =>
      inTenant(principal, async (tx) => {
        await requirementRows.get(tx, principal, requirementId, { toChange: true });
        await crud.rows.get(tx, principal, metricId);
        await store.link(tx, principal.organizationId, {
          requirementId,
          metricId,
          now: new Date(clock.now()),
        });
        return { success: true, message: 'The metric judges this requirement.' };
      }),

    unlink: (principal: MemberPrincipal, requirementId: string, metricId: string) =>
      inTenant(principal, async (tx) => {
        await requirementRows.get(tx, principal, requirementId, { toChange: true });
        await crud.rows.get(tx, principal, metricId);
        await store.unlink(tx, principal.organizationId, { requirementId, metricId });
        return { success: true, message: 'The metric no longer judges this requirement.' };
      }),

    ofRequirement: (principal: MemberPrincipal, requirementId: string): Promise<Metric[]> =>
      inTenant(principal, async (tx) => {
        await requirementRows.get(tx, principal, requirementId);
        const linked = await store.metricsOf(tx, principal, [requirementId]);
        return show(
          tx,
          principal,
          linked.map(({ metric }) => metric),
        );
      }),

    /** For runs: the metrics that requirements name, by requirement. One that the caller does not see is refused, not left out. */
    async ofRequirements(tx: Tx, organizationId: string, requirementIds: readonly string[]) {
      const linked = await store.metricsOf(tx, { organizationId, projectId: null }, requirementIds);
      const byRequirement = Map.groupBy(linked, ({ requirementId }) => requirementId);
      return new Map(
        [...byRequirement].map(([id, links]) => [id, links.map(({ metric }) => ({ metric: metric.id }))]),
      );
    },

    requirementsOf: (principal: MemberPrincipal, id: string) =>
      inTenant(principal, async (tx) => {
        await crud.rows.get(tx, principal, id);
        return (await store.requirementsOf(tx, principal, [id])).get(id) ?? [];
      }),
  };
}

const columnsOf = (input: MetricCreate, definition: MetricDefinition) => ({
  name: input.name,
  nameKey: foldName(input.name),
  description: input.description ?? null,
  tags: distinctTags(input.tags ?? []),
  backend: definition.backend,
  kind: definition.kind,
  scoreType: definition.score_type,
  metricScope: definition.metric_scope,
  definition,
});

/** A person's words are the criterion as they are: a model judges by them, nobody has rewritten them. */
function judgeFrom(prompt: string, frame: object): MetricCreate {
  const line = prompt.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return MetricCreate.parse({
    ...frame,
    name: line.length <= 80 ? line : `${line.slice(0, 79)}…`,
    backend: 'judge',
    score_type: 'binary',
    metric_scope: ['Single-Turn'],
    evaluation_prompt: prompt,
  });
}

const listedKinds: MetricKind[] = kinds.map((kind) => ({
  kind: kind.kind,
  title: kind.title,
  page: kind.onlyFlags
    ? `${kind.page} It only flags: what it finds is for a person to look at and neither passes nor fails a test, unless it is set to decide.`
    : kind.page,
  needs: [...kind.needs],
  args_schema: z.toJSONSchema(kind.args, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
  works_as_is: kind.args.safeParse({}).success,
  threshold: kind.threshold,
  threshold_operator: kind.operator,
  flags_only: kind.onlyFlags,
  blind_figures: kind.figures ? { ...kind.figures } : null,
}));
