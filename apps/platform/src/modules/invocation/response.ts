import { createAllowance, defaultAllowanceMs, type Allowance } from './allowance.ts';
import type { TargetBody } from './body.ts';
import { conversationIdOf, isConversationAlias, CONVERSATION_ALIASES } from './conversations.ts';
import { CallFailure } from './failures.ts';
import { looksLikePath, PathError, type PathQueries } from './jsonpath.ts';
import { isPlainObject } from './plain-object.ts';
import { renderValue, TemplateError } from './templates.ts';

export type MappedResponse = {
  fields: Record<string, unknown>;
  conversationId: string | undefined;
  warnings: string[];
  failure: CallFailure | undefined;
};

export type ResponseMapper = {
  map(mapping: Readonly<Record<string, unknown>>, body: TargetBody): MappedResponse;
};

/** Takes the mapped variables out of an answer. What the answer says is data: it is never evaluated. */
export function createResponseMapper({
  queries,
  allowanceMs = defaultAllowanceMs,
}: {
  queries: PathQueries;
  allowanceMs?: number | undefined;
}): ResponseMapper {
  function evaluate(expression: unknown, field: Field): Finding {
    if (Array.isArray(expression)) return firstOf(expression, field);
    if (isPlainObject(expression)) return nested(expression, field);
    if (typeof expression !== 'string') return { found: true, value: expression };
    if (expression.includes('{{') || expression.includes('{%')) return fromTemplate(expression, field);
    if (!looksLikePath(expression)) return { found: true, value: expression };
    const value = find(expression, field);
    return value === MISSING ? { found: false, miss: explain(expression, field) } : { found: true, value };
  }

  /** An ordered fallback: the first that is there and not null, else null when one of them is there. */
  function firstOf(expressions: readonly unknown[], field: Field): Finding {
    let miss = 'The list of expressions is empty.';
    let fallback: Finding | undefined;
    for (const expression of expressions) {
      const finding = evaluate(expression, field);
      if (finding.found && finding.value !== null) return finding;
      if (finding.found) fallback ??= finding;
      else miss = finding.miss;
    }
    return fallback ?? { found: false, miss };
  }

  function nested(expressions: Record<string, unknown>, field: Field): Finding {
    const entries = Object.entries(expressions).map(([name, expression]): [string, unknown] => {
      const finding = evaluate(expression, { ...field, name, isNested: true });
      if (!finding.found) field.warnings.push(`${field.name}.${name}: ${finding.miss}`);
      return [name, finding.found ? finding.value : null];
    });
    return { found: true, value: Object.fromEntries(entries) };
  }

  function fromTemplate(source: string, field: Field): Finding {
    const { body, allowance } = field;
    // Paths inside the template are paid for with its own time.
    const jsonpath = (path: unknown) => {
      const value = typeof path === 'string' ? findNow(path, field) : MISSING;
      return value === MISSING ? null : value;
    };
    const value = allowance.spend((timeMs) =>
      renderValue(source, { ...topLevel(body), response: rawValue(body) }, { jsonpath }, timeMs),
    );
    return { found: true, value };
  }

  const find = (path: string, field: Field): unknown => field.allowance.spend(() => findNow(path, field));

  function findNow(path: string, { body, name, isNested }: Field): unknown {
    if (body.kind === 'empty') return MISSING;
    if (body.kind !== 'events') return oneOrMany(queries.find(path, rawValue(body)));
    const matches = body.values.flatMap((value) => queries.find(path, value));
    if (matches.length > 0) return combineEvents(matches, isNested ? '' : name);
    const overall = queries.find(path, body.values);
    if (overall.length > 0) return combineEvents(overall, isNested ? '' : name);
    return body.source === 'messages' ? oneOrMany(queries.find(path, mergeMessages(body.values))) : MISSING;
  }

  function explain(path: string, { body, allowance }: Field): string {
    const place = `${path} finds nothing in the answer.`;
    if (body.kind === 'empty') return `${place} The answer is empty.`;
    const document =
      body.kind === 'events' ? (body.values.find(isPlainObject) ?? body.values[0]) : rawValue(body);
    return `${place} ${allowance.spend(() => queries.explainMiss(path, document))}`;
  }

  function mapField(expression: unknown, field: Field): Finding {
    try {
      return evaluate(expression, field);
    } catch (error) {
      if (error instanceof PathError) return { found: false, miss: error.message };
      if (error instanceof TemplateError)
        return { found: false, miss: `The template failed: ${error.message}` };
      throw error;
    }
  }

  return {
    map: (mapping, body) => {
      const warnings: string[] = [];
      const allowance = createAllowance({ ms: allowanceMs });
      const fields: Record<string, unknown> = {};
      let outputMiss: string | undefined;
      for (const [name, expression] of Object.entries(mapping)) {
        const finding = mapField(expression, { name, body, warnings, allowance, isNested: false });
        defineField(fields, name, finding.found ? finding.value : null);
        if (finding.found) continue;
        if (name === 'output') outputMiss = finding.miss;
        else warnings.push(`${name}: ${finding.miss}`);
      }
      if (!Object.hasOwn(mapping, 'output')) {
        const found = outputWithoutMapping(mapping, body);
        fields['output'] = found.value;
        if (found.warning !== undefined) warnings.push(found.warning);
      }
      const failure =
        outputMiss === undefined ? inBandFailure(mapping, fields) : missFailure(outputMiss, body);
      normalize(fields, warnings);
      return { fields, conversationId: conversationIdIn(fields, mapping, body), warnings, failure };
    },
  };
}

