import { isDeepStrictEqual } from 'node:util';
import { secretMask, type ResolvedParameters } from '@sonde/contract';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Sealer } from '#kernel/seal';
import { isBuiltin } from './environments.ts';
import { valuesOf, type CallParameters, type Layers, type Pointed } from './layers.ts';
import { environmentNotFound, experimentNotFound, versionNotFound } from './problems.ts';
import type { Experiments } from './service.ts';
import { findByHash, findVersion, listPointers, pointedAt, readLayers } from './store.ts';
import type { ExperimentRow, VersionRow } from './tables.ts';
import { label, numberOf } from './versions.ts';

/** What a run, or whoever asks, names; nothing of it need be. */
export interface Asked {
  readonly version?: string | undefined;
  readonly experiment_id?: string | undefined;
  readonly environment?: string | undefined;
}

/** Where the values of a run came from: enough to find its secrets again, and to compare runs by version. */
export interface ParameterSource {
  readonly source: ResolvedParameters['source'];
  readonly environment: string;
  readonly experiment_id: string | null;
  readonly experiment_name: string | null;
  readonly version: string | null;
  readonly version_id: string | null;
  readonly content_hash: string | null;
  /** Names whose values are kept out of every snapshot. */
  readonly secrets: readonly string[];
}

export interface Snapshot {
  /** Secrets are in it by their mask. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly source: ParameterSource;
}

interface Options {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly experiments: Pick<Experiments, 'getRow' | 'findVersion'>;
  readonly projects: { get(principal: MemberPrincipal, id: string): Promise<unknown> };
}

export type Resolving = ReturnType<typeof createResolving>;

/** Which values hold: version, else experiment, else environment, else the layer without an experiment. */
export function createResolving({ database, sealer, experiments, projects }: Options) {
  async function versionOf(
    tx: Tx,
    principal: MemberPrincipal,
    projectId: string,
    { version, experiment_id }: Asked,
  ): Promise<{ version: VersionRow; experiment: ExperimentRow } | undefined> {
    if (experiment_id !== undefined) {
      const experiment = await experiments.getRow(tx, principal, experiment_id);
      if (experiment.projectId !== projectId) throw experimentNotFound();
      if (version === undefined && experiment.latest === 0) throw versionNotFound();
      const found = await experiments.findVersion(tx, experiment, version ?? label(experiment.latest));
      return { version: found, experiment };
    }
    if (version === undefined) return undefined;
    // A number alone says nothing: every experiment has its own.
    if (numberOf(version) !== undefined) throw versionNotFound();
    const place = { organizationId: principal.organizationId, projectId };
    for (const found of await findByHash(tx, place, { hash: version, experimentId: undefined })) {
      const experiment = await experiments.getRow(tx, principal, found.experimentId).catch(() => undefined);
      if (experiment) return { version: found, experiment };
    }
    throw versionNotFound();
  }

  async function resolve(
    tx: Tx,
    principal: MemberPrincipal,
    { projectId, asked, fallback }: { projectId: string; asked: Asked; fallback: string },
  ) {
    const { organizationId } = principal;
    const environment = asked.environment ?? fallback;
    const place = { organizationId, projectId };
    if (asked.environment !== undefined) await requireEnvironment(tx, place, asked.environment);
    const named = await versionOf(tx, principal, projectId, asked);
    const stored = await readLayers(tx, { ...place, environment });
    const layers: Layers = named ? { ...stored, pointed: pointedAt(named.version) } : stored;
    const values = valuesOf(sealer, layers, { projectId, environment });
    return { environment, layers, values, named, source: sourceOf(asked, layers.pointed) };
  }

  return {
    /** Refuses what is named where there is no such thing, or none that the caller may see. */
    requireAsked: (principal: MemberPrincipal, projectId: string, asked: Asked): Promise<void> =>
      database.tenant(principal.organizationId, async (tx) => {
        const place = { organizationId: principal.organizationId, projectId };
        if (asked.environment !== undefined) await requireEnvironment(tx, place, asked.environment);
        await versionOf(tx, principal, projectId, asked);
      }),

    /** For a call that names nothing: what its environment is given. */
    forCall: (organizationId: string, projectId: string, environment: string): Promise<CallParameters> =>
      database.tenant(organizationId, async (tx) =>
        valuesOf(sealer, await readLayers(tx, { organizationId, projectId, environment }), {
          projectId,
          environment,
        }),
      ),

    /** From layers that were read together with something else. */
    open: (layers: Layers, place: { projectId: string; environment: string }): CallParameters =>
      valuesOf(sealer, layers, place),

    /** For a run: resolved once, kept with it, and the same for every call it makes. */
    forRun: (
      principal: MemberPrincipal,
      projectId: string,
      asked: Asked,
      ownEnvironment: string,
    ): Promise<Snapshot> =>
      database.tenant(principal.organizationId, async (tx) => {
        const { environment, layers, values, named, source } = await resolve(tx, principal, {
          projectId,
          asked,
          fallback: ownEnvironment,
        });
        const { pointed } = layers;
        const secrets = Object.keys(values.secretParams);
        const experiment =
          named?.experiment ??
          (pointed ? await nameOf(tx, principal, pointed, place(principal, projectId)) : null);
        return {
          values: {
            ...values.params,
            ...Object.fromEntries(secrets.map((name) => [name, secretMask])),
          },
          source: {
            source,
            environment,
            experiment_id: pointed?.experiment_id ?? null,
            experiment_name: experiment?.name ?? null,
            version: pointed ? label(pointed.number) : null,
            version_id: pointed?.id ?? null,
            content_hash: pointed?.content_hash ?? null,
            secrets,
          },
        };
      }),

    /**
     * The names to which the version of a snapshot gives another value than there would be without it, where one was asked for: a
     * version holds a value of every parameter, most of them as they were.
     */
    async changedByVersion(
      organizationId: string,
      projectId: string,
      { source: { source, version_id: id, environment } }: Snapshot,
    ): Promise<readonly string[]> {
      if (id === null || (source !== 'version' && source !== 'experiment_id')) return [];
      const [under, over] = await database.tenant(organizationId, async (tx) => {
        const stored = await readLayers(tx, { organizationId, projectId, environment });
        const version = await findVersion(tx, organizationId, { id });
        return [null, version ? pointedAt(version) : null].map((pointed) =>
          valuesOf(sealer, { ...stored, pointed }, { projectId, environment }),
        );
      });
      const valueIn = (values: CallParameters | undefined, name: string): unknown =>
        values?.secretParams[name] ?? values?.params[name];
      return Object.keys(over?.types ?? {}).filter(
        (name) => !isDeepStrictEqual(valueIn(under, name), valueIn(over, name)),
      );
    },

    /** The values of a snapshot with its secrets in the clear, for the worker that calls with them. */
    async reopen(
      organizationId: string,
      projectId: string,
      { values, source }: Snapshot,
    ): Promise<Pick<CallParameters, 'params' | 'secretParams'>> {
      const secret = new Set(source.secrets);
      const params = Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
      if (secret.size === 0) return { params, secretParams: {} };
      const { version_id: id, environment } = source;
      const opened = await database.tenant(organizationId, async (tx) => {
        const stored = await readLayers(tx, { organizationId, projectId, environment });
        const version = id === null ? undefined : await findVersion(tx, organizationId, { id });
        return valuesOf(
          sealer,
          { ...stored, pointed: version ? pointedAt(version) : null },
          { projectId, environment },
        );
      });
      return {
        params,
        secretParams: Object.fromEntries(
          Object.entries(opened.secretParams).filter(([name]) => secret.has(name)),
        ),
      };
    },

    async show(principal: MemberPrincipal, projectId: string, asked: Asked): Promise<ResolvedParameters> {
      await projects.get(principal, projectId);
      return database.tenant(principal.organizationId, async (tx) => {
        const { environment, layers, values, source } = await resolve(tx, principal, {
          projectId,
          asked,
          fallback: 'default',
        });
        const { pointed } = layers;
        const shown = {
          ...values.params,
          ...Object.fromEntries(Object.keys(values.secretParams).map((name) => [name, secretMask])),
        };
        return {
          schema: { fields: [...(layers.base?.fields ?? [])] },
          values: Object.fromEntries(
            Object.entries(shown).map(([name, value]) => [
              name,
              { type: values.types[name] ?? 'text', value },
            ]),
          ),
          experiment_id: pointed?.experiment_id ?? null,
          version: pointed ? label(pointed.number) : null,
          content_hash: pointed?.content_hash ?? null,
          source,
          source_environment: source === 'environment' ? (pointed?.environment ?? null) : environment,
        };
      });
    },
  };
}

const place = ({ organizationId }: MemberPrincipal, projectId: string) => ({ organizationId, projectId });

async function nameOf(tx: Tx, _principal: MemberPrincipal, pointed: Pointed, at: ReturnType<typeof place>) {
  const pointer = (await listPointers(tx, at)).find(({ versionId }) => versionId === pointed.id);
  return pointer ? { name: pointer.experimentName } : null;
}

async function requireEnvironment(tx: Tx, at: ReturnType<typeof place>, name: string): Promise<void> {
  const folded = name.toLowerCase();
  if (isBuiltin(folded)) return;
  if (!(await listPointers(tx, at)).some((row) => row.name === folded)) throw environmentNotFound();
}

function sourceOf({ version, experiment_id }: Asked, pointed: Pointed | null): ResolvedParameters['source'] {
  if (version !== undefined) return 'version';
  if (experiment_id !== undefined) return 'experiment_id';
  return pointed ? 'environment' : 'parameters';
}
