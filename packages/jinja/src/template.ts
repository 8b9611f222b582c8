import { builtInTests } from './built-in-tests.ts';
import { builtInFilters } from './filters/registry.ts';
import { compileRoot, compileSingle } from './compile-statement.ts';
import type { Compilation } from './compile-expression.ts';
import { builtInGlobals } from './globals.ts';
import { createJsonOutput } from './json/json-output.ts';
import { parseTemplate } from './parse-template.ts';
import { checkEvery, defaultLimits } from './runtime.ts';
import type { FilterFunction, RenderLimits, Runtime, TemplateFunction } from './runtime.ts';
import { limitError, TemplateError, withPlace } from './template-error.ts';
import { createTemplateCache } from './template-cache.ts';

export interface CompileOptions {
  /** Drops the first newline after a block tag. */
  trimBlocks?: boolean;
  /** Drops blanks before a block tag that begins its line. */
  lstripBlocks?: boolean;
  keepTrailingNewline?: boolean;
}

export interface RenderOptions {
  filters?: Readonly<Record<string, FilterFunction>>;
  functions?: Readonly<Record<string, TemplateFunction>>;
  limits?: RenderLimits;
  /** What an undefined value allows: printing (`lenient`), nothing (`strict`), printing and going deeper (`chainable`). */
  undefined?: 'lenient' | 'strict' | 'chainable';
  /** Told the path of every undefined value that is printed or walked over. */
  onUndefined?: (name: string) => void;
  /** Milliseconds of a clock that never goes back, for the time limit. */
  now?: () => number;
  /** A number from 0 up to 1, for the filter `random`. */
  random?: () => number;
}

export interface TemplateReference {
  /** The path as written, from the variable on: `params.temperature`. */
  path: string;
  line: number;
  column: number;
}

export interface Template {
  readonly source: string;
  /** Names the template reads from the context, in the order of their first appearance. */
  readonly variables: readonly string[];
  readonly references: readonly TemplateReference[];
  /** Filters that are not built in and must be passed to `render`. */
  readonly hostFilters: readonly string[];
  render(context: Record<string, unknown>, options?: RenderOptions): string;
}

export interface CompiledTemplate extends Template {
  /** Runs into the runtime's output; errors come out with their place. */
  run(rt: Runtime): void;
  /** For a template that is exactly one expression: its value. */
  readonly evaluate: ((rt: Runtime) => unknown) | null;
}

/** Pure memory of work already done: the same text and options always compile to the same template. */
const compiled = createTemplateCache<CompiledTemplate>({ entries: 500, keyChars: 200_000 });

/** Compiles template text, or throws a TemplateError that says where it is wrong. */
export function compileTemplate(source: string, options: CompileOptions = {}): Template {
  return compileTemplateFor(source, options, 'text');
}

export function compileTemplateFor(
  source: string,
  options: CompileOptions,
  mode: 'text' | 'json',
): CompiledTemplate {
  const { trimBlocks = false, lstripBlocks = false, keepTrailingNewline = false } = options;
  const variant =
    Number(mode === 'json') +
    2 * Number(trimBlocks) +
    4 * Number(lstripBlocks) +
    8 * Number(keepTrailingNewline);
  return compiled.get(source, variant, () =>
    build(source, { trimBlocks, lstripBlocks, keepTrailingNewline }, mode === 'json'),
  );
}

function build(text: string, options: Required<CompileOptions>, isJson: boolean): CompiledTemplate {
  return guardStack(() => {
    const { source, body } = parseTemplate(text, options);
    if (isJson) refuseMarkers(source);
    const state: Compilation = { source, isJson, references: [], hostFilters: [] };
    const root = compileRoot(state, body);
    const [only] = body;
    const single =
      body.length === 1 && only?.type === 'output' ? compileSingle(silent(state), only.expression) : null;
    return createTemplate(state, root, single);
  });
}

/** The marker of omitted values is a raw NUL, which JSON never allows: a template that holds one is wrong already. */
function refuseMarkers(source: string): void {
  const offset = source.indexOf('\0');
  if (offset === -1) return;
  throw new TemplateError({
    kind: 'syntax',
    message: 'a NUL character is not allowed in JSON; write \\u0000',
    source,
    offset,
  });
}

function silent(state: Compilation): Compilation {
  return { ...state, references: [], hostFilters: [] };
}

