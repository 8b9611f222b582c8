import { createHash, randomUUID } from 'node:crypto';
import { secretMask, type ParameterField, type ParameterValue } from '@sonde/contract';
import type { Sealer } from '#kernel/seal';
import type { StoredValue, StoredValues } from './tables.ts';

/** Bound to the project and the name, so that a version may take over the secret of its parent as it is sealed. */
export const contextOf = (projectId: string, name: string): string => `parameter:${projectId}:${name}`;

export function sealValue(sealer: Sealer, projectId: string, name: string, plain: string): StoredValue {
  const context = contextOf(projectId, name);
  return { type: 'secret', sealed: sealer.seal(plain, context), digest: randomUUID() };
}

/**
 * What tells two versions apart. A secret enters it by a mark that it got when it was typed, and keeps it for as long as it
 * is taken over: the same secret typed again is another, so that nobody can try guesses against it.
 */
export function contentHash(values: StoredValues): string {
  const parts = Object.entries(values)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, value.type, value.type === 'secret' ? value.digest : value.value]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export const fingerprint = (fields: readonly ParameterField[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(fields.map(({ name, type, required, options }) => [name, type, required, options])),
    )
    .digest('hex');

/** For people. What the schema calls a secret today is masked in older versions too. */
export function maskValues(
  values: StoredValues,
  fields: readonly ParameterField[] = [],
): Record<string, ParameterValue> {
  const secret = new Set(fields.filter(({ type }) => type === 'secret').map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, maskValue(value, secret.has(name))]),
  );
}

export const maskValue = (value: StoredValue, isSecret = false): ParameterValue =>
  value.type === 'secret' || isSecret
    ? { type: 'secret', value: secretMask }
    : { type: value.type, value: value.value };

export function diffOf(
  before: StoredValues,
  after: StoredValues,
  fields: readonly ParameterField[] = [],
): Record<string, { before: ParameterValue | null; after: ParameterValue | null }> {
  const masked = { before: maskValues(before, fields), after: maskValues(after, fields) };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return Object.fromEntries(
    names
      .filter((name) => essence(before[name]) !== essence(after[name]))
      .map((name) => [name, { before: masked.before[name] ?? null, after: masked.after[name] ?? null }]),
  );
}

const essence = (value: StoredValue | undefined): string =>
  value === undefined
    ? ''
    : JSON.stringify([value.type, value.type === 'secret' ? value.digest : value.value]);
