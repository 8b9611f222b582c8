import {
  holdsMask,
  secretMask,
  type ParameterFieldInput,
  type ParameterSchema,
  type ProjectParameters,
} from '@sonde/contract';
import type { FieldFault } from '@sonde/server-kit';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { requireVersion, type ExpectedVersions } from '#kernel/resource';
import type { Sealer } from '#kernel/seal';
import type { Tenancy } from '#tenancy';
import { parametersInvalid } from './problems.ts';
import { defineFields, faultAt, faultOf } from './schema.ts';
import { contextOf } from './sealing.ts';
import { findParameters, lockParameters, writeParameters } from './store.ts';
import type { ProjectParametersRow, SealedEntries } from './tables.ts';

export interface ParametersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly projects: Pick<Tenancy['projects'], 'get' | 'hold'>;
}

export type ParametersService = ReturnType<typeof createParameters>;
type Slots = Record<string, unknown>;

/** The schema of a project and the values that hold without an experiment. */
export function createParameters({ database, clock, sealer, projects }: ParametersOptions) {
  const now = (): Date => new Date(clock.now());
  const placeOf = async (principal: MemberPrincipal, projectId: string) => {
    await projects.get(principal, projectId);
    return { organizationId: principal.organizationId, projectId };
  };
  /** For what writes there: nobody deletes the project until the transaction is over. */
  const heldPlace = async (tx: Tx, principal: MemberPrincipal, projectId: string) => ({
    organizationId: principal.organizationId,
    projectId: await projects.hold(tx, principal, projectId),
  });
  const read = async (principal: MemberPrincipal, id: string) => {
    const place = await placeOf(principal, id);
    return database.tenant(principal.organizationId, (tx) => findParameters(tx, place));
  };

  return {
    get: async (principal: MemberPrincipal, id: string): Promise<ProjectParameters> =>
      presentEntries(await read(principal, id)),

    schema: async (principal: MemberPrincipal, id: string): Promise<ParameterSchema> =>
      presentSchema(await read(principal, id)),

    async put(principal: MemberPrincipal, id: string, given: ProjectParameters): Promise<ProjectParameters> {
      return database.tenant(principal.organizationId, async (tx) => {
        const place = await heldPlace(tx, principal, id);
        const row = await lockParameters(tx, place, now());
        const written = layDown(sealer, row, given);
        return presentEntries(await writeParameters(tx, place, { ...written, updatedAt: now() }));
      });
    },

    async putSchema(
      principal: MemberPrincipal,
      id: string,
      given: readonly ParameterFieldInput[],
      expected: ExpectedVersions,
    ): Promise<ParameterSchema> {
      const fields = defineFields(given);
      return database.tenant(principal.organizationId, async (tx) => {
        const place = await heldPlace(tx, principal, id);
        const row = await lockParameters(tx, place, now());
        requireVersion(expected, row.fieldsVersion);
        const next = { ...row, fields };
        const written = await writeParameters(tx, place, {
          fields,
          fieldsVersion: row.fieldsVersion + 1,
          fieldsUpdatedAt: now(),
          ...movedSecrets(sealer, next),
        });
        return presentSchema(written);
      });
    },
  };
}

const presentSchema = (row: ProjectParametersRow | undefined): ParameterSchema => ({
  fields: [...(row?.fields ?? [])],
  version: row?.fieldsVersion ?? 0,
  updated_at: row?.fieldsUpdatedAt?.toISOString() ?? null,
});

function presentEntries(row: ProjectParametersRow | undefined): ProjectParameters {
  if (!row) return {};
  const shown: Record<string, Slots> = { ...row.entries };
  for (const [name, slots] of Object.entries(row.sealed))
    shown[name] = {
      ...shown[name],
      ...Object.fromEntries(Object.keys(slots).map((slot) => [slot, secretMask])),
    };
  return shown as ProjectParameters;
}

const slotsOf = (entry: ProjectParameters[string]): [string, unknown][] =>
  Object.entries(entry).filter(([slot, value]) => slot !== 'description' && value !== undefined);
const descriptionOf = ({ description }: ProjectParameters[string]) =>
  description === undefined ? {} : { description };

/** What was given, checked, with the secrets among it sealed; a mask stands for what is stored. */
function layDown(
  sealer: Sealer,
  row: ProjectParametersRow,
  given: ProjectParameters,
): Pick<ProjectParametersRow, 'entries' | 'sealed'> {
  const faults: FieldFault[] = [];
  const entries: Record<string, ProjectParameters[string]> = {};
  const sealed: Record<string, Record<string, string>> = {};
  const fields = new Map(row.fields.map((field) => [field.name, field]));
  for (const [name, entry] of Object.entries(given)) {
    const field = fields.get(name);
    const isSecret = field ? field.type === 'secret' : Object.hasOwn(row.sealed, name);
    if (!isSecret) {
      entries[name] = entry;
      for (const [slot, value] of slotsOf(entry)) {
        const fault = field && value !== null ? faultOf(field, value) : undefined;
        if (fault) faults.push(faultAt(`${name}.${slot}`, fault));
      }
      continue;
    }
    entries[name] = descriptionOf(entry);
    const slots: Record<string, string> = {};
    for (const [slot, value] of slotsOf(entry)) {
      if (value === null) continue;
      const kept = row.sealed[name]?.[slot];
      if (typeof value === 'string' && holdsMask(value) && kept !== undefined) slots[slot] = kept;
      else {
        const fault = faultOf({ ...secretField, name }, value);
        if (fault) faults.push(faultAt(`${name}.${slot}`, fault));
        else if (typeof value === 'string') slots[slot] = sealer.seal(value, contextOf(row.projectId, name));
      }
    }
    if (Object.keys(slots).length > 0) sealed[name] = slots;
  }
  if (faults.length > 0) throw parametersInvalid(faults);
  return { entries, sealed };
}

const secretField = {
  type: 'secret',
  description: null,
  required: false,
  default: null,
  options: null,
  display_order: 0,
} as const;

/** A field that has become a secret is sealed where it stood open; one that is none any more is forgotten, not shown. */
function movedSecrets(
  sealer: Sealer,
  row: ProjectParametersRow,
): Pick<ProjectParametersRow, 'entries' | 'sealed'> {
  const entries: Record<string, ProjectParameters[string]> = { ...row.entries };
  const sealed: Record<string, SealedEntries[string]> = { ...row.sealed };
  for (const { name, type } of row.fields) {
    if (type !== 'secret') {
      delete sealed[name];
      continue;
    }
    const entry = entries[name];
    if (!entry) continue;
    const slots = slotsOf(entry).flatMap(([slot, value]) =>
      value === null
        ? []
        : [
            [
              slot,
              sealer.seal(
                typeof value === 'string' ? value : JSON.stringify(value),
                contextOf(row.projectId, name),
              ),
            ] as const,
          ],
    );
    entries[name] = descriptionOf(entry);
    if (slots.length > 0) sealed[name] = { ...sealed[name], ...Object.fromEntries(slots) };
  }
  return { entries, sealed };
}
