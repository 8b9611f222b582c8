import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { RunRow } from './tables.ts';

export type SeenExperiments = (
  tx: Tx,
  principal: MemberPrincipal,
  ids: readonly string[],
) => Promise<ReadonlySet<string>>;

/**
 * Runs as somebody may see them. What a run was started with stands in its snapshot, and an experiment that is kept private is
 * known to its maker alone: for everybody else the run has neither its values nor its name.
 */
export async function asSeenBy(
  tx: Tx,
  principal: MemberPrincipal,
  seenOf: SeenExperiments,
  rows: readonly RunRow[],
): Promise<RunRow[]> {
  const ids = [...new Set(rows.flatMap(({ experimentId }) => experimentId ?? []))];
  const seen = await seenOf(tx, principal, ids);
  return rows.map((row) =>
    row.experimentId === null || seen.has(row.experimentId) ? row : withoutExperiment(row),
  );
}

function withoutExperiment(row: RunRow): RunRow {
  const { parameter_source: source, ...snapshot } = row.snapshot;
  return {
    ...row,
    snapshot: {
      ...snapshot,
      parameters: {},
      ...(source
        ? {
            parameter_source: {
              ...source,
              experiment_name: null,
              version: null,
              version_id: null,
              content_hash: null,
              secrets: [],
            },
          }
        : {}),
    },
  };
}
