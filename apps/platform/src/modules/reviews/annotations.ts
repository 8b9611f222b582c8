import { sql, type SQL } from 'drizzle-orm';
import { percentOf, type Annotation, type QueryOf, type ReviewerAgreement } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { cohensKappa } from '#metrics';
import { users } from '#people';
import { requirementsTable } from '#requirements';
import { testVersions } from '#tests';
import { shownTraces } from '#traces';
import { onlyVerdictOf, saidByMetric } from './calibration.ts';

export type Annotations = ReturnType<typeof createAnnotations>;

/** Reviews across all results and traces: to read them, and to see how far people and metrics agree. */
export function createAnnotations({ database }: { readonly database: Database }) {
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);
  return {
    list: (
      principal: MemberPrincipal,
      query: QueryOf<typeof contract.listAnnotations>,
    ): Promise<Page<Annotation>> => inTenant(principal, (tx) => readAnnotations(tx, principal, query)),

    agreement: (
      principal: MemberPrincipal,
      query: QueryOf<typeof contract.reviewAgreement>,
    ): Promise<ReviewerAgreement> =>
      inTenant(principal, async (tx) => agreementOf(await readOpinions(tx, principal, query))),
  };
}

type Row = Record<string, unknown> & {
  id: string;
  status: Annotation['status'];
  comment: string;
  target_type: Annotation['target']['type'];
  target_reference: string | null;
  metric_name: string | null;
  automated: string | null;
  resolved_at: unknown;
  is_blind: boolean;
  author: string | null;
  author_name: string | null;
  test_result_id: string | null;
  test_run_id: string | null;
  run_name: string | null;
  trace_db_id: string | null;
  trace_id: string | null;
  span_name: string | null;
  project_id: string | null;
  test_content: string | null;
  requirement_id: string | null;
  requirement_name: string | null;
  created_at: string | Date;
  updated_at: string | Date;
};

const joined = sql`reviews w left join test_results x on x.id = w.test_result_id
  left join test_runs r on r.id = x.test_run_id left join ${shownTraces} t on t.id = w.trace_id
  left join test_verdicts v on w.target_type = 'metric' and v.test_result_id = x.id
    and v.metric_id::text = w.target_reference`;

