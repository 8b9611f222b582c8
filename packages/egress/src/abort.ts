/**
 * Waits for work until the signal, and no longer. Whoever does the work may notice late: an HTTP client lets go of a call
 * only once it has a connection. What comes after the end goes to `late`, so that nothing stays open.
 */
export function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | null | undefined,
  late: (value: Value) => void,
): Promise<Value> {
  if (signal == null) return work;
  return new Promise((resolve, reject) => {
    let isOver = false;
    const abort = () => {
      isOver = true;
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work
      .then(
        (value) => (isOver ? late(value) : resolve(value)),
        // After the end a failure has no reader: the reason was already told.
        (error: unknown) => reject(error),
      )
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
