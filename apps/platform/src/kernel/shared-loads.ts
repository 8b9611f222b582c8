/**
 * Lets callers that want the same thing at the same moment share one read. A caller never joins a read that has already
 * begun, so nobody is given anything older than their own call: those who come meanwhile share the next one.
 */
export function createSharedLoads<T>() {
  interface Lane {
    readonly running: Promise<T>;
    next: Promise<T> | undefined;
  }
  const lanes = new Map<string, Lane>();

  function start(key: string, load: () => Promise<T>): Promise<T> {
    const lane: Lane = { running: load(), next: undefined };
    lanes.set(key, lane);
    const leave = (): void => {
      if (!lane.next) lanes.delete(key);
    };
    lane.running.then(leave, leave);
    return lane.running;
  }

  return (key: string, load: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(key);
    if (!lane) return start(key, load);
    const begin = (): Promise<T> => start(key, load);
    return (lane.next ??= lane.running.then(begin, begin));
  };
}
