import {
  chargeSize,
  createCharge,
  looksLikePath,
  PathError,
  withRoot,
  type Charge,
  type PathQueries,
} from '#kernel/json-path';
import { createAllowance, defaultAllowanceMs, type Allowance } from './allowance.ts';
import type { TargetBody } from './body.ts';
import { conversationIdOf, isConversationAlias, CONVERSATION_ALIASES } from './conversations.ts';
import type { CallFailure } from './failures.ts';
import { isPlainObject } from './plain-object.ts';
import {
  MISSING,
  combineEvents,
  defineField,
  mergeMessages,
  oneOrMany,
  rawValue,
  textOfEvents,
  topLevel,
} from './joined-events.ts';
import { normalize } from './normal-fields.ts';
import {
  errorTextIn,
  failureInside,
  isNothing,
  mappedError,
  missFailure,
  misuseFailure,
} from './target-errors.ts';
import { renderValue, TemplateError } from './templates.ts';

export type MappedResponse = {
  fields: Record<string, unknown>;
  conversationId: string | undefined;
  warnings: string[];
  failure: CallFailure | undefined;
};

/** What came around the body, for the templates of a mapping. */
export type Envelope = {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, readonly string[]>>;
};

export type ResponseMapper = {
  map(mapping: Readonly<Record<string, unknown>>, body: TargetBody, envelope?: Envelope): MappedResponse;
  /** Whether what has come so far holds more than the name of the conversation. */
  isAnswer(mapping: Readonly<Record<string, unknown>>, body: TargetBody): boolean;
  /** Single values, and what was said of those that are not there. */
  read(
    expressions: Readonly<Record<string, unknown>>,
    body: TargetBody,
    envelope: Envelope,
  ): { values: Record<string, unknown>; misses: string[] };
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
    if (typeof expression !== 'string') return literal(expression, field);
    if (expression.includes('{{') || expression.includes('{%')) return fromTemplate(expression, field);
    if (!looksLikePath(expression)) return literal(expression, field);
    const value = find(expression, field);
    return value === MISSING ? { found: false, miss: explain(expression, field) } : { found: true, value };
  }

  /** An ordered fallback: the first that is there and not null, else null when one of them is there. */
  function firstOf(expressions: readonly unknown[], field: Field): Finding {
    let miss = 'The list of expressions is empty.';
    let fallback: Finding | undefined;
    let isMisuse = false;
    for (const expression of expressions) {
      const finding = evaluate(expression, { ...field, isAlternative: true });
      if (finding.found && finding.value !== null) return finding;
      if (finding.found) fallback ??= finding;
      else {
        miss = finding.miss;
        isMisuse ||= finding.isMisuse === true;
      }
    }
    return fallback ?? { found: false, miss, isMisuse };
  }

  /**
   * Text without braces that is no path, and what is no text, stands for itself. Not as the answer or as the id of a
   * conversation: there it is a path or a template that was mistyped, and every call would seem to give the same answer.
   */
  function literal(value: unknown, field: Field): Finding {
    const isAnswer = field.name === 'output' || isConversationAlias(field.name);
    const isMistyped = typeof value === 'string' && MISTYPED.test(value);
    if (field.isNested || !isAnswer) {
      if (isMistyped) field.warnings.push(`${field.name}: ${notAnExpression(value)} It is taken as text.`);
      return { found: true, value };
    }
    if (field.isAlternative && !isMistyped) {
      field.warnings.push(`${field.name}: Nothing else was found, so it is the text of the mapping itself.`);
      return { found: true, value };
    }
    const nearest = typeof value === 'string' ? ` ${offer(withoutRoot(value), field)}` : '';
    return { found: false, miss: `${notAnExpression(value)}${nearest}`, isMisuse: true };
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
    const missed = new Set<string>();
    // Paths inside the template are paid for with its own time.
    const jsonpath = (path: unknown) => {
      const value = typeof path === 'string' ? findNow(path, field) : MISSING;
      if (value === MISSING) missed.add(String(path));
      return value === MISSING ? null : value;
    };
    const { value, undefinedNames } = allowance.spend((timeMs) =>
      renderValue(
        source,
        // Ours win: what a target writes into its body must not pass for what came around it.
        { ...topLevel(body), response: rawValue(body), ...envelopeVariables(field.envelope) },
        { jsonpath },
        timeMs,
      ),
    );
    chargeSize(value, field.charge);
    const isBlank = typeof value === 'string' && value.trim() === '' && undefinedNames.length > 0;
    const absent = [...missed, ...undefinedNames];
    if ((value === null || isBlank) && absent.length > 0)
      return { found: false, miss: explainAll(absent, field) };
    for (const name of undefinedNames) field.warnings.push(`${field.name}: ${explain(name, field)}`);
    return { found: true, value };
  }

  /** What a template looked for in vain; the first of many stands for the rest. */
  function explainAll(paths: readonly string[], field: Field): string {
    const [first = '', ...rest] = paths;
    if (rest.length === 0) return explain(first, field);
    const shown = paths.slice(0, MAX_PATHS_SHOWN).join(', ');
    const more = paths.length > MAX_PATHS_SHOWN ? ` and ${paths.length - MAX_PATHS_SHOWN} more` : '';
    return `None of ${shown}${more} is in the answer. ${offer(first, field)}`.trimEnd();
  }

  const find = (path: string, field: Field): unknown => field.allowance.spend(() => findNow(path, field));

  function findNow(path: string, { body, name, isNested, charge }: Field): unknown {
    if (body.kind === 'empty') return MISSING;
    if (body.kind !== 'events') return oneOrMany(queries.find(path, rawValue(body), charge));
    const field = isNested ? '' : name;
    const byEvent = body.values.map((value) => queries.find(path, value, charge));
    if (byEvent.some((matches) => matches.length > 0)) return combineEvents(byEvent, field);
    const overall = queries.find(path, body.values, charge);
    // "$[*].…" is said of each event, "$[0].…" of one.
    const isOfOne = /^\$\[-?\d+\]/.test(withRoot(path));
    if (overall.length > 0)
      return combineEvents(isOfOne ? [overall] : overall.map((match) => [match]), field);
    return body.source === 'messages'
      ? oneOrMany(queries.find(path, mergeMessages(body.values), charge))
      : MISSING;
  }

  const explain = (path: string, field: Field): string =>
    `${path} finds nothing in the answer. ${offer(path, field)}`.trimEnd();

  /** What the answer has instead. */
  function offer(path: string, { body, allowance, offers }: Field): string {
    if (body.kind === 'empty') return 'The answer is empty.';
    offers.left -= 1;
    if (offers.left < 0) return '';
    const document =
      body.kind === 'events' ? (body.values.find(isPlainObject) ?? body.values[0]) : rawValue(body);
    return allowance.spend(() => queries.explainMiss(path, document));
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

  const startFields = (body: TargetBody, envelope: Envelope, warnings: string[]) => ({
    body,
    envelope,
    warnings,
    allowance: createAllowance({ ms: allowanceMs }),
    charge: createCharge(),
    offers: { left: MAX_OFFERS },
    isNested: false,
    isAlternative: false,
  });

  const mapper: ResponseMapper = {
    isAnswer: (mapping, body) => {
      const { fields } = mapper.map(mapping, body);
      return !isNothing(fields['output']) || (fields['tool_calls'] ?? null) !== null;
    },
    read: (expressions, body, envelope) => {
      const misses: string[] = [];
      const common = startFields(body, envelope, []);
      const values: Record<string, unknown> = {};
      for (const [name, expression] of Object.entries(expressions)) {
        const finding = mapField(expression, { ...common, name });
        const value = finding.found ? finding.value : null;
        if (value === null || value === '')
          misses.push(`${name}: ${finding.found ? 'what is found is empty.' : finding.miss}`);
        defineField(values, name, value);
      }
      return { values, misses };
    },
    map: (mapping, body, envelope = { status: null, headers: {} }) => {
      const warnings: string[] = [];
      const common = startFields(body, envelope, warnings);
      const fields: Record<string, unknown> = {};
      let missed: CallFailure | undefined;
      for (const [name, expression] of Object.entries(mapping)) {
        const finding = mapField(expression, { ...common, name });
        defineField(fields, name, finding.found ? finding.value : null);
        if (finding.found) continue;
        if (name === 'output')
          missed = finding.isMisuse ? misuseFailure(finding.miss, body) : missFailure(finding.miss, body);
        if (name !== 'output' || finding.isMisuse) warnings.push(`${name}: ${finding.miss}`);
      }
      if (!Object.hasOwn(mapping, 'output')) {
        const found = outputWithoutMapping(mapping, body);
        fields['output'] = found.value;
        if (found.warning !== undefined) warnings.push(found.warning);
      }
      const failure = missed ?? mappedError(mapping, fields) ?? failureInside(fields, body);
      if (failure === undefined) warnings.push(...doubts(mapping, fields, body));
      normalize(fields, warnings);
      return { fields, conversationId: conversationIdIn(fields, mapping, body), warnings, failure };
    },
  };
  return mapper;
}

