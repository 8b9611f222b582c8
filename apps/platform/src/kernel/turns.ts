/** Those who wait take turns by whom they belong to: whoever asks for much waits behind themselves, not before others. */
export type Turns<Item> = {
  /** Within what belongs to one, those who asked take turns as well where they are named. */
  add(of: string, item: Item, member?: string): void;
  /** Of those whose turn it may be, where not everybody's is. */
  next(mayGo?: (of: string) => boolean): Item | undefined;
  /** How many of theirs wait, or of one who asked. */
  countOf(of: string, member?: string): number;
  /** Everybody who still waits; nobody does afterwards. */
  clear(): Item[];
};

/** Lines by name, in the order of their turns. */
type Lines<Line> = Map<string, Line>;

export function createTurns<Item>(): Turns<Item> {
  const lines: Lines<Lines<Item[]>> = new Map();
  return {
    add(of, item, member = '') {
      const members = lines.get(of) ?? new Map<string, Item[]>();
      lines.set(of, members);
      const line = members.get(member);
      if (line) line.push(item);
      else members.set(member, [item]);
    },
    next(mayGo = () => true) {
      const of = [...lines.keys()].find(mayGo);
      return of === undefined
        ? undefined
        : turnOf(
            lines,
            of,
            (members) => first(members),
            ({ size }) => size,
          );
    },
    countOf(of, member) {
      const members = lines.get(of);
      if (member !== undefined) return members?.get(member)?.length ?? 0;
      return [...(members?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
    },
    clear() {
      const waiting = [...lines.values()].flatMap((members) => [...members.values()].flat());
      lines.clear();
      return waiting;
    },
  };
}

function first<Item>(members: Lines<Item[]>): Item | undefined {
  const [member] = members.keys();
  return member === undefined
    ? undefined
    : turnOf(
        members,
        member,
        (line) => line.shift(),
        ({ length }) => length,
      );
}

/** Takes one of a line, which is the last of the lines then, or none if it has no more. */
function turnOf<Line, Item>(
  lines: Lines<Line>,
  name: string,
  take: (line: Line) => Item | undefined,
  leftIn: (line: Line) => number,
): Item | undefined {
  const line = lines.get(name);
  if (line === undefined) return undefined;
  const item = take(line);
  lines.delete(name);
  if (leftIn(line) > 0) lines.set(name, line);
  return item;
}
