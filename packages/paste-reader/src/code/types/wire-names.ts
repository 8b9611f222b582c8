import { isObject, type Json, type Path } from '../../json-value.ts';
import { plain } from '../../names.ts';
import { lowerFirst } from '../../scanning.ts';
import type { DeclaredField } from './field-readers.ts';
import { fieldsOf, type DeclaredTypes } from './declared-types.ts';

/** The names under which fields travel: code calls them by the names of its own types, tags and annotations rename them. */
export function wireNames(types: DeclaredTypes, code: string): (name: string) => string {
  const hasTags = /`json:"/.test(code);
  const isSnake = SNAKE.test(code);
  const told = new Map(
    [...code.matchAll(/\bCodingKeys\b[^{]*\{([^}]*)\}/g)].flatMap(([, cases = '']) =>
      [...cases.matchAll(/(\w+)\s*=\s*"([\w-]+)"/g)].map((match): [string, string] => [
        match[1] ?? '',
        match[2] ?? '',
      ]),
    ),
  );
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
    const own = told.get(name);
    if (own !== undefined) return own;
    if (isSnake && /^[a-z]+[A-Z]/.test(name) && names.has(plain(name)))
      return name.replace(/[A-Z]+/g, (capital) => `_${capital.toLowerCase()}`);
    const wire = /^[A-Z]/.test(name) ? names.get(plain(name)) : undefined;
    // Without a tag, a name that only begins small is a convention nobody can be sure of.
    const isTold = hasTags || wire !== lowerFirst(name);
    return wire !== undefined && isTold ? wire : name;
  };
}

/** Encoders that write the names of a type in another way than code does. */
const SNAKE =
  /convertToSnakeCase|SnakeCaseLower|SnakeCaseStrategy|SnakeCaseNamingStrategy|PropertyNamingStrateg\w+\.SNAKE_CASE|LOWER_CASE_WITH_UNDERSCORES|JsonNamingStrategy\.SnakeCase|FieldRename\.snake/;

export function withWireNames(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => withWireNames(item, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), withWireNames(item, rename)]),
  );
}

export const pathWithWireNames = (path: Path, rename: (name: string) => string): Path =>
  path.map((step) => (typeof step === 'string' ? rename(step) : step));
