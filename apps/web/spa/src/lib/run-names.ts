/** Names have parts that are set off like this; the last one of a dated name is its time. */
const between = ' · ';

/**
 * What of two names tells them apart, for where there is no room for both: without the parts they begin with alike. Names of
 * which one would have nothing left stay whole, and equal ones are told by which came first.
 */
export function toldApart(one: string, other: string): readonly [string, string] {
  if (one === other) return [`${one} (before)`, `${other} (after)`];
  const [ours, theirs] = [one.split(between), other.split(between)];
  const same = ours.findIndex((part, place) => part !== theirs[place]);
  if (same <= 0 || theirs.length <= same) return [one, other];
  return [ours.slice(same).join(between), theirs.slice(same).join(between)];
}

/** Then its end is a part of its own, and may stand on a line of its own. */
export const isDated = (name: string, place: number): boolean => name.startsWith(between, place);

/** A name that fits: cut before its end, in which names of one kind differ, where it is longer than it may be. */
export function fittingName(name: string, most = 200): string {
  if (name.length <= most) return name;
  const end = name.slice(cutPlace(name));
  return `${name.slice(0, most - end.length - 1).trimEnd()}…${end}`;
}

const mostKept = 26;

/** Where a name may be cut: what it is called first gives way, and the end, in which names of one kind differ, is kept. */
export function cutPlace(name: string): number {
  const part = name.lastIndexOf(between);
  const place = part === -1 ? name.lastIndexOf(' ') : part;
  if (place <= 0 || name.length - place > mostKept) return name.length;
  return place - markBefore(name.slice(0, place)).length;
}

/** “ · scored again” before the time says of which kind a run is, and is kept with it. */
const markBefore = (stem: string): string => / · [a-z ]{1,20} again$/.exec(stem)?.[0] ?? '';