type Field = {
  name: string;
  body: TargetBody;
  warnings: string[];
  allowance: Allowance;
  isNested: boolean;
};
type Finding = { found: true; value: unknown } | { found: false; miss: string };

const MISSING = Symbol('missing');

function oneOrMany(matches: unknown[]): unknown {
  if (matches.length === 0) return MISSING;
  return matches.length === 1 ? matches[0] : matches;
}

/** Pieces of a stream: text is put together, what each event repeats is said once. */
function combineEvents(matches: unknown[], name: string): unknown {
  if (matches.length === 1) return matches[0];
  if (isConversationAlias(name)) return matches.findLast((value) => value !== null && value !== '') ?? null;
  const present = matches.filter((value) => value !== null);
  if (present.length === 0) return null;
  const isText = present.every((value) => typeof value === 'string');
  if (name === 'output') return isText ? present.join('') : present;
  const first = JSON.stringify(present[0]);
  if (present.every((value) => JSON.stringify(value) === first)) return present[0];
  return isText ? present.join('') : present;
}

/** The messages of a socket as one object: texts and `content` joined, of other keys the first value. */
function mergeMessages(values: readonly unknown[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const value of values) {
    if (!isPlainObject(value)) continue;
    for (const [key, item] of Object.entries(value))
      if (!Object.hasOwn(merged, key)) defineField(merged, key, item);
  }
  if (!Object.hasOwn(merged, 'output')) merged['output'] = textOfEvents(values) ?? null;
  return merged;
}

function textOfEvents(values: readonly unknown[]): string | undefined {
  const texts = values
    .map((value) => (isPlainObject(value) ? value['content'] : value))
    .filter((value) => typeof value === 'string');
  return texts.length === 0 ? undefined : texts.join('');
}

function rawValue(body: TargetBody): unknown {
  if (body.kind === 'json') return body.value;
  if (body.kind === 'events') return body.values;
  return body.kind === 'text' ? body.text : null;
}

function topLevel(body: TargetBody): Record<string, unknown> {
  if (body.kind === 'json' && isPlainObject(body.value)) return body.value;
  return body.kind === 'events' ? mergeMessages(body.values) : {};
}

function outputWithoutMapping(
  mapping: Readonly<Record<string, unknown>>,
  body: TargetBody,
): { value: unknown; warning?: string } {
  if (body.kind === 'text') return { value: body.text };
  if (body.kind === 'events') {
    const text = textOfEvents(body.values);
    if (text !== undefined) return { value: text };
  }
  if (body.kind === 'json' && !isPlainObject(body.value) && !Array.isArray(body.value))
    return { value: body.value };
  if (
    body.kind === 'json' &&
    isPlainObject(body.value) &&
    Object.hasOwn(body.value, 'output') &&
    Object.keys(mapping).length === 0
  ) {
    return { value: body.value['output'] };
  }
  return {
    value: null,
    warning: 'No expression says where the text of the answer is: set response_mapping.output.',
  };
}

