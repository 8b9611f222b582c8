/** Those who wait take turns by whom they belong to: whoever asks for much waits behind themselves, not before others. */
export type Turns<Item> = {
  add(of: string, item: Item): void;
  /** Of those whose turn it may be, where not everybody's is. */
  next(mayGo?: (of: string) => boolean): Item | undefined;
  /** How many of theirs wait. */
  countOf(of: string): number;
  /** Everybody who still waits; nobody does afterwards. */
  clear(): Item[];
};

export function createTurns<Item>(): Turns<Item> {
  const lines = new Map<string, Item[]>();
  return {
    add(of, item) {
      const line = lines.get(of);
      if (line) line.push(item);
      else lines.set(of, [item]);
    },
    next(mayGo = () => true) {
      const first = [...lines].find(([of]) => mayGo(of));
      if (!first) return undefined;
      const [of, line] = first;
      const item = line.shift();
      lines.delete(of);
      if (line.length > 0) lines.set(of, line);
      return item;
    },
    countOf: (of) => lines.get(of)?.length ?? 0,
    clear() {
      const waiting = [...lines.values()].flat();
      lines.clear();
      return waiting;
    },
  };
}
