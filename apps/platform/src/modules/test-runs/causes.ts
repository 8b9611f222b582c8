import { secretMask } from '@sonde/contract';
import { findSecrets, maskAddress } from '@sonde/secrets';
import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { jsonText } from '#kernel/json-text';
import { wholeSight, type Sight } from './sight.ts';
import type { RunRow, RunSnapshot } from './tables.ts';

/** What differs between two runs besides their results, in sentences: it may be why they differ. */
export async function causesOf(
  tx: Tx,
  { base, other, changedTests, sight }: { base: RunRow; other: RunRow; changedTests: number; sight: Sight },
): Promise<string[]> {
  return [
    ...endpointCauses(base.snapshot, other.snapshot, sight),
    ...parameterCauses(base.snapshot, other.snapshot),
    ...testCauses(changedTests),
    ...(await metricCauses(tx, base, other)),
  ];
}

export function endpointCauses(
  base: Pick<RunSnapshot, 'endpoint'>,
  other: Pick<RunSnapshot, 'endpoint'>,
  sight: Pick<Sight, 'endpoint'> = wholeSight,
): string[] {
  if (base.endpoint.id !== other.endpoint.id)
    return [`Another endpoint was called: ${other.endpoint.name} instead of ${base.endpoint.name}.`];
  const silent = new Set(['id', 'name', 'version', 'description', 'status', 'permitted_actions']);
  const changed = changedKeys(base.endpoint, other.endpoint).filter((key) => !silent.has(key));
  if (changed.length === 0) return [];
  if (!sight.endpoint) return ['The endpoint was changed.'];
  return [
    `The endpoint was changed: ${changed.map((key) => changeOf(key, base.endpoint[key], other.endpoint[key])).join(', ')}.`,
  ];
}

function parameterCauses(base: RunSnapshot, other: RunSnapshot): string[] {
  const environment =
    base.environment === other.environment
      ? []
      : [`The environment is ${other.environment} instead of ${base.environment}.`];
  const [before, after] = [base, other].map(({ parameter_source: source }) => source?.content_hash ?? null);
  const version =
    before === after ? [] : [`The parameters are ${versionIn(other)} instead of ${versionIn(base)}.`];
  const changed = changedKeys(base.parameters, other.parameters);
  const differ = changed.length === 0 ? [] : [`Parameters differ: ${changed.join(', ')}.`];
  return [...environment, ...version, ...differ];
}

const versionIn = ({ parameter_source: source }: RunSnapshot): string =>
  source?.version
    ? `${source.version} of ${source.experiment_name ?? 'an experiment'}`
    : source?.experiment_id
      ? 'those of a private experiment'
      : 'those without an experiment';

function testCauses(changed: number): string[] {
  return changed === 0
    ? []
    : [
        `${changed} ${changed === 1 ? 'test was' : 'tests were'} changed in between and ${changed === 1 ? 'is' : 'are'} not compared.`,
      ];
}

async function metricCauses(tx: Tx, base: RunRow, other: RunRow): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; runs: number }>(
    sql`select name, count(distinct test_run_id)::int as runs
        from (select test_run_id, ${jsonText(sql`snapshot`, 'name')} as name,
                ${jsonText(sql`snapshot`, 'metric_id')} as metric_id,
                ${jsonText(sql`snapshot`, 'metric_version')} as metric_version,
                ${jsonText(sql`snapshot`, 'threshold')} as threshold, ${jsonText(sql`snapshot`, 'negate')} as negate,
                ${jsonText(sql`snapshot`, 'definition')} as definition
              from test_run_scorers
              where organization_id = ${base.organizationId} and test_run_id in (${base.id}, ${other.id})) scorers
        group by name, metric_id, metric_version, threshold, negate, definition
        having count(distinct test_run_id) = 1`,
  );
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.length === 0 ? [] : [`Metrics differ: ${names.slice(0, 10).join(', ')}.`];
}

const changedKeys = (
  base: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): string[] =>
  [...new Set([...Object.keys(base), ...Object.keys(other)])].filter(
    (key) => JSON.stringify(base[key]) !== JSON.stringify(other[key]),
  );

const shownMost = 200;

/** From what to what, where that is a word, a number or an address; of templates and headers it is told that they differ. */
function changeOf(key: string, before: unknown, after: unknown): string {
  const [from, to] = [before, after].map(shownOf);
  return from === undefined || to === undefined ? words(key) : `${words(key)} from ${from} to ${to}`;
}

function shownOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value.length > shownMost || /[\r\n]/.test(value)) return undefined;
  if (/^(?:https?|wss?):/i.test(value)) return maskAddress(value, secretMask);
  return /^[\w.:/ -]+$/.test(value) && findSecrets(value).length === 0 ? `“${value}”` : undefined;
}

const words = (key: string): string => key.replaceAll('_', ' ');
