import { setImmediate, setTimeout } from 'node:timers/promises';

/** Does work that may take the thread for long; `of` is whose it is. */
export type SlowWork = <Result>(of: string, work: () => Result) => Promise<Result>;

interface Options {
  /** Milliseconds that only grow. */
  readonly now?: () => number;
  readonly rest?: (ms: number) => Promise<void>;
}

/** Of whoever works, or gives way, or waits. */
interface Line {
  spentMs: number;
  readonly waiting: (() => void)[];
}

/** Whether there was somebody who waited. */
function letIn(line: Line): boolean {
  const begin = line.waiting.shift();
  begin?.();
  return begin !== undefined;
}

/** Nobody notices it, and nothing is kept of it. */
const unnoticedMs = 2;
/** So long nobody else is served; then everybody is. */
const atOnceMs = 8;

/**
 * For work that cannot be cut into pieces, of which somebody else decides how much there is: each piece is bounded, and
 * their number is not. What belongs to one organization is done one after the other, and after each long piece everybody
 * else has the thread for as long as it took; of several who have such work each gives way to the others too, so that
 * all of them together leave half of the thread. Whoever has none waits for nobody here.
 */
export function createSlowWork({
  now = () => performance.now(),
  rest = (ms) => setTimeout(ms),
}: Options = {}): SlowWork {
  const lines = new Map<string, Line>();

  function worked(of: string, tookMs: number): void {
    const known = lines.get(of);
    if (known === undefined && tookMs < unnoticedMs) return;
    const line = known ?? { spentMs: 0, waiting: [] };
    lines.set(of, line);
    line.spentMs += tookMs;
    if (line.spentMs >= atOnceMs || !letIn(line)) void giveWay(of, line);
  }

  async function giveWay(of: string, line: Line): Promise<void> {
    if (line.spentMs < atOnceMs) await setImmediate();
    else await rest(line.spentMs * (2 * lines.size - 1));
    line.spentMs = 0;
    if (!letIn(line)) lines.delete(of);
  }

  return async (of, work) => {
    const line = lines.get(of);
    if (line !== undefined) await new Promise<void>((begin) => line.waiting.push(begin));
    const begunAt = now();
    try {
      return work();
    } finally {
      worked(of, now() - begunAt);
    }
  };
}
