import { hole, wholeHole } from '../../holes.ts';
import { isConversationName } from '../../names.ts';
import { type Json, type JsonObject, isObject, mapValues, type Path } from '../../json-value.ts';
import { enclosed } from '../../scanning.ts';
import {
  assignedFields,
  type DeclaredField,
  goFields,
  nameFirstFields,
  phpFields,
  pythonFields,
  typeFirstFields,
  typescriptFields,
  validatorFields,
} from './field-readers.ts';
import { rankOutputs } from '../../decisions/output-field.ts';

export type DeclaredType = {
  readonly name: string;
  readonly at: number;
  readonly fields: readonly DeclaredField[];
  readonly bases: readonly string[];
};

export type DeclaredTypes = ReadonlyMap<string, DeclaredType>;

/** Every data type that code declares, whatever its language: what a request or an answer is made of. */
export function declaredTypes(code: string): DeclaredTypes {
  const types = new Map<string, DeclaredType>();
  const add = (type: DeclaredType): void => {
    if (type.fields.length > 0 && !types.has(type.name)) types.set(type.name, type);
  };
  for (const match of code.matchAll(
    /^([ \t]*)class\s+(\w+)\s*(?:\(([^)]*)\))?\s*:[ \t]*(?:#[^\n]*)?\n((?:\1[ \t]+[^\n]*\n?|[ \t]*\n)+)/gm,
  ))
    add({
      name: match[2] ?? '',
      at: match.index,
      bases: namesIn(match[3] ?? ''),
      fields: [...pythonFields(withoutDocstrings(match[4] ?? '')), ...assignedFields(match[4] ?? '', code)],
    });
  for (const [pattern, read] of BLOCKS)
    for (const match of code.matchAll(pattern)) {
      const { index, 0: head, 1: name = '', 2: bases = '' } = match;
      const block = enclosed(code, index + head.length - 1);
      if (block) add({ name, at: index, bases: namesIn(bases), fields: read(block.inner) });
    }
  return withFirstValues(types, firstValues(code));
}

function classFields(body: string): DeclaredField[] {
  const promoted = phpFields(body);
  if (promoted.length > 0) return promoted;
  const named = typescriptFields(body);
  return named.length > 0 ? named : typeFirstFields(body);
}

