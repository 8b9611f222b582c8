import {
  newQuickJSWASMModule,
  Scope,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten';

export type CodeOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly reason: string };

export interface CodeRequest {
  readonly source: string;
  /** The one argument, as JSON: nothing but text goes in and comes out. */
  readonly inputJson: string;
  readonly seed: number;
}

export const sourceBytesMax = 64_000;
const memoryBytesMax = 64 * 1024 * 1024;
const answerBytesMax = 64_000;
const stackBytesMax = 256 * 1024;
const computingMsMax = 1000;
const pendingJobsMax = 10_000;

/** By what this thread computes, so that the code has its second on a machine that is busy with other things too. */
const threadComputedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let loaded: Promise<QuickJSWASMModule> | undefined;

/**
 * Runs a metric's function once, in an interpreter of its own without clock, network and chance. QuickJS looks how
 * long it has computed between its own instructions only, so this belongs on a thread that can be ended from outside as well.
 */
export async function runCode(
  { source, inputJson, seed }: CodeRequest,
  computedMs: () => number = threadComputedMs,
): Promise<CodeOutcome> {
  loaded ??= newQuickJSWASMModule();
  const runtime = (await loaded).newRuntime();
  const endsAtMs = computedMs() + computingMsMax;
  const isOver = (): boolean => computedMs() > endsAtMs;
  runtime.setMemoryLimit(memoryBytesMax);
  runtime.setMaxStackSize(stackBytesMax);
  runtime.setInterruptHandler(isOver);
  const context = runtime.newContext();
  try {
    return Scope.withScope((scope) => evaluate({ context, scope, isOver }, { source, inputJson, seed }));
  } finally {
    release(context);
  }
}

/** An interpreter that was ended in the middle of something may not be able to clear up after itself. */
function release(context: QuickJSContext): void {
  const { runtime } = context;
  try {
    context.dispose();
    runtime.dispose();
  } catch {
    // Its memory cannot be trusted any more: the next one gets a new module.
    loaded = undefined;
  }
}

interface Room {
  readonly context: QuickJSContext;
  /** Everything taken out of the interpreter is given back at the end, or its memory could not be. */
  readonly scope: Scope;
  readonly isOver: () => boolean;
}

const refused = (code: string, reason: string): CodeOutcome => ({ ok: false, code, reason });

function evaluate(room: Room, request: CodeRequest): CodeOutcome {
  const { context, scope, isOver } = room;
  const caller = context.evalCode(preamble(request.seed), 'preamble.js');
  if (caller.error) return explain(room, caller.error);
  const call = scope.manage(caller.value);
  const module = context.evalCode(request.source, 'metric.js', { type: 'module' });
  if (module.error) return explain(room, module.error);
  const run = scope.manage(context.getProp(scope.manage(module.value), 'default'));
  if (context.typeof(run) !== 'function')
    return refused(
      'code_no_function',
      'The code exports no function: `export default function ({ output }) { … }`.',
    );
  const input = scope.manage(context.newString(request.inputJson));
  const called = context.callFunction(call, context.undefined, run, input);
  if (called.error) return explain(room, called.error);
  const answer = scope.manage(called.value);
  const jobs = context.runtime.executePendingJobs(pendingJobsMax);
  if (jobs.error) return explain(room, jobs.error);
  const text = context.dump(answer) as unknown;
  if (isOver()) return overtime;
  if (typeof text !== 'string')
    return refused('code_no_answer', 'The code answered nothing that is a number, true or false.');
  if (Buffer.byteLength(text) > answerBytesMax)
    return refused('code_answer_too_large', `The code answered more than ${answerBytesMax} bytes.`);
  return { ok: true, text };
}

const overtime = refused('code_timeout', `The code computed for more than ${computingMsMax} ms.`);

function explain({ context, scope, isOver }: Room, handle: QuickJSHandle): CodeOutcome {
  const error = scope.manage(handle);
  if (isOver()) return overtime;
  const said = context.dump(error) as unknown;
  // Where there is no room left for an error, the interpreter throws null in its place.
  if (said === null) return refused('code_memory', 'The code used more than 64 MB, or threw null.');
  const { name, message } = (typeof said === 'object' ? said : { message: said }) as Record<string, unknown>;
  const text = [name, message]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 500);
  if (/interrupted/.test(text)) return overtime;
  if (/out of memory/.test(text)) return refused('code_memory', 'The code used more than 64 MB.');
  if (/stack overflow|Maximum call stack/.test(text))
    return refused('code_stack', 'The code calls itself too deep.');
  return refused('code_failed', `The code failed: ${text || 'it threw something that is no error'}`);
}

/** What the code could tell the time or throw dice with goes first; what carries its answer out is kept from its hands. */
const preamble = (seed: number): string => `(() => {
  'use strict';
  const { parse, stringify } = JSON;
  let state = ${Math.trunc(seed) >>> 0};
  Math.random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  for (const name of ['Date', 'performance', 'WeakRef', 'FinalizationRegistry', 'Atomics', 'SharedArrayBuffer'])
    delete globalThis[name];
  return (run, text) => {
    const answer = run(parse(text));
    if (answer === null || answer === undefined) return undefined;
    if (typeof answer === 'bigint' || typeof answer === 'symbol' || typeof answer === 'function') return undefined;
    return stringify(answer);
  };
})()`;