type Field = {
  name: string;
  body: TargetBody;
  envelope: Envelope;
  warnings: string[];
  allowance: Allowance;
  /** What all paths may visit together. */
  charge: Charge;
  /** How many more misses are told what the answer has instead: each is compared with hundreds of paths. */
  offers: { left: number };
  isNested: boolean;
  /** One of an ordered fallback. */
  isAlternative: boolean;
};
/** A misuse is an expression that could not find anything in any answer. */
type Finding = { found: true; value: unknown } | { found: false; miss: string; isMisuse?: boolean };

const MAX_PATHS_SHOWN = 4;
const MAX_OFFERS = 8;
/** What people write when they mean a path or a template: a root of another language, or a filter without braces. */
const MISTYPED =
  /^\s*(?:\$+\.?[\p{L}_]|[./@#]+[\p{L}_$[.])|^[\p{L}_][\p{L}\p{N}_.[\]]*\s*\|\s*[\p{L}_]+\s*(?:\(.*\))?$/u;
/** What is left of it as a path. */
const withoutRoot = (text: string): string => {
  const [path = ''] = text.replace(/^[\s$./@#]+/, '').split('|', 1);
  return path.trimEnd();
};

function notAnExpression(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.slice(0, 100)}" is neither a path such as $.answer nor a template such as {{ answer }}.`;
}

/** What makes an answer doubtful without making it a failure. */
function doubts(
  mapping: Readonly<Record<string, unknown>>,
  fields: Record<string, unknown>,
  body: TargetBody,
): string[] {
  const { output } = fields;
  const said = errorTextIn(body);
  if (said !== undefined) return [`The application gave an answer and reports an error of its own: ${said}`];
  // A target that calls a tool has nothing to say yet.
  const callsTools = fields['tool_calls'] !== null && fields['tool_calls'] !== undefined;
  if (!Object.hasOwn(mapping, 'output') || !isNothing(output) || callsTools) return [];
  const found = output === null || output === undefined ? 'null' : 'empty text';
  return [`The application gave no answer: what the response mapping finds as the output is ${found}.`];
}

function envelopeVariables({ status, headers }: Envelope): Record<string, unknown> {
  const cookies = (headers['set-cookie'] ?? []).flatMap((line) => {
    const [, name, value] = /^\s*([^=;\s]+)\s*=\s*"?([^;"]*)"?/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value.trim()] as const];
  });
  return {
    response_status: status,
    response_headers: Object.fromEntries(
      Object.entries(headers).map(([name, lines]) => [name, lines.join(', ')]),
    ),
    response_cookies: Object.fromEntries(cookies),
  };
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
    warning:
      'No expression says where the text of the answer is: write one beside output in the response mapping.',
  };
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