/** What begins a type in brackets, with its name and what it builds on, and who reads what stands in them. */
const BLOCKS: readonly (readonly [RegExp, (body: string) => DeclaredField[]])[] = [
  [/\b(?:type\s+|var\s+)?(\w+)\s*(?::=\s*)?(?:\[\])?struct\s*\{/g, goFields],
  [/\b(?:interface|type)\s+(\w+)(?:<[^>]*>)?\s*(?:extends\s+([\w, ]+))?\s*=?\s*\{/g, typescriptFields],
  [
    /\b(?:const|let|var)\s+(\w+)\s*=\s*(?:z|Joi|joi|yup|v|t|Type)\.(?:object|Object)\(\s*\{/g,
    validatorFields,
  ],
  [/\brecord\s+(?:struct\s+|class\s+)?(\w+)\s*\(/g, typeFirstFields],
  [/\b(?:data|case)\s+class\s+(\w+)\s*\(/g, nameFirstFields],
  [/\bstruct\s+(\w+)(?:<[^>]*>)?\s*(?::\s*[\w, ]+)?\{/g, nameFirstFields],
  [/\bclass\s+(\w+)(?:<[^>]*>)?\s*(?:(?::|extends|implements)\s*([\w<>, ]+?))?\s*\{/g, classFields],
];

/** A field of a type of fixed values holds one of them. */
function withFirstValues(types: DeclaredTypes, values: ReadonlyMap<string, string>): DeclaredTypes {
  if (values.size === 0) return types;
  const filled = (field: DeclaredField): DeclaredField => {
    const value = kindOf(field.type) === 'array' ? undefined : values.get(bareType(field.type));
    return field.value === undefined && value !== undefined ? { ...field, value } : field;
  };
  return new Map([...types].map(([name, type]) => [name, { ...type, fields: type.fields.map(filled) }]));
}

const bareType = (type: string): string =>
  type
    .replace(/^(?:Optional|Annotated)\[\s*([\w.]+).*$/, '$1')
    .replace(/\s*\|\s*(?:None|null|undefined)|[?*&]/g, '')
    .trim();

const namesIn = (text: string): string[] => [...text.matchAll(/[A-Za-z_]\w*/g)].map((match) => match[0]);
const withoutDocstrings = (body: string): string =>
  body.replace(/"""[\s\S]*?"""|'''[\s\S]*?'''/g, (text) => text.replace(/[^\n]/g, ''));

/** The fields of a type with those it inherits. */
export function fieldsOf(types: DeclaredTypes, name: string, below = new Set<string>()): DeclaredField[] {
  const type = types.get(name);
  if (!type || below.has(name) || below.size > 20) return [];
  below.add(name);
  return [...type.bases.flatMap((base) => fieldsOf(types, base, below)), ...type.fields];
}

/** A sample of what a type describes; with `everything` also what may be left out. */
export function sampleOfType(types: DeclaredTypes, name: string, options: SampleOptions, depth = 0) {
  return sampleOfFields(types, fieldsOf(types, name), options, depth);
}

type SampleOptions = {
  everything: boolean;
  keeps?: (field: DeclaredField) => boolean;
  /** How many fields may still be filled in: types that hold one another make far more than the text has. */
  left?: number;
};

const MOST_FIELDS = 1000;

function valueOfField(types: DeclaredTypes, field: DeclaredField, options: SampleOptions, depth: number) {
  if (field.fields === undefined || depth > 5) return sampleOf(types, field.name, field.type, options, depth);
  const value = sampleOfFields(types, field.fields, options, depth + 1);
  return kindOf(field.type) === 'array' ? [value] : value;
}

/** A sample of fields, wherever they were declared. */
export function sampleOfFields(
  types: DeclaredTypes,
  fields: readonly DeclaredField[],
  options: SampleOptions,
  depth = 0,
): JsonObject {
  const object: JsonObject = {};
  for (const field of fields) {
    if (!(options.everything || field.isRequired || options.keeps?.(field) === true)) continue;
    options.left = (options.left ?? MOST_FIELDS) - 1;
    if (options.left < 0) break;
    object[field.name] = field.value ?? valueOfField(types, field, options, depth);
  }
  return object;
}

export function sampleOf(
  types: DeclaredTypes,
  name: string,
  type: string,
  options: SampleOptions = { everything: true },
  depth = 0,
): Json {
  const inner = [...type.matchAll(/[A-Za-z_]\w*/g)].map((match) => match[0]).find((word) => types.has(word));
  const kind = kindOf(type);
  if (inner !== undefined && depth < 5) {
    const value = sampleOfType(types, inner, options, depth + 1);
    return kind === 'array' ? [value] : value;
  }
  switch (kind) {
    case 'array':
      return /^(?:messages|conversation)$/i.test(name) ? [{ role: 'user', content: hole('message') }] : [];
    case 'integer':
    case 'number':
      return isConversationName(name) ? hole(name) : 1;
    case 'boolean':
      return false;
    case 'object':
      return {};
    case 'string':
      return hole(name);
  }
}

export function kindOf(type: string) {
  if (
    /^(?:Optional\[|Option<)?(?:list|array|sequence|vec|collection|set|ienumerable|iterable|slice|arraylist|mutablelist|ilist|tuple)\b|\[\]|^\[|\bArray</i.test(
      type,
    )
  )
    return 'array';
  if (/\b(?:u?int(?:eger|\d+)?|long|short|usize|isize|[iu](?:8|16|32|64))\b/i.test(type)) return 'integer';
  if (/\b(?:float\d*|double|number|decimal|f32|f64)\b/i.test(type)) return 'number';
  if (/\bbool(?:ean)?\b/i.test(type)) return 'boolean';
  if (/\b(?:dict|map|object|record|hashmap|dictionary|any|value|unknown)\b/i.test(type)) return 'object';
  return 'string';
}

const REQUEST_TYPE =
  /(?:request|req|input|payload|body|params|args|question|query|prompt|messagein|create|send\w*|ask\w*)(?:dto|model|schema|data|body|in)?$|^(?:chat|user|incoming)?(?:message|query|question|prompt|input)$|dto$|in$/i;
const ANSWER_TYPE =
  /(?:response|res|reply|answer|result|output|completion|out)(?:dto|model|schema|data|body|out)?$/i;

/** The type whose name says that it is sent, or that it comes back, when nothing else does. */
export function typeNamedAs(types: DeclaredTypes, side: 'request' | 'answer'): string | undefined {
  const wanted = side === 'request' ? REQUEST_TYPE : ANSWER_TYPE;
  const other = side === 'request' ? ANSWER_TYPE : REQUEST_TYPE;
  return [...types.keys()]
    .filter((name) => wanted.test(name) && !(side === 'request' && other.test(name)))
    .filter((name) => !/error|health|status|config|settings|login|token|upload|feedback/i.test(name))
    .toSorted((left, right) => talk(right) - talk(left))[0];
}

const talk = (name: string): number =>
  (/chat|ask|message|question|query|prompt|completion|convers|answer|reply/i.test(name) ? 2 : 0) +
  (/request|response/i.test(name) ? 1 : 0);

/** A number or a switch of which only the type is known gets a plain value; what goes on with a conversation stays open. */
export function ofKind(type: string, name: string, open: Json): Json {
  const kind = isConversationName(name) ? undefined : kindOf(type);
  return kind === 'integer' || kind === 'number' ? 1 : kind === 'boolean' ? false : open;
}

/** What code fills from variables has the kind that a declared type with the same fields says: a number is no text. */
export function withDeclaredKinds(body: Json, types: DeclaredTypes): Json {
  if (!isObject(body)) return body;
  const names = Object.keys(body);
  const fields = [...types.keys()]
    .map((type) => fieldsOf(types, type))
    .filter((all) => names.every((name) => all.some((field) => field.name === name)))
    .toSorted((left, right) => left.length - right.length)[0];
  if (!fields || names.length < 2) return body;
  return mapValues(body, (value, name) =>
    wholeHole(value) === undefined
      ? value
      : ofKind(fields.find((field) => field.name === name)?.type ?? '', name, value),
  );
}

/** `call<{ copy: string }>('writer', …)` of a function of the code itself: what it gives back has these fields. */
export function throughTypeArguments(paths: readonly Path[], code: string, types: DeclaredTypes) {
  for (const match of code.matchAll(/\b(\w+)(?=<)/g)) {
    const name = match[1] ?? '';
    if (!new RegExp(String.raw`\bfunction\s+${name}\s*<|\b${name}\s*=\s*(?:async\s*)?<`).test(code)) continue;
    const given = enclosed(code, match.index + name.length);
    if (
      !given ||
      !/^\s*\(\s*["'`{\w]/.test(code.slice(given.end)) ||
      /\bfunction\s+$/.test(code.slice(0, match.index))
    )
      continue;
    const fields = /^\s*\{([\s\S]*)\}\s*$/.exec(given.inner)?.[1];
    const sample =
      fields === undefined
        ? sampleOfType(types, given.inner.trim(), { everything: true })
        : sampleOfFields(types, typescriptFields(fields), { everything: true });
    const inner = rankOutputs(sample, { codePaths: [], notes: [], isSchema: true })[0]?.path;
    if (inner === undefined || Object.keys(sample).length === 0) continue;
    const isRead = paths.some((path) => Object.hasOwn(sample, String(path.at(-1) ?? '')));
    if (isRead) return paths;
    return paths.length === 0 ? [inner] : paths.map((path) => [...path, ...inner]);
  }
  return paths;
}

/** The first value of each type of fixed values that code declares, by its name. */
function firstValues(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pattern of ENUMS)
    for (const { groups = {} } of code.matchAll(pattern)) {
      const { name = '', value = '' } = groups;
      if (!found.has(name)) found.set(name, value);
    }
  return found;
}

const ENUMS: readonly RegExp[] = [
  // class Tone(str, Enum): FORMAL = "formal"
  /\bclass\s+(?<name>\w+)\s*\([^)]*Enum[^)]*\)\s*:\s*(?:"""[\s\S]*?"""\s*)?\w+\s*=\s*["'](?<value>[^"']+)["']/g,
  // class Tone(models.TextChoices): FORMAL = "formal", "Formal"
  /\bclass\s+(?<name>\w+)\s*\([^)]*TextChoices[^)]*\)\s*:\s*\w+\s*=\s*["'](?<value>[^"']+)["']/g,
  // Tone = Literal["formal", "plain"]
  /^(?<name>\w+)(?:\s*:\s*TypeAlias)?\s*=\s*(?:typing\.)?Literal\[\s*["'](?<value>[^"']+)["']/gm,
  // enum Tone { Formal = "formal" }
  /\benum\s+(?<name>\w+)\s*(?::\s*\w+\s*)?\{\s*(?:case\s+)?\w+\s*=\s*["'](?<value>[^"']+)["']/g,
  // type Tone = "formal" | "plain"
  /\btype\s+(?<name>\w+)\s*=\s*\|?\s*["'](?<value>[^"']+)["']\s*(?:\||;|\n|$)/g,
  // const Tone = z.enum(["formal", "plain"])
  /\bconst\s+(?<name>\w+)\s*=\s*(?:z|v|t)\.(?:enum|picklist|Enum|union)\(\s*\[?\s*["'](?<value>[^"']+)["']/g,
  // enum Tone { FORMAL, PLAIN }
  /\benum\s+(?:class\s+)?(?<name>\w+)\s*\{\s*(?:@\w+\("[^"]*"\)\s*)?(?<value>[A-Za-z]\w*)\s*[,}\s(;]/g,
];
