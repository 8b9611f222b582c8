import type { InvocationResult } from '@sonde/contract';

const shortest = 3;
const longest = 80;
const mostRead = 200;

/** The values that stand alone in a part of a request: `{"bookingRef": "WV-48213"}`, `?customer=4711`, `/members/4711`. */
function valuesOf({ url, body }: NonNullable<InvocationResult['request']>): string[] {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const inAddress = address ? [...address.searchParams.values(), ...address.pathname.split('/')] : [];
  return [...inAddress, ...leavesOf(body)].slice(0, mostRead).map((value) => value.trim());
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null
    ? Object.values(value).slice(0, mostRead).flatMap(leavesOf)
    : [];
}

/**
 * What a request says of whoever asks, beside what they say themselves: a reference, a number of a customer or a name that the
 * endpoint sends with each message. What is on file under it is their own, and may be told to them.
 * @param said - what was asked and answered; only what stands there matters
 */
export function ofAskerIn(
  request: InvocationResult['request'],
  { sent, received }: { readonly sent: string; readonly received: string },
): string[] {
  if (request === null) return [];
  const said = `${sent}\n${received}`.toLowerCase();
  return [
    ...new Set(
      valuesOf(request).filter(
        (value) =>
          value.length >= shortest &&
          value.length <= longest &&
          value !== sent.trim() &&
          (/\d/.test(value) || /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(value)) &&
          said.includes(value.toLowerCase()),
      ),
    ),
  ];
}