function createTemplate(
  state: Compilation,
  root: (rt: Runtime) => void,
  single: ((rt: Runtime) => unknown) | null,
): CompiledTemplate {
  const { source, hostFilters } = state;
  const references = state.references
    .filter(({ path }) => !builtInGlobals.has(path))
    .sort((a, b) => a.offset - b.offset);
  const guarded = <T>(rt: Runtime, run: (rt: Runtime) => T): T => {
    requireFilters(source, rt, hostFilters);
    return runPlaced(source, rt, run);
  };
  const template: CompiledTemplate = {
    source,
    variables: [...new Set(references.map(({ path }) => /^[^.[]*/u.exec(path)?.[0] ?? path))],
    references: placed(references, source),
    hostFilters: [...new Set(hostFilters.map(({ name }) => name))],
    run: (rt) => guarded(rt, root),
    evaluate: single === null ? null : (rt) => guarded(rt, single),
    render(context, options = {}) {
      const rt = startRender(context, options, false);
      template.run(rt);
      return rt.output;
    },
  };
  return template;
}

/** In one pass over the lines: a template may have as many references as it has lines. */
function placed(references: Compilation['references'], source: string): TemplateReference[] {
  let line = 1;
  let lineStart = 0;
  let newline = source.indexOf('\n');
  return references.map(({ path, offset }) => {
    while (newline !== -1 && newline < offset) {
      line += 1;
      lineStart = newline + 1;
      newline = source.indexOf('\n', lineStart);
    }
    return { path, line, column: offset - lineStart + 1 };
  });
}

function requireFilters(source: string, rt: Runtime, hostFilters: Compilation['hostFilters']): void {
  for (const { name, offset } of hostFilters) {
    if (Object.hasOwn(rt.filters, name)) continue;
    throw new TemplateError({
      kind: 'syntax',
      message: `No filter named '${name}'.`,
      source,
      offset,
      variable: name,
    });
  }
}

function runPlaced<T>(source: string, rt: Runtime, run: (rt: Runtime) => T): T {
  try {
    return run(rt);
  } catch (error) {
    if (error instanceof TemplateError) throw withPlace(error, source, rt.at);
    const cause = error instanceof RangeError ? stackError() : hostError(error);
    throw withPlace(cause, source, rt.at);
  }
}

function hostError(error: unknown): TemplateError {
  const message = error instanceof Error ? error.message : String(error);
  return new TemplateError({ kind: 'runtime', message });
}

function stackError(): TemplateError {
  return limitError('the template or a value in it is nested too deeply or too large');
}

function guardStack<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof RangeError ? stackError() : error;
  }
}

const nothing = {};

/** The state of one render: budget, context, output. */
export function startRender(
  context: Record<string, unknown>,
  options: RenderOptions,
  isJson: boolean,
): Runtime {
  const { limits = nothing as RenderLimits } = options;
  const now = options.now ?? (() => performance.now());
  const timeMs = limits.timeMs ?? defaultLimits.timeMs;
  return {
    context,
    filters: options.filters ?? nothing,
    functions: options.functions ?? nothing,
    undefined: options.undefined ?? 'lenient',
    onUndefined: options.onUndefined,
    random: options.random ?? Math.random,
    output: '',
    json: isJson ? createJsonOutput() : null,
    at: 0,
    steps: 0,
    nextCheck: Math.min(checkEvery, limits.steps ?? defaultLimits.steps),
    maxSteps: limits.steps ?? defaultLimits.steps,
    maxChars: limits.outputChars ?? defaultLimits.outputChars,
    maxDepth: limits.depth ?? defaultLimits.depth,
    depth: 0,
    now,
    deadline: now() + timeMs,
    timeMs,
    builtIn: { filters: builtInFilters, tests: builtInTests },
    owned: null,
  };
}

export interface Leaf {
  text(rt: Runtime): string;
  /** Null unless the whole leaf is one expression. */
  value: ((rt: Runtime) => unknown) | null;
}

/** One string of a JSON template; its errors carry the string's place in the JSON. */
export function compileLeaf(source: string, options: CompileOptions, pointer: string): Leaf {
  const template = atPointer(pointer, () =>
    compileTemplateFor(source, { ...options, keepTrailingNewline: true }, 'text'),
  );
  const { evaluate } = template;
  return {
    text: (rt) =>
      atPointer(pointer, () => {
        rt.output = '';
        template.run(rt);
        return rt.output;
      }),
    value: evaluate === null ? null : (rt) => atPointer(pointer, () => evaluate(rt)),
  };
}

function atPointer<T>(pointer: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof TemplateError ? error.at(pointer) : error;
  }
}
