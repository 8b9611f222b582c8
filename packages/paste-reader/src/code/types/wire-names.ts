import { isObject, type Json, type Path } from '../../json-value.ts';
import { plain } from '../../names.ts';
import type { DeclaredField } from './declared-type.ts';
import { fieldsOf, type DeclaredTypes } from './declared-types.ts';

/** The names under which fields travel: code calls them by the names of its own types, tags and annotations rename them. */
export function wireNames(types: DeclaredTypes, hasTags: boolean): (name: string) => string {
  const names = new Map<string, string>();
  const take = (fields: readonly DeclaredField[]): void => {
    for (const field of fields) {
      for (const name of [field.member, field.name])
        if (name !== undefined && !names.has(plain(name))) names.set(plain(name), field.name);
      take(field.fields ?? []);
    }
  };
  for (const type of types.keys()) take(fieldsOf(types, type));
  return (name) => {
    const wire = /^[A-Z]/.test(name) ? names.get(plain(name)) : undefined;
    // Without a tag, a name that only begins small is a convention nobody can be sure of.
    const isTold = hasTags || wire !== name.charAt(0).toLowerCase() + name.slice(1);
    return wire !== undefined && isTold ? wire : name;
  };
}

export function withWireNames(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => withWireNames(item, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), withWireNames(item, rename)]),
  );
}

export const pathWithWireNames = (path: Path, rename: (name: string) => string): Path =>
  path.map((step) => (typeof step === 'string' ? rename(step) : step));
