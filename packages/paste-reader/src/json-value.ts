export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };
export type Path = readonly (string | number)[];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** The same names with other values. */
export const mapValues = (object: JsonObject, map: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));

export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let current: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(current) && typeof step === 'number')
      current = current[step < 0 ? current.length + step : step];
    else if (isObject(current) && Object.hasOwn(current, String(step))) current = current[String(step)];
    else return undefined;
  }
  return current;
}

/** What a value says as text: the one way from data of unknown make to words. Nothing says nothing. */
export function textOf(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A copy with the value at `path` replaced; missing objects on the way are made. */
export function withValueAt(value: Json | undefined, path: Path, replacement: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = withValueAt(list[step], rest, replacement);
    return list;
  }
  const object = isObject(value) ? value : {};
  const replaced = withValueAt(Object.hasOwn(object, step) ? object[step] : undefined, rest, replacement);
  return { ...object, [step]: replaced };
}

/** A copy without the key or element at `path`. */
export function withoutPath(value: Json, path: Path): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(value) && typeof step === 'number') {
    if (rest.length === 0) return value.filter((_item, index) => index !== step);
    return value.map((item, index) => (index === step ? withoutPath(item, rest) : item));
  }
  if (!isObject(value) || !Object.hasOwn(value, String(step))) return value;
  if (rest.length === 0)
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== String(step)));
  return { ...value, [String(step)]: withoutPath(value[String(step)] ?? null, rest) };
}

export type Leaf = { readonly path: Path; readonly value: null | boolean | number | string };

/** Every scalar with its place, in document order; bounded, since pastes can hold anything. */
export function leavesOf(value: Json, limit = 3000): Leaf[] {
  const leaves: Leaf[] = [];
  walk(value, [], (node, path) => {
    if (leaves.length >= limit) return false;
    if (typeof node !== 'object' || node === null) leaves.push({ path, value: node });
    return true;
  });
  return leaves;
}

/** Visits a value and all within it, as long as the visitor wants to look further there. */
function walk(node: Json, path: Path, visit: (node: Json, path: Path) => boolean): void {
  if (path.length > 40 || !visit(node, path)) return;
  if (Array.isArray(node)) node.forEach((item, index) => walk(item, [...path, index], visit));
  else if (isObject(node)) for (const [key, item] of Object.entries(node)) walk(item, [...path, key], visit);
}

/** Every object and array with its place, the root included. */
export function containersOf(value: Json, limit = 2000): { path: Path; value: Json[] | JsonObject }[] {
  const found: { path: Path; value: Json[] | JsonObject }[] = [];
  walk(value, [], (node, path) => {
    if (found.length >= limit) return false;
    if (typeof node === 'object' && node !== null) found.push({ path, value: node });
    return true;
  });
  return found;
}

/** The names on the way to a place, without the numbers of lists. */
export const namesOf = (path: Path): string[] => path.filter((step) => typeof step === 'string');

export const keyOf = (path: Path): string => namesOf(path).at(-1) ?? '';

/** RFC 9535: a name that is not a plain word stands in brackets. */
export function jsonPathOf(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/.test(step)
      ? `${text}.${step}`
      : `${text}['${step.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
  }, '$');
}

/** `data.items[0].text`, as code and assertions write a place, with or without the `$` of JSONPath. */
export const dottedPath = (text: string): Path =>
  text
    .replace(/^\$(?=[.[]|$)/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

export const samePath = (left: Path, right: Path): boolean =>
  left.length === right.length && left.every((step, index) => step === right[index]);

export const startsWith = (path: Path, prefix: Path): boolean =>
  prefix.length <= path.length && prefix.every((step, index) => step === path[index]);

/** What the languages of pastes call JSON's three constants, in data and in code alike. */
export const CONSTANT_WORDS: Readonly<Record<string, Json>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  nil: null,
  undefined: null,
};

/** The words of a text, for asking whether one is among them. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));
