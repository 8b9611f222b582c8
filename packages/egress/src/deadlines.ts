import { EgressError } from './errors.ts';

export type Deadlines = {
  signal: AbortSignal;
  /** The answer has begun: from now on silence is measured. */
  firstByte(): void;
  activity(): void;
  end(): void;
  /** Why the call was given up, when it was given up here. */
  reason(): EgressError | undefined;
};

/** Two clocks, both armed for the whole call: the total, and the longest silence once the answer has begun. */
export function createDeadlines(options: {
  totalMs: number;
  inactivityMs: number;
  signal?: AbortSignal | undefined;
}): Deadlines {
  const controller = new AbortController();
  let reason: EgressError | undefined;
  let inactivity: NodeJS.Timeout | undefined;
  const giveUp = (error: EgressError) => {
    reason ??= error;
    end();
    controller.abort(reason);
  };
  const total = setTimeout(
    () => giveUp(timeoutError('total_timeout', `The call took longer than ${seconds(options.totalMs)} s.`)),
    options.totalMs,
  );
  const onAbort = () =>
    giveUp(
      new EgressError({ stage: 'aborted', code: 'aborted', message: 'The call was given up by its caller.' }),
    );

  function end(): void {
    clearTimeout(total);
    clearTimeout(inactivity);
    options.signal?.removeEventListener('abort', onAbort);
  }

  if (options.signal?.aborted) onAbort();
  else options.signal?.addEventListener('abort', onAbort, { once: true });

  return {
    signal: controller.signal,
    firstByte: () => {
      if (reason !== undefined) return;
      inactivity = setTimeout(
        () =>
          giveUp(
            timeoutError(
              'inactivity_timeout',
              `The application stayed silent for ${seconds(options.inactivityMs)} s in the middle of its answer.`,
            ),
          ),
        options.inactivityMs,
      );
    },
    activity: () => void inactivity?.refresh(),
    end,
    reason: () => reason,
  };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

function timeoutError(code: string, message: string): EgressError {
  return new EgressError({ stage: 'timeout', code, message });
}
