/** Sets run longest ago are forgotten first. */
const most = 50;

type Pairs = readonly (readonly [setId: string, endpointId: string])[];

export const withPair = (pairs: Pairs, setId: string, endpointId: string): Pairs =>
  [[setId, endpointId] as const, ...pairs.filter(([id]) => id !== setId)].slice(0, most);

/** What is stored may have been written by hand, or by another version. */
export function pairsIn(text: string | null): Pairs {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter(isPair) : [];
  } catch {
    return [];
  }
}

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