function missFailure(miss: string, body: TargetBody): CallFailure {
  if (body.kind === 'text') {
    const isJson = /json/i.test(body.contentType);
    return new CallFailure({
      stage: 'parse',
      type: 'json_parsing_error',
      message: `${isJson ? 'The answer says it is JSON but is not' : 'The answer is not JSON'}, so the output could not be taken out of it. It begins: ${body.text.trim().slice(0, 120)}`,
      hint: /^\s*</.test(body.text)
        ? 'This looks like a web page or XML: check that the address is the one of the API.'
        : 'If the plain text is the answer, map output to "$".',
    });
  }
  const inBand = errorTextIn(body);
  return new CallFailure({
    stage: 'map',
    type: 'mapping_error',
    message: `The output could not be found. ${miss}`,
    hint:
      inBand === undefined
        ? 'Set response_mapping.output to the path of the answer text.'
        : `The answer reports an error of its own: ${inBand}`,
  });
}

/** A target may answer 200 and report its failure inside; who maps `error` asks to be told. */
function inBandFailure(
  mapping: Readonly<Record<string, unknown>>,
  fields: Record<string, unknown>,
): CallFailure | undefined {
  if (!Object.hasOwn(mapping, 'error')) return undefined;
  const text = errorTextOf(fields['error']);
  if (text === undefined) return undefined;
  return new CallFailure({
    stage: 'map',
    type: 'target_error',
    message: `The target reports an error: ${text}`,
    hint: null,
  });
}

/** What an answer says about its own failure, in the places where targets usually say it. */
export function errorTextIn(body: TargetBody): string | undefined {
  const values = body.kind === 'json' ? [body.value] : body.kind === 'events' ? body.values.toReversed() : [];
  for (const value of values) {
    if (!isPlainObject(value)) continue;
    const text =
      errorTextOf(value['error']) ?? (value['type'] === 'error' ? errorTextOf(value['message']) : undefined);
    if (text !== undefined) return text;
  }
  return undefined;
}

function errorTextOf(error: unknown): string | undefined {
  if (error === undefined || error === null || error === false || error === '') return undefined;
  const message = isPlainObject(error) ? (error['message'] ?? error) : error;
  return (typeof message === 'string' ? message : JSON.stringify(message)).slice(0, 500);
}

function normalize(fields: Record<string, unknown>, warnings: string[]): void {
  fields['output'] = outputText(fields['output'], warnings);
  fields['context'] = contextList(fields['context']);
  fields['metadata'] = metadataObject(fields['metadata']);
  fields['tool_calls'] ??= null;
}

function outputText(output: unknown, warnings: string[]): unknown {
  if (typeof output !== 'object' || output === null) return output;
  if (Array.isArray(output) && output.length > 0 && output.every((item) => typeof item !== 'object'))
    return output.join('\n');
  warnings.push(
    'The output is not text but an object or a list: it is given as JSON text. Map output to the text inside it.',
  );
  return JSON.stringify(output);
}

function contextList(context: unknown): unknown[] {
  if (context === undefined || context === null) return [];
  if (Array.isArray(context)) return context;
  const parsed = typeof context === 'string' ? parseBracketed(context) : undefined;
  return Array.isArray(parsed) ? parsed : [context];
}

function metadataObject(metadata: unknown): unknown {
  if (typeof metadata !== 'string') return metadata ?? null;
  const parsed = parseBracketed(metadata);
  return isPlainObject(parsed) ? parsed : { value: metadata };
}

function parseBracketed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function conversationIdIn(
  fields: Record<string, unknown>,
  mapping: Readonly<Record<string, unknown>>,
  body: TargetBody,
): string | undefined {
  for (const name of CONVERSATION_ALIASES) {
    const id = Object.hasOwn(mapping, name) ? conversationIdOf(fields[name]) : undefined;
    if (id !== undefined) return id;
  }
  if (CONVERSATION_ALIASES.some((name) => Object.hasOwn(mapping, name))) return undefined;
  const top = topLevel(body);
  return CONVERSATION_ALIASES.map((name) =>
    Object.hasOwn(top, name) ? conversationIdOf(top[name]) : undefined,
  ).find((id) => id !== undefined);
}

/** A key such as `__proto__` becomes a field like any other. */
function defineField(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
