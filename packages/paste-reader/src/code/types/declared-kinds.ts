import { wholeHole } from '../../holes.ts';
import { isObject, type Json } from '../../json-value.ts';
import { isConversationName } from '../../names.ts';
import { fieldsOf, kindOf, type DeclaredTypes } from './declared-types.ts';

/** What code fills from variables has the kind that a declared type with the same fields says: a number is no text. */
export function withDeclaredKinds(body: Json, types: DeclaredTypes): Json {
  if (!isObject(body)) return body;
  const names = Object.keys(body);
  const fields = [...types.keys()]
    .map((type) => fieldsOf(types, type))
    .filter((all) => names.every((name) => all.some((field) => field.name === name)))
    .toSorted((left, right) => left.length - right.length)[0];
  if (!fields || names.length < 2) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, Json] => {
      const isOpen = typeof value === 'string' && wholeHole(value) !== undefined;
      const kind = kindOf(fields.find((field) => field.name === name)?.type ?? '');
      if (!isOpen || isConversationName(name)) return [name, value];
      return [name, kind === 'integer' || kind === 'number' ? 1 : kind === 'boolean' ? false : value];
    }),
  );
}
