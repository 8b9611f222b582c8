import { holdsMask, parametersMax, type ExperimentVersion, type ParameterField } from '@sonde/contract';
import type { FieldFault } from '@sonde/server-kit';
import type { Sealer } from '#kernel/seal';
import { parametersInvalid } from './problems.ts';
import { allValuesBytes, bare, faultAt, faultOf } from './schema.ts';
import { diffOf, maskValues, sealValue } from './sealing.ts';
import type { ProjectParametersRow, StoredValue, StoredValues, VersionRow } from './tables.ts';

interface Given {
  readonly sealer: Sealer;
  readonly projectId: string;
  /** The schema and the layer without an experiment. */
  readonly row: Pick<ProjectParametersRow, 'fields' | 'entries' | 'sealed'> | undefined;
  readonly parent: StoredValues;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The contents of a new version: what was given, and the defaults of the schema for what neither it nor the layer
 * without an experiment decides, so that a later change of the schema changes no version.
 */
export function contentsOf({ sealer, projectId, row, parent, values }: Given): StoredValues {
  const faults: FieldFault[] = [];
  const stored: Record<string, StoredValue> = {};
  const fields = new Map(row?.fields.map((field) => [field.name, field]));
  if (Object.keys(values).length > parametersMax)
    throw parametersInvalid([faultAt('values', `At most ${parametersMax} values.`)]);
  for (const [name, given] of Object.entries(values)) {
    const field = fields.get(name);
    const value = bare(given);
    if (!field)
      faults.push(faultAt(`values.${name}`, 'The schema of the project has no such parameter.', 'unknown'));
    else if (value !== null && value !== undefined) {
      const made = storedValue({ sealer, projectId, field, value, parent: parent[name] });
      if (typeof made === 'string') faults.push(faultAt(`values.${name}`, made));
      else stored[name] = made;
    }
  }
  for (const field of fields.values()) {
    if (Object.hasOwn(stored, field.name) || isDecidedBelow(row, field.name)) continue;
    if (field.default && field.type !== 'secret')
      stored[field.name] = { type: field.type, value: field.default.value };
    else if (field.required)
      faults.push(faultAt(`values.${field.name}`, 'This parameter needs a value.', 'required'));
  }
  if (faults.length > 0) throw parametersInvalid(faults);
  if (Buffer.byteLength(JSON.stringify(stored)) > allValuesBytes)
    throw parametersInvalid([faultAt('values', `All values together: at most ${allValuesBytes} bytes.`)]);
  return stored;
}

function isDecidedBelow(row: Given['row'], name: string): boolean {
  const slots = Object.keys(row?.entries[name] ?? {}).filter((slot) => slot !== 'description');
  return slots.length > 0 || Object.hasOwn(row?.sealed ?? {}, name);
}

function storedValue({
  sealer,
  projectId,
  field,
  value,
  parent,
}: {
  readonly sealer: Sealer;
  readonly projectId: string;
  readonly field: ParameterField;
  readonly value: unknown;
  readonly parent: StoredValue | undefined;
}): StoredValue | string {
  if (field.type !== 'secret') return faultOf(field, value) ?? { type: field.type, value };
  if (typeof value === 'string' && holdsMask(value) && parent?.type === 'secret') return parent;
  const fault = faultOf(field, value);
  return fault ?? sealValue(sealer, projectId, field.name, typeof value === 'string' ? value : '');
}

export const label = (number: number): string => `v${number}`;
/** `v12` → 12; undefined for what is no label. */
export function numberOf(text: string): number | undefined {
  const digits = /^v?([1-9][0-9]{0,5})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const presentVersion = (
  row: VersionRow,
  {
    parent,
    fields,
    environments,
  }: {
    readonly parent: StoredValues | undefined;
    readonly fields: readonly ParameterField[];
    readonly environments: readonly string[];
  },
): ExperimentVersion => ({
  version: label(row.number),
  content_hash: row.contentHash,
  schema_fingerprint: row.schemaFingerprint,
  values: maskValues(row.contents, fields),
  diff: diffOf(parent ?? {}, row.contents, fields),
  parent_version: row.parent === null ? null : label(row.parent),
  message: row.message,
  environments: [...environments],
  created_at: row.createdAt.toISOString(),
  created_by_user_id: row.createdBy,
});
