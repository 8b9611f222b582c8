import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

const loops = 3;
const attemptsAtOnce = 3;

export interface Exchanged {
  readonly codes: number;
  readonly attempts: number;
  readonly spent: number;
  /** Attempts whose process died before it answered. */
  readonly cutOff: number;
  readonly spentTwice: readonly string[];
  /** Codes that no attempt got anything for although every attempt was answered. */
  readonly refusedWithoutCause: readonly string[];
}

/** Signs in again and again, and shows every code to all API processes at once, several times each. */
export function exchangeUnderLoad(cluster: Cluster): { stop(): Promise<Exchanged> } {
  let stopped = false;
  const seen = new Map<string, { successes: number; cutOff: number; attempts: number }>();

  async function show(code: string, base: string): Promise<void> {
    const record = seen.get(code) ?? { successes: 0, cutOff: 0, attempts: 0 };
    seen.set(code, record);
    record.attempts += 1;
    try {
      const response = await cluster.send(base, 'POST', '/auth/exchange-code', { code });
      if (response.status === 200) record.successes += 1;
      // The tokens themselves must have arrived as well: a body that was cut off is not an answer.
      await response.json();
    } catch {
      record.cutOff += 1;
    }
  }

  const showEverywhere = (code: string): Promise<void[]> =>
    Promise.all(
      cluster.bases().flatMap((base) => Array.from({ length: attemptsAtOnce }, () => show(code, base))),
    );

  async function loop(): Promise<void> {
    while (!stopped) {
      const code = await cluster.authCode();
      if (code) {
        await showEverywhere(code);
        // Once more, to whichever processes live by now.
        await showEverywhere(code);
      }
      await pause(50);
    }
  }
  const work = Promise.all(Array.from({ length: loops }, loop));

  return {
    async stop() {
      stopped = true;
      await work;
      const all = [...seen];
      return {
        codes: all.length,
        attempts: all.reduce((sum, [, { attempts }]) => sum + attempts, 0),
        spent: all.filter(([, { successes }]) => successes > 0).length,
        cutOff: all.reduce((sum, [, { cutOff }]) => sum + cutOff, 0),
        spentTwice: all.filter(([, { successes }]) => successes > 1).map(([code]) => code),
        refusedWithoutCause: all
          .filter(([, { successes, cutOff }]) => successes === 0 && cutOff === 0)
          .map(([code]) => code),
      };
    },
  };
}
