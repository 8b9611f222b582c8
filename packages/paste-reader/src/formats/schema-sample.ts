import type { FieldNote } from '../finding.ts';
import { hole } from '../holes.ts';
import { isObject, listOf, objectOf, type Json, type JsonObject, type Path, textOf } from '../json-value.ts';

/**
 * A value a JSON Schema would accept, with notes on its fields. Texts nobody knows are holes named for their key.
 * Requests hold what is required and what tells a conversation; answers hold everything.
 */
export function sampleOfSchema(schema: Json | undefined, root: Json, wish: { everything: boolean }) {
  const notes: FieldNote[] = [];
  const value = new Sampler(root, wish.everything, notes).sample(schema, [], '', 0);
  return { value, notes };
}

/** Of all schemas of a document together: thousands of operations may name one that refers to itself. The rest has no fields. */
const stepsOfDocument = 100_000;
const spent = new WeakMap<JsonObject, number>();

const CONVERSATION = /(?:conversation|session|thread|chat|dialog)/i;

class Sampler {
  readonly #root: Json;
  readonly #everything: boolean;
  readonly #notes: FieldNote[];
  #steps = 0;
  #flattened = 0;

  constructor(root: Json, everything: boolean, notes: FieldNote[]) {
    this.#root = root;
    this.#everything = everything;
    this.#notes = notes;
  }

  sample(given: Json | undefined, path: Path, key: string, depth: number): Json {
    const schema = this.#flatten(given, 0);
    if (depth > 12 || ++this.#steps > 3000 || !this.#mayGoOn()) return null;
    if (Object.hasOwn(schema, 'example')) return schema['example'] ?? null;
    const examples = schema['examples'];
    if (Array.isArray(examples) && examples.length > 0) return examples[0] ?? null;
    if (Object.hasOwn(schema, 'const')) return schema['const'] ?? null;
    if (Object.hasOwn(schema, 'default')) return schema['default'] ?? null;
    const choices = schema['enum'];
    if (Array.isArray(choices)) return choices[0] ?? null;
    if (isObject(schema['properties']) || typeOf(schema) === 'object')
      return this.#object(schema, path, depth);
    switch (typeOf(schema)) {
      case 'array':
        return [this.sample(schema['items'], [...path, 0], key, depth + 1)];
      case 'integer':
      case 'number':
        return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
      case 'boolean':
        return false;
      case 'null':
        return null;
      default:
        return hole(key === '' ? 'string' : key);
    }
  }

  #mayGoOn(): boolean {
    if (!isObject(this.#root)) return true;
    const steps = (spent.get(this.#root) ?? 0) + 1;
    spent.set(this.#root, steps);
    return steps <= stepsOfDocument;
  }

  #object(schema: JsonObject, path: Path, depth: number): JsonObject {
    const properties = objectOf(schema['properties']);
    const required = listOf(schema['required']);
    const object: JsonObject = {};
    for (const [name, given] of Object.entries(properties)) {
      if (!this.#mayGoOn()) break;
      const property = this.#flatten(given, 0);
      const isRequired = required.includes(name);
      const here = [...path, name];
      this.#notes.push(noteOf(here, property, isRequired));
      // Without a list of required fields nothing tells which ones matter, so the texts among them are all shown.
      const isWanted =
        this.#everything ||
        isRequired ||
        CONVERSATION.test(name) ||
        (required.length === 0 && typeOf(property) !== 'boolean') ||
        MESSAGE_NAMES.test(name);
      if (isWanted) object[name] = this.sample(property, here, name, depth + 1);
    }
    return object;
  }

  /** $ref resolved, allOf merged, the first useful alternative of anyOf and oneOf taken. */
  #flatten(given: Json | undefined, depth: number): JsonObject {
    if (!isObject(given) || depth > 20 || ++this.#flattened > 20_000) return {};
    const reference = given['$ref'];
    if (typeof reference === 'string') {
      const { $ref: _reference, ...beside } = given;
      return { ...this.#flatten(resolvePointer(this.#root, reference), depth + 1), ...beside };
    }
    const parts = given['allOf'];
    if (Array.isArray(parts)) {
      const merged = parts.map((part) => this.#flatten(part, depth + 1)).reduce(mergeSchemas, {});
      const { allOf: _parts, ...beside } = given;
      return mergeSchemas(merged, beside);
    }
    const alternatives = given['anyOf'] ?? given['oneOf'];
    if (Array.isArray(alternatives)) {
      const flat = alternatives.map((part) => this.#flatten(part, depth + 1));
      const chosen =
        flat.find((part) => typeOf(part) === 'string') ?? flat.find((part) => typeOf(part) !== 'null') ?? {};
      const { anyOf: _any, oneOf: _one, ...beside } = given;
      return mergeSchemas(chosen, beside);
    }
    return given;
  }
}

const MESSAGE_NAMES = /^(?:message|messages|prompt|query|question|input|inputs|text|q|content|utterance)$/i;

function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  const hasProperties = isObject(left['properties']) || isObject(right['properties']);
  const properties = { ...objectOf(left['properties']), ...objectOf(right['properties']) };
  const required = [...listOf(left['required']), ...listOf(right['required'])];
  return {
    ...left,
    ...right,
    ...(hasProperties ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function typeOf(schema: JsonObject): string {
  const type = schema['type'];
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return textOf(type.find((name) => name !== 'null') ?? 'null');
  if (isObject(schema['properties'])) return 'object';
  if (schema['items'] !== undefined) return 'array';
  return Object.keys(schema).length === 0 ? 'any' : 'string';
}

function noteOf(path: Path, schema: JsonObject, isRequired: boolean): FieldNote {
  const words = [schema['description'], schema['title']].find((text) => typeof text === 'string');
  return {
    path,
    description: typeof words === 'string' ? words : '',
    type: typeOf(schema),
    isRequired,
    hasDefault: Object.hasOwn(schema, 'default'),
    isEnum: Array.isArray(schema['enum']) || Object.hasOwn(schema, 'const'),
  };
}

export function resolvePointer(root: Json, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let current: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isObject(current) && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return current;
}
