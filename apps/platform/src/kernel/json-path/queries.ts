import { FunctionExpressionType, JSONPathEnvironment, type JSONPathQuery, type JSONValue } from 'json-p3';
import { RE2JS } from 're2js';
import { nearestPath } from './nearest-path.ts';
import { TemplateError } from '@sonde/jinja';
import {
  chargeFunctions,
  chargeSteps,
  chargeSize,
  followSteps,
  plainStepsOf,
  type Charge,
  type PlainSteps,
} from './path-charging.ts';

export type PathQueries = {
  /**
   * The values a path finds; throws `PathError` for a path that is not valid, or that visits more of the document than
   * `charge` allows. Without one, a path may visit as much as all paths of a call together.
   */
  find(path: string, document: unknown, charge?: Charge): unknown[];
  /** A sentence that names the nearest existing path, or what there is instead. */
  explainMiss(path: string, document: unknown): string;
};

export class PathError extends Error {
  constructor(path: string, reason: string, problem = 'is not a valid JSONPath') {
    super(`"${path}" ${problem}: ${reason}`);
    this.name = 'PathError';
  }
}

/** RFC 9535 queries, compiled once, with linear-time regular expressions and bounded work. */
export function createPathQueries(): PathQueries {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH });
  environment.functionRegister.set(
    'match',
    linearTimeFunction((regex, text) => regex.matches(text), pay),
  );
  environment.functionRegister.set(
    'search',
    linearTimeFunction((regex, text) => regex.matcher(text).find(), pay),
  );
  chargeFunctions(environment, pay);
  const compiled = new Map<string, Compiled>();
  // Compiled paths are shared and a path is evaluated in one go, so whoever evaluates lends them the purse.
  let purse: Charge = () => {};

  function pay(places: number): void {
    purse(places);
  }

  function compile(path: string): Compiled {
    const known = compiled.get(path);
    if (known !== undefined) return known;
    requireBounded(path);
    let made: Compiled;
    try {
      const query = environment.compile(withRoot(path));
      chargeSteps(query, pay);
      made = { query, steps: plainStepsOf(query) };
    } catch (error) {
      throw new PathError(path, error instanceof Error ? error.message : 'it cannot be read');
    }
    if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value ?? '');
    compiled.set(path, made);
    return made;
  }

  return {
    find: (path, document, charge = createCharge()) => {
      const { query, steps } = compile(path);
      const values: unknown[] = [];
      purse = charge;
      try {
        for (const value of steps ? followSteps(steps, document, pay) : valuesOf(query, document)) {
          // Found twice, a part of the answer is shown twice.
          chargeSize(value, pay);
          values.push(value);
          if (values.length >= MAX_MATCHES) break;
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'it cannot be evaluated';
        throw new PathError(path, reason, 'cannot be evaluated');
      } finally {
        purse = () => {};
      }
      return values;
    },
    explainMiss: (path, document) => nearestPath(withRoot(path), document),
  };
}

type Compiled = { readonly query: JSONPathQuery; readonly steps: PlainSteps | undefined };

function* valuesOf(query: JSONPathQuery, document: unknown): Generator<unknown> {
  for (const node of query.lazyQuery(document as JSONValue)) yield node.value;
}

/** Counts up to what one call may visit. */
export function createCharge(limit: number = MAX_PLACES): Charge {
  let left = limit;
  return (places) => {
    left -= places;
    if (left < 0)
      throw new TemplateError({
        kind: 'limit',
        message: `the paths of this call visit its answer too often: more than ${limit} places`,
      });
  };
}

/** A place takes a few hundred nanoseconds. */
export const MAX_PLACES = 1_000_000;
const MAX_DEPTH = 200;
const MAX_COMPILED = 1000;
const MAX_MATCHES = 10_000;
const MAX_PATH_LENGTH = 2000;
const MAX_DESCENTS = 2;
const MAX_COMMAS = 8;
const MAX_INNER_FILTERS = 2;

/** `a.b[0]` is read as `$.a.b[0]`. */
export function withRoot(path: string): string {
  const trimmed = path.trim();
  // Names with a dash need brackets in RFC 9535; people write them plainly.
  const plain = trimmed.includes('?')
    ? trimmed
    : trimmed.replace(DASHED_NAME, (_match, _dot, name: string) => `['${name}']`);
  if (plain.startsWith('$')) return plain;
  return plain.startsWith('[') ? `$${plain}` : `$.${plain}`;
}

const DASHED_NAME = /(^|\.)([\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)+)(?=$|[.[])/gu;

/** True for text that is written as a path: with its root, or as plain names and indexes. */
export function looksLikePath(text: string): boolean {
  const trimmed = text.trim();
  return /^\$($|[.[])/.test(trimmed) || BARE_PATH.test(trimmed);
}

const BARE_PATH =
  /^(?:[\p{L}_][\p{L}\p{N}_-]*|\[-?\d+\])(?:\.[\p{L}_][\p{L}\p{N}_-]*|\.\*|\[(?:-?\d+|\*)\]|\['[^']*'\]|\["[^"]*"\])*$/u;

/**
 * Refuses what multiplies the work: descents and unions by the size of the document for each, and inside a filter
 * anything that starts again from the root or from each node and visits many.
 */
function requireBounded(path: string): void {
  if (path.length > MAX_PATH_LENGTH) {
    throw new PathError(`${path.slice(0, 40)}…`, `it is longer than ${MAX_PATH_LENGTH} characters`);
  }
  const bare = path.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '""');
  if (bare.split('..').length - 1 > MAX_DESCENTS) {
    throw new PathError(path, `it descends with ".." more than ${MAX_DESCENTS} times`);
  }
  if (bare.split(',').length - 1 > MAX_COMMAS) {
    throw new PathError(path, `it names more than ${MAX_COMMAS} alternatives`);
  }
  const filterAt = bare.indexOf('?');
  if (filterAt === -1) return;
  const filter = bare.slice(filterAt + 1);
  const descendsPerNode = filter.includes('..') && bare.slice(0, filterAt).includes('..');
  const startsAgain = /\$[\w.[\]"'-]*(?:\.\.|[*?:])/.test(filter);
  if (descendsPerNode || startsAgain || filter.split('?').length - 1 > MAX_INNER_FILTERS) {
    throw new PathError(path, 'its filter would visit the whole answer again for each of its parts');
  }
}

/** Linear is linear in the text for each instruction of the pattern, and a short pattern can have many. */
const INSTRUCTIONS_PER_PLACE = 16;
const COMPILING_PLACES = 50;

function linearTimeFunction(test: (regex: RE2JS, text: string) => boolean, charge: Charge) {
  const cache = new Map<string, RE2JS | undefined>();
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown) => {
      if (typeof text !== 'string' || typeof pattern !== 'string' || pattern.length > 1000) return false;
      if (!cache.has(pattern)) {
        if (cache.size >= 200) cache.clear();
        charge(pattern.length * COMPILING_PLACES);
        cache.set(pattern, compileRegex(pattern));
      }
      const regex = cache.get(pattern);
      if (regex === undefined) return false;
      charge(Math.ceil((text.length * regex.programSize()) / INSTRUCTIONS_PER_PLACE));
      return test(regex, text);
    },
  };
}

/** RFC 9535 §2.4.6: a pattern that is not one matches nothing. */
function compileRegex(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
