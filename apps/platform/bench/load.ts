import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type LoadTask =
  | { readonly kind: 'repeat'; readonly call: HttpCall; readonly times: number; readonly width: number }
  | {
      readonly kind: 'watch';
      readonly call: HttpCall;
      readonly flood: { readonly call: HttpCall; readonly width: number };
    }
  | {
      readonly kind: 'rotate';
      readonly call: HttpCall;
      readonly tokens: readonly string[];
      readonly times: number;
    };

export type LoadAnswer = { readonly result: unknown } | { readonly error: string };

export type Load = ReturnType<typeof startLoad>;

/**
 * Callers in a process of their own. In the server's process they would share its event loop: what a caller costs would
 * then count as the server's, and beside a bare route it would make any route look as quick.
 */
export function startLoad() {
  const child = fork(new URL('./load-client.ts', import.meta.url));

  async function ask(task: LoadTask): Promise<unknown> {
    child.send(task);
    const [answer] = (await once(child, 'message')) as [LoadAnswer];
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  return {
    /** Calls per second. */
    repeat: (call: HttpCall, times: number, width: number) =>
      ask({ kind: 'repeat', call, times, width }) as Promise<number>,
    /** Milliseconds of every watched call while the flood lasted. */
    watch: (call: HttpCall, flood: { call: HttpCall; width: number }) =>
      ask({ kind: 'watch', call, flood }) as Promise<number[]>,
    /** Refreshes per second, and the tokens to go on with. */
    rotate: (call: HttpCall, tokens: readonly string[], times: number) =>
      ask({ kind: 'rotate', call, tokens, times }) as Promise<{ perSecond: number; tokens: string[] }>,
    close: (): void => child.disconnect(),
  };
}
