import { BlockList, isIP, isIPv6 } from 'node:net';

export type ForwardedRequest = Readonly<{
  remoteAddress: string | undefined;
  forwardedFor: string | undefined;
}>;

/** Turns a list of addresses and CIDR ranges into a membership test, with a sentence for each unreadable entry. */
export function parseNetworks(entries: readonly string[]): {
  contains(address: string): boolean;
  faults: string[];
} {
  const list = new BlockList();
  const faults: string[] = [];
  for (const entry of entries) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address);
    const bits =
      prefix === undefined ? (family === 6 ? 128 : 32) : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (family === 0 || rest.length > 0 || bits < 0 || bits > (family === 6 ? 128 : 32)) {
      faults.push(`"${entry}" is neither an address nor a CIDR range such as 10.0.0.0/8`);
      continue;
    }
    list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
  }
  const contains = (address: string): boolean => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return { contains, faults };
}

/**
 * Finds the address a request came from: the rightmost hop that is not a trusted proxy. Entries further left were
 * written by whoever sent the request, so they are never read; without trusted proxies the header is ignored.
 */
export function createClientAddress(
  trustedProxies: readonly string[],
): (request: ForwardedRequest) => string {
  const trusted = parseNetworks(trustedProxies);
  return ({ remoteAddress, forwardedFor }) => {
    let hop = readAddress(remoteAddress ?? '') ?? 'unknown';
    if (forwardedFor === undefined || trustedProxies.length === 0 || hop === 'unknown') return hop;
    const claimed = forwardedFor.split(',');
    while (claimed.length > 0 && trusted.contains(hop)) {
      const next = readAddress((claimed.pop() ?? '').trim());
      if (next === undefined) return hop;
      hop = next;
    }
    return hop;
  };
}

/** One counter per IPv4 address and per IPv6 /64, since one subscriber commonly holds a whole /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  return `${expandIPv6(address).slice(0, 4).join(':')}::/64`;
}

function readAddress(text: string): string | undefined {
  const withoutPort =
    /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const address = withoutPort.split('%', 1)[0] ?? '';
  if (isIP(address) === 0) return undefined;
  return mappedIPv4(address) ?? address;
}

function mappedIPv4(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const groups = expandIPv6(address);
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return undefined;
  const [high, low] = [parseInt(groups[6] ?? '0', 16), parseInt(groups[7] ?? '0', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address, without leading zeros. The URL parser already knows every spelling. */
function expandIPv6(address: string): string[] {
  const compact = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = compact.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}
