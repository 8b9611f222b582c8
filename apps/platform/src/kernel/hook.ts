/** A moment of one module at which others have something to do, or to refuse. They come in the order they were added. */
export interface Hook<Moment extends unknown[]> {
  add(listener: (...moment: Moment) => Promise<void>): void;
  run(...moment: Moment): Promise<void>;
}

export function createHook<Moment extends unknown[]>(): Hook<Moment> {
  const listeners: ((...moment: Moment) => Promise<void>)[] = [];
  return {
    add: (listener) => void listeners.push(listener),
    async run(...moment) {
      for (const listener of listeners) await listener(...moment);
    },
  };
}
