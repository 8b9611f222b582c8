import { parentPort } from 'node:worker_threads';
import type { CodeOutcome, CodeRequest } from './code/sandbox.ts';
import type { Item } from './item.ts';
import type { Kind, Measure, Measured } from './kind.ts';
import type { Limit } from './verdict.ts';

export type ThreadRequest =
  | {
      readonly task: 'measure';
      readonly kind: string;
      readonly args: unknown;
      readonly item: Item;
      readonly isNegated: boolean;
      /** Of several answers, it tells which is the worst; left out, it is that of the kind. */
      readonly limit?: Limit;
    }
  | { readonly task: 'code'; readonly code: CodeRequest };

export type ThreadAnswer =
  | { readonly answer: 'ready' }
  /** All code is loaded; from here on it is the task that takes the time. */
  | { readonly answer: 'begun' }
  | { readonly answer: 'measured'; readonly measured: Measured }
  | { readonly answer: 'code'; readonly outcome: CodeOutcome }
  /** The task could not be unpacked: it counts as one that computed too long. */
  | { readonly answer: 'unread' }
  | { readonly answer: 'fault'; readonly message: string };

/** A thread loads only what it is asked for: the interpreter, or the kinds. */
const loadKinds = () => import('./kinds.ts');
const loadSandbox = () => import('./code/sandbox.ts');

const opened = new Map<string, { readonly kind: Kind; readonly measure: Measure }>();
const openedMax = 100;

/** What was compiled for arguments is kept for the next item that is measured with them. */
async function openKind(name: string, args: unknown, isNegated: boolean) {
  const kind = (await loadKinds()).findKind(name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  const key = `${name} ${isNegated} ${JSON.stringify(args)}`;
  const known = opened.get(key);
  if (known) return known;
  const found = { kind, measure: await kind.open(args, isNegated) };
  if (opened.size >= openedMax) opened.clear();
  opened.set(key, found);
  return found;
}

const tellBegun = (): void => parentPort?.postMessage({ answer: 'begun' } satisfies ThreadAnswer);

async function answer(request: ThreadRequest): Promise<ThreadAnswer> {
  try {
    if (request.task === 'code') {
      const { runCode } = await loadSandbox();
      tellBegun();
      return { answer: 'code', outcome: await runCode(request.code) };
    }
    const { measureItem } = await import('./verdict.ts');
    await loadKinds();
    tellBegun();
    const { kind, measure } = await openKind(request.kind, request.args, request.isNegated);
    const answersRead = kind.answersRead(request.args, request.isNegated);
    const measured = measureItem(kind, measure, request.item, answersRead, request.limit);
    return { answer: 'measured', measured };
  } catch (error) {
    return {
      answer: 'fault',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

parentPort?.on('message', (request: ThreadRequest) => {
  void answer(request).then((given) => parentPort?.postMessage(given));
});
// Nested more deeply than can be unpacked here; whoever asked would wait for the end of its time.
parentPort?.on('messageerror', () => parentPort?.postMessage({ answer: 'unread' } satisfies ThreadAnswer));
parentPort?.postMessage({ answer: 'ready' } satisfies ThreadAnswer);
