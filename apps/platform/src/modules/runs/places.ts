import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';

interface Run {
  readonly organizationId: string;
  readonly runId: string;
}

/** How many more calls may be under way at an endpoint. Those of `except` are asked for anew and do not count. */
export async function freePlaces(
  tx: Tx,
  { organizationId, endpointId }: { organizationId: string; endpointId: string },
  { most, now, except }: { most: number; now: Date; except?: { runId: string; step: string } | undefined },
): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(
    sql`select count(*)::int as taken from calls_under_way
        where organization_id = ${organizationId} and endpoint_id = ${endpointId}
          and until > ${now.toISOString()}::timestamptz
          and not (run_id = ${except?.runId ?? null}::uuid and step = ${except?.step ?? null}::text) is true`,
  );
  return Math.max(0, most - (rows[0]?.taken ?? 0));
}

/**
 * Takes a place for each of these steps. It is given back by whoever took it, or by whoever takes the run over; where
 * nobody does, as after a trial whose process died, it goes after `forMs`.
 */
export async function takePlaces(
  tx: Tx,
  { organizationId, runId, endpointId }: Run & { endpointId: string },
  { steps, now, forMs }: { steps: readonly string[]; now: Date; forMs: number },
): Promise<void> {
  if (steps.length === 0) return;
  await tx.execute(
    sql`delete from calls_under_way where organization_id = ${organizationId} and endpoint_id = ${endpointId}
          and until <= ${now.toISOString()}::timestamptz`,
  );
  await tx.execute(
    sql`insert into calls_under_way (run_id, step, organization_id, endpoint_id, until)
        select ${runId}, step, ${organizationId}, ${endpointId}, ${new Date(now.getTime() + forMs).toISOString()}::timestamptz
        from json_array_elements_text(${JSON.stringify(steps)}::json) as step
        on conflict (run_id, step) do update set until = excluded.until`,
  );
}

/** Gives back the places of these steps, or of all steps of the run. */
export async function releasePlaces(
  tx: Tx,
  { organizationId, runId }: Run,
  steps?: readonly string[],
): Promise<void> {
  if (steps?.length === 0) return;
  const chosen = steps
    ? sql` and step in (select json_array_elements_text(${JSON.stringify(steps)}::json))`
    : sql``;
  await tx.execute(
    sql`delete from calls_under_way where organization_id = ${organizationId} and run_id = ${runId}${chosen}`,
  );
}
