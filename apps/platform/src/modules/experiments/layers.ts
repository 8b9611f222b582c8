import type { ParameterField, ParameterType, ProjectParameters } from '@sonde/contract';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Sealer } from '#kernel/seal';
import { contextOf } from './sealing.ts';
import {
  experimentVersions as versions,
  parameterEnvironments as environments,
  projectParameters as parameters,
  type SealedEntries,
  type StoredValues,
} from './tables.ts';

/** What is stored of a project's parameters, as far as one environment needs it. */
export interface Layers {
  readonly base: {
    readonly fields: readonly ParameterField[];
    readonly entries: ProjectParameters;
    readonly sealed: SealedEntries;
  } | null;
  /** What the environment points at. */
  readonly pointed: Pointed | null;
}

export interface Pointed {
  readonly id: string;
  readonly experiment_id: string;
  readonly number: number;
  readonly content_hash: string;
  readonly environment: string | null;
  readonly contents: StoredValues;
}

/** The values of one call. Secrets stand apart: templates may place them, and can do nothing else with them. */
export interface CallParameters {
  readonly params: Record<string, unknown>;
  readonly secretParams: Record<string, string>;
  readonly types: Readonly<Record<string, ParameterType>>;
}

export const noParameters: CallParameters = { params: {}, secretParams: {}, types: {} };

interface Place {
  readonly organizationId: SQLWrapper | string;
  readonly projectId: SQLWrapper | string;
  readonly environment: SQLWrapper | string;
}

/**
 * The layers of a project as one value, for statements that read something else besides. Production never follows
 * `default`: whoever may move that pointer need not be allowed to change what real users meet.
 */
export const layersSql = ({ organizationId, projectId, environment }: Place): SQL<Layers> => sql<Layers>`
  json_build_object(
    'base', (select json_build_object('fields', b.fields, 'entries', b.entries, 'sealed', b.sealed)
      from ${parameters} b where b.project_id = ${projectId} and b.organization_id = ${organizationId}),
    'pointed', (select json_build_object('id', v.id, 'experiment_id', v.experiment_id, 'number', v.number,
        'content_hash', v.content_hash, 'environment', e.name, 'contents', v.contents)
      from ${environments} e join ${versions} v on v.id = e.experiment_version_id
      where e.project_id = ${projectId} and e.organization_id = ${organizationId}
        and (e.name = lower(${environment}) or (e.name = 'default' and lower(${environment}) <> 'production'))
      order by e.name = 'default' limit 1))`;

/** What the layer without an experiment gives an environment: its own slot, else the one for all. */
function slotOf(slots: Readonly<Record<string, unknown>>, environment: string): unknown {
  const key = Object.keys(slots).find(
    (name) => name !== 'description' && name.toLowerCase() === environment.toLowerCase(),
  );
  return key === undefined ? slots['default'] : slots[key];
}

/** One over the other: defaults of the schema, the layer without an experiment, the version that is in force. */
export function valuesOf(
  sealer: Sealer,
  { base, pointed }: Layers,
  { projectId, environment }: { readonly projectId: string; readonly environment: string },
): CallParameters {
  const found: { params: Record<string, unknown>; secretParams: Record<string, string> } = {
    params: {},
    secretParams: {},
  };
  const types: Record<string, ParameterType> = {};
  const fields = new Map(base?.fields.map((field) => [field.name, field]));
  const put = (name: string, value: unknown, type: ParameterType): void => {
    delete found.params[name];
    delete found.secretParams[name];
    const isSecret = type === 'secret' || fields.get(name)?.type === 'secret';
    // A number that the schema has come to call a secret is one as well.
    if (isSecret) found.secretParams[name] = typeof value === 'string' ? value : JSON.stringify(value);
    else found.params[name] = value;
    types[name] = isSecret ? 'secret' : type;
  };
  const open = (name: string, sealed: string): void => {
    const plain = sealer.open(sealed, contextOf(projectId, name));
    if (plain !== undefined) return put(name, plain, 'secret');
    // Its key is lost: rather no value than that of the layer below.
    delete found.params[name];
    delete found.secretParams[name];
  };
  for (const { name, type, default: fallback } of fields.values())
    if (fallback) put(name, fallback.value, type);
  for (const [name, entry] of Object.entries(base?.entries ?? {})) {
    const value = slotOf(entry, environment);
    if (value !== undefined) put(name, value, fields.get(name)?.type ?? typeOf(value));
  }
  for (const [name, slots] of Object.entries(base?.sealed ?? {})) {
    const sealed = slotOf(slots, environment);
    if (typeof sealed === 'string') open(name, sealed);
  }
  for (const [name, value] of Object.entries(pointed?.contents ?? {}))
    if (value.type === 'secret') open(name, value.sealed);
    else put(name, value.value, value.type);
  return { ...found, types };
}

/** Of a value that no schema describes. */
function typeOf(value: unknown): ParameterType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return 'text';
}