async function readAnnotations(
  tx: Tx,
  principal: MemberPrincipal,
  query: QueryOf<typeof contract.listAnnotations>,
): Promise<Page<Annotation>> {
  const where = sql.join(narrowed(principal, query), sql` and `);
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${joined} where ${where}`,
  );
  const { rows } = await tx.execute<Row>(
    sql`select w.id, w.status, w.comment, w.target_type, w.target_reference, v.metric_name, w.resolved_at, w.is_blind,
          case when w.target_type = 'metric' then v.automated_verdict
            when w.target_type = 'test_result' then x.automated_status end as automated,
          w.author, coalesce(u.name, u.email) as author_name, x.id as test_result_id, r.id as test_run_id,
          r.name as run_name, w.trace_id as trace_db_id, t.trace_id, coalesce(t.endpoint_name, t.name) as span_name,
          coalesce(x.project_id, t.project_id) as project_id, left(tv.content, 300) as test_content, x.requirement_id,
          q.name as requirement_name, w.created_at, w.updated_at
        from ${joined} left join ${users} u on u.id = w.author
          left join ${testVersions} tv on tv.test_id = x.test_id and tv.version = x.test_version
          left join ${requirementsTable} q on q.id = x.requirement_id
            and (${principal.projectId}::uuid is null or q.project_id is null or q.project_id = ${principal.projectId}::uuid)
        where ${where} order by w.created_at desc, w.id desc limit ${query.limit} offset ${query.skip}`,
  );
  return new Page(rows.map(present), counted.rows[0]?.total ?? 0);
}

function narrowed(
  { organizationId, projectId, permissions }: MemberPrincipal,
  query: Partial<QueryOf<typeof contract.listAnnotations>>,
): SQL[] {
  const parts = [
    sql`w.organization_id = ${organizationId}`,
    sql`w.deleted_at is null`,
    sql`r.deleted_at is null`,
    // What people say of a trace is read with the trace.
    ...(permissions.has('trace:read') ? [] : [sql`w.trace_id is null`]),
  ];
  const project = sql`coalesce(x.project_id, t.project_id)`;
  if (projectId !== null) parts.push(sql`(${project} = ${projectId} or ${project} is null)`);
  if (query.source === 'trace') parts.push(sql`w.trace_id is not null`);
  if (query.source === 'test_result') parts.push(sql`w.test_result_id is not null`);
  if (query.trace_db_id) parts.push(sql`w.trace_id = ${query.trace_db_id}`);
  if (query.trace_id) parts.push(sql`t.trace_id = ${query.trace_id.toLowerCase().replaceAll('\0', '')}`);
  if (query.search)
    parts.push(sql`position(lower(${query.search.replaceAll('\0', '')}) in lower(w.comment)) > 0`);
  if (query.resolved !== undefined)
    parts.push(query.resolved === 'true' ? sql`w.resolved_at is not null` : sql`w.resolved_at is null`);
  if (query.rating) parts.push(sql`w.status = ${query.rating}`);
  if (query.target_type) parts.push(sql`w.target_type = ${query.target_type}`);
  if (query.user_id) parts.push(sql`w.author = ${query.user_id}`);
  if (query.test_run_id) parts.push(sql`x.test_run_id = ${query.test_run_id}`);
  if (query.test_result_id) parts.push(sql`x.id = ${query.test_result_id}`);
  if (query.metric_id) parts.push(sql`w.target_type = 'metric' and w.target_reference = ${query.metric_id}`);
  return parts;
}

const present = (row: Row): Annotation => ({
  review_id: row.id,
  source: row.trace_db_id === null ? 'test_result' : 'trace',
  status: row.status,
  comments: row.comment,
  target: {
    type: row.target_type,
    reference: row.target_reference,
    name: row.target_type === 'turn' ? `Turn ${row.target_reference}` : row.metric_name,
  },
  resolved: row.resolved_at !== null,
  is_blind: row.is_blind,
  user: row.author === null ? null : { id: row.author, name: row.author_name },
  automated_status: row.automated,
  test_result_id: row.test_result_id,
  test_run_id: row.test_run_id,
  test_run_name: row.run_name,
  trace_db_id: row.trace_db_id,
  trace_id: row.trace_id,
  span_name: row.span_name,
  project_id: row.project_id,
  test_content: row.test_content,
  requirement_id: row.requirement_id,
  requirement_name: row.requirement_name,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

interface Opinion {
  readonly thing: string;
  readonly resultId: string;
  readonly isOfResult: boolean;
  /** The metric that was reviewed, or the only one of the result. */
  readonly metricId: string | null;
  readonly metricName: string | null;
  readonly author: string | null;
  readonly authorName: string | null;
  readonly passes: boolean;
  /** What the metrics came to, and what the one of this opinion said; null where nothing was decided. */
  readonly automated: boolean | null;
  readonly saidByMetric: boolean | null;
}

const opinionsMost = 100_000;

/** Of each person the newest word on each thing, newest first. */
async function readOpinions(
  tx: Tx,
  principal: MemberPrincipal,
  query: QueryOf<typeof contract.reviewAgreement>,
): Promise<Opinion[]> {
  const where = sql.join(
    [...narrowed(principal, query), sql`w.target_type in ('test_result', 'metric')`],
    sql` and `,
  );
  const { rows } = await tx.execute<Row & { metric_id: string | null; said_by_metric: string | null }>(
    sql`select w.*, coalesce(u.name, u.email) as author_name from (
          select distinct on (x.id, w.target_reference, w.author) w.id, w.status, x.id as test_result_id,
            w.target_type, w.target_reference, w.author, w.created_at, x.automated_status as automated,
            coalesce(v.metric_id, o.metric_id)::text as metric_id, coalesce(v.metric_name, o.metric_name) as metric_name,
            coalesce(${saidByMetric(sql`v`)}, ${saidByMetric(sql`o`)}) as said_by_metric
          from ${joined}
            left join lateral (${onlyVerdictOf(sql`x.id`)}) o on w.target_type = 'test_result'
          where ${where}
          order by x.id, w.target_reference, w.author, w.created_at desc, w.id desc) w
        left join ${users} u on u.id = w.author
        order by w.created_at desc, w.id desc limit ${opinionsMost}`,
  );
  return rows.map((row) => ({
    thing: `${row.test_result_id} ${row.target_reference ?? ''}`,
    resultId: row.test_result_id ?? '',
    isOfResult: row.target_type === 'test_result',
    metricId: row.metric_id,
    metricName: row.metric_name,
    author: row.author,
    authorName: row.author_name,
    passes: row.status === 'Pass',
    automated: isPass(row.automated),
    saidByMetric: isPass(row.said_by_metric),
  }));
}

const isPass = (word: string | null): boolean | null =>
  word === null || !/^(?:pass|fail)$/i.test(word) ? null : /^pass$/i.test(word);

function agreementOf(opinions: readonly Opinion[]): ReviewerAgreement {
  const newestOf = (some: readonly Opinion[], keyOf: (opinion: Opinion) => string): Opinion[] => [
    ...new Map(some.toReversed().map((opinion) => [keyOf(opinion), opinion])).values(),
  ];
  const metrics = Map.groupBy(
    newestOf(
      opinions.filter(({ metricId }) => metricId !== null),
      ({ resultId, metricId }) => `${resultId} ${metricId}`,
    ),
    ({ metricId }) => metricId ?? '',
  );
  const results = newestOf(
    opinions.filter(({ isOfResult }) => isOfResult),
    ({ resultId }) => resultId,
  );
  return {
    between_reviewers: betweenReviewers(opinions),
    metrics: [...metrics]
      .map(([metric_id, own]) => ({
        metric_id,
        metric_name: own[0]?.metricName ?? '',
        ...agreed(against(own, ({ saidByMetric: said }) => said)),
      }))
      .toSorted((one, other) => one.metric_name.localeCompare(other.metric_name)),
    results: agreed(against(results, ({ automated }) => automated)),
  };
}

type Pair = readonly [boolean, boolean];
const against = (opinions: readonly Opinion[], saying: (opinion: Opinion) => boolean | null): Pair[] =>
  opinions.flatMap((opinion) => {
    const said = saying(opinion);
    return said === null ? [] : [[said, opinion.passes] as const];
  });

function betweenReviewers(opinions: readonly Opinion[]): ReviewerAgreement['between_reviewers'] {
  const pairs = new Map<string, { first: Opinion; second: Opinion; said: Pair[] }>();
  for (const onThing of Map.groupBy(opinions, ({ thing }) => thing).values()) {
    const people = onThing
      .filter(({ author }) => author !== null)
      .toSorted((one, other) => (one.author ?? '').localeCompare(other.author ?? ''));
    for (const [at, first] of people.entries())
      for (const second of people.slice(at + 1)) {
        const key = `${first.author} ${second.author}`;
        const pair = pairs.get(key) ?? { first, second, said: [] };
        pair.said.push([first.passes, second.passes]);
        pairs.set(key, pair);
      }
  }
  return [...pairs.values()]
    .map(({ first, second, said }) => ({
      reviewers: [person(first), person(second)] as [ReturnType<typeof person>, ReturnType<typeof person>],
      ...agreed(said),
    }))
    .toSorted((one, other) => other.n - one.n);
}

const person = ({ author, authorName }: Opinion) => ({ id: author ?? '', name: authorName });

function agreed(pairs: readonly Pair[]) {
  const { n, agreement, kappa, interval } = cohensKappa(pairs);
  return {
    n,
    agreement: agreement === null ? null : percentOf(agreement),
    kappa: rounded(kappa),
    kappa_low: rounded(interval?.low ?? null),
    kappa_high: rounded(interval?.high ?? null),
  };
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10_000) / 10_000;
