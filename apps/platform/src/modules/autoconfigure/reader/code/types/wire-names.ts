import { isObject, type Json, type Path } from '../../json-value.ts';
import { plain } from '../../names.ts';
import { fieldsOf, type DeclaredTypes } from './declared-types.ts';

/** The names under which fields travel: code calls them by the names of its own types, tags and annotations rename them. */
export function wireNames(types: DeclaredTypes, hasTags: boolean): (name: string) => string {
  const names = new Map<string, string>();
  for (const type of types.keys())
    for (const field of fieldsOf(types, type))
      if (!names.has(plain(field.name))) names.set(plain(field.name), field.name);
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
