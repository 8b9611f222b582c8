import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads a comma-separated list of addresses and CIDR networks; throws with the offending item. */
export function parseNetworks(text: string): Network[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      try {
        if (item.includes('/')) return ipaddr.parseCIDR(item);
        const address = ipaddr.process(item);
        return [address, address.kind() === 'ipv4' ? 32 : 128];
      } catch {
        throw new Error(`"${item}" is not an IP address or a network such as 10.0.0.0/8`);
      }
    });
}

/**
 * The caller's address: the rightmost hop of X-Forwarded-For that is not one of our own proxies. Headers count only
 * when the peer itself is a trusted proxy; anything a stranger writes into them is ignored.
 */
export function createClientAddress(trusted: readonly Network[]) {
  const isTrusted = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return trusted.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  };
  return (peer: string | undefined, forwardedFor: string | string[] | undefined): string => {
    const from = normalise(peer ?? '');
    if (trusted.length === 0 || !isTrusted(from)) return from;
    const hops = [forwardedFor ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((hop) => normalise(withoutPort(hop.trim())));
    for (const hop of hops.reverse()) {
      if (!ipaddr.isValid(hop)) return from;
      if (!isTrusted(hop)) return hop;
    }
    return from;
  };
}

/** What a limit counts by: an IPv4 address, or the /64 network that one IPv6 subscriber holds. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}

/** Some proxies name the port too: `203.0.113.7:41234`, `[2001:db8::7]:41234`. */
const withoutPort = (hop: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

const normalise = (text: string): string => (ipaddr.isValid(text) ? ipaddr.process(text).toString() : text);
