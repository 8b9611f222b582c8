import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { layersSql, type Layers, type Pointed } from './layers.ts';
import {
  experimentVersions as versions,
  experiments,
  parameterEnvironments as environments,
  projectParameters as parameters,
  type ExperimentRow,
  type ProjectParametersRow,
  type VersionRow,
} from './tables.ts';

interface Place {
  readonly organizationId: string;
  readonly projectId: string;
}

const inPlace = (
  table: typeof parameters | typeof environments | typeof versions,
  { organizationId, projectId }: Place,
) => and(eq(table.organizationId, organizationId), eq(table.projectId, projectId));

export async function findParameters(tx: Tx, place: Place): Promise<ProjectParametersRow | undefined> {
  const [row] = await tx.select().from(parameters).where(inPlace(parameters, place));
  return row;
}

/** The row of a project, made if it has none, and locked: who changes it takes turns. */
export async function lockParameters(tx: Tx, place: Place, now: Date): Promise<ProjectParametersRow> {
  await tx
    .insert(parameters)
    .values({
      ...place,
      fields: [],
      fieldsVersion: 0,
      fieldsUpdatedAt: null,
      entries: {},
      sealed: {},
      updatedAt: now,
    })
    .onConflictDoNothing();
  const [row] = await tx.select().from(parameters).where(inPlace(parameters, place)).for('update');
  if (!row) throw new Error('The parameters of a project were not there after they had been made.');
  return row;
}

export async function writeParameters(
  tx: Tx,
  place: Place,
  changes: Partial<ProjectParametersRow>,
): Promise<ProjectParametersRow> {
  const [row] = await tx.update(parameters).set(changes).where(inPlace(parameters, place)).returning();
  if (!row) throw new Error('The parameters of a project were not there to be changed.');
  return row;
}

export async function readLayers(tx: Tx, place: Place & { readonly environment: string }): Promise<Layers> {
  const { rows } = await tx.execute<{ layers: Layers }>(
    sql`select ${layersSql({
      organizationId: sql`${place.organizationId}::uuid`,
      projectId: sql`${place.projectId}::uuid`,
      environment: sql`${place.environment}::text`,
    })} as layers`,
  );
  return rows[0]?.layers ?? { base: null, pointed: null };
}

export const pointedAt = (row: VersionRow): Pointed => ({
  id: row.id,
  experiment_id: row.experimentId,
  number: row.number,
  content_hash: row.contentHash,
  environment: null,
  contents: row.contents,
});

export async function findVersion(
  tx: Tx,
  organizationId: string,
  by: { readonly id: string } | { readonly experimentId: string; readonly number: number },
): Promise<VersionRow | undefined> {
  const [row] = await tx
    .select()
    .from(versions)
    .where(
      and(
        eq(versions.organizationId, organizationId),
        'id' in by
          ? eq(versions.id, by.id)
          : and(eq(versions.experimentId, by.experimentId), eq(versions.number, by.number)),
      ),
    );
  return row;
}

export const findVersions = (
  tx: Tx,
  organizationId: string,
  { experimentId, numbers }: { readonly experimentId: string; readonly numbers: readonly number[] },
): Promise<VersionRow[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(versions)
        .where(
          and(
            eq(versions.organizationId, organizationId),
            eq(versions.experimentId, experimentId),
            inArray(versions.number, [...numbers]),
          ),
        )
        .orderBy(desc(versions.number));

/** The newest that says this, since equal contents are equal wherever they stand. */
export async function findByHash(
  tx: Tx,
  place: Place,
  { hash, experimentId }: { readonly hash: string; readonly experimentId: string | undefined },
): Promise<VersionRow[]> {
  return tx
    .select()
    .from(versions)
    .where(
      and(
        inPlace(versions, place),
        eq(versions.contentHash, hash),
        experimentId === undefined ? undefined : eq(versions.experimentId, experimentId),
      ),
    )
    .orderBy(desc(versions.createdAt), desc(versions.id))
    .limit(50);
}

export const listVersions = (
  tx: Tx,
  organizationId: string,
  {
    experimentId,
    skip,
    limit,
  }: { readonly experimentId: string; readonly skip: number; readonly limit: number },
): Promise<VersionRow[]> =>
  tx
    .select()
    .from(versions)
    .where(and(eq(versions.organizationId, organizationId), eq(versions.experimentId, experimentId)))
    .orderBy(desc(versions.number))
    .offset(skip)
    .limit(limit);

export const insertVersion = async (tx: Tx, row: VersionRow): Promise<void> =>
  void (await tx.insert(versions).values(row));

export const bumpLatest = async (
  tx: Tx,
  { organizationId, id }: Pick<ExperimentRow, 'organizationId' | 'id'>,
  latest: number,
  now: Date,
): Promise<void> =>
  void (await tx
    .update(experiments)
    .set({ latest, updatedAt: now })
    .where(and(eq(experiments.organizationId, organizationId), eq(experiments.id, id))));

export interface PointerRow {
  readonly name: string;
  readonly versionId: string | null;
  readonly number: number | null;
  readonly experimentId: string | null;
  readonly experimentName: string | null;
}

const pointerColumns = {
  name: environments.name,
  versionId: environments.experimentVersionId,
  number: versions.number,
  experimentId: versions.experimentId,
  experimentName: experiments.name,
};

export const listPointers = (tx: Tx, place: Place): Promise<PointerRow[]> =>
  tx
    .select(pointerColumns)
    .from(environments)
    .leftJoin(versions, eq(versions.id, environments.experimentVersionId))
    .leftJoin(experiments, eq(experiments.id, versions.experimentId))
    .where(inPlace(environments, place))
    .orderBy(asc(environments.name));

/** Which environments point at these experiments, by experiment, with the number of the version. */
export const pointersOf = (tx: Tx, organizationId: string, experimentIds: readonly string[]) =>
  experimentIds.length === 0
    ? Promise.resolve([])
    : tx
        .select({
          name: environments.name,
          experimentId: versions.experimentId,
          number: versions.number,
        })
        .from(environments)
        .innerJoin(versions, eq(versions.id, environments.experimentVersionId))
        .where(
          and(
            eq(environments.organizationId, organizationId),
            isNotNull(environments.experimentVersionId),
            inArray(versions.experimentId, [...experimentIds]),
          ),
        )
        .orderBy(asc(environments.name));
