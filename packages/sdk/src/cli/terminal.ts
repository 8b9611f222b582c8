import { openWords, type Open } from '../contract.ts';

export interface Counts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly not_evaluated: number;
  readonly cancelled: number;
}

export interface Terminal {
  line(text: string): void;
  progress(run: { readonly counts: Counts } & Open): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const everyPercent = 10;

/** A bar that moves where a person looks, a plain line now and then where a log is kept. */
export function createTerminal(output: Output): Terminal {
  const isLive = output.isTTY === true;
  let toldPercent = -everyPercent;
  let isBarOpen = false;
  const closeBar = (): void => {
    if (isBarOpen) output.write('\n');
    isBarOpen = false;
  };
  return {
    line(text) {
      closeBar();
      output.write(`${clean(text)}\n`);
    },
    progress(run) {
      const { counts } = run;
      const done = counts.passed + counts.failed + counts.errors + counts.not_evaluated + counts.cancelled;
      const percent = counts.total === 0 ? 100 : Math.floor((done / counts.total) * 100);
      const words = `${done}/${counts.total} · ${counts.passed} passed · ${counts.failed} failed · ${counts.errors} errors · ${openWords(run)}`;
      if (isLive) {
        const width = Math.max(10, Math.min(30, (output.columns ?? 80) - words.length - 4));
        const filled = Math.round((percent / 100) * width);
        output.write(`\r[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${words}\u001b[K`);
        isBarOpen = true;
        if (percent === 100) closeBar();
        return;
      }
      if (percent < toldPercent + everyPercent && percent !== 100) return;
      if (percent === toldPercent) return;
      toldPercent = percent;
      output.write(`${words}\n`);
    },
  };
}

/** A name from elsewhere must neither steer the terminal nor turn around what is read after it. */
const clean = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ');
