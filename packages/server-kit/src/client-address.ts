import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads a comma-separated list of addresses and CIDR networks, or `none`; throws with the offending item. */
export function parseNetworks(text: string): Network[] {
  if (text.trim().toLowerCase() === 'none') return [];
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      try {
        const address = readAddress(item.split('/', 1)[0] ?? '');
        if (item.includes('/')) return unmapped(ipaddr.parseCIDR(item));
        return [address, address.kind() === 'ipv4' ? 32 : 128];
      } catch {
        throw new Error(`"${item}" is not an IP address or a network such as 10.0.0.0/8`);
      }
    });
}

/**
 * The caller's address: the rightmost hop of X-Forwarded-For that is not one of our own proxies. Headers count only
 * when the peer itself is a trusted proxy; anything a stranger writes into them is ignored. Where no such hop is left,
 * because all are ours or what comes next cannot be read, it is the `peer`, or the `farthest` of our own that was named.
 */
export function createClientAddress(
  trusted: readonly Network[],
  { fallback = 'peer' }: Readonly<{ fallback?: 'peer' | 'farthest' }> = {},
) {
  const isTrusted = trustIn(trusted);
  return (peer: string | undefined, forwardedFor: string | string[] | undefined): string => {
    const from = normalise(peer ?? '');
    if (trusted.length === 0 || !isTrusted(from)) return from;
    const hops = hopsOf(forwardedFor);
    let farthest = from;
    for (const hop of hops.reverse()) {
      if (!isAddress(hop)) break;
      if (!isTrusted(hop)) return hop;
      farthest = hop;
    }
    return fallback === 'peer' ? from : farthest;
  };
}

/** What proxies and tunnels say of whom they hand a request on for. */
const handingOn = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fly-client-ip',
];

/**
 * Whether a request was handed on for somebody who is not known: by a proxy that is none of our own, or without a word that
 * can be read of who asked. Its address is then that of whoever handed it on, and says nothing of where its sender sits.
 */
export function createHandedOn(trusted: readonly Network[]) {
  const isTrusted = trustIn(trusted);
  return (peer: string | undefined, headers: IncomingHttpHeaders): boolean => {
    if (!handingOn.some((name) => headers[name] !== undefined)) return false;
    const { 'x-forwarded-for': hops } = headers;
    return !isTrusted(normalise(peer ?? '')) || hops === undefined || !hopsOf(hops).every(isAddress);
  };
}

/** What a limit counts by: an IPv4 address, or the /64 network that one IPv6 subscriber holds. */
export function addressKey(address: string): string {
  if (!isAddress(address)) return 'unknown';
  const parsed = readAddress(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}

function trustIn(trusted: readonly Network[]): (text: string) => boolean {
  return (text) => {
    if (!isAddress(text)) return false;
    const address = readAddress(text);
    return trusted.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  };
}

const hopsOf = (forwardedFor: string | string[] | undefined): string[] =>
  [forwardedFor ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((hop) => normalise(withoutPort(hop.trim())));

/** Some proxies name the port too: `203.0.113.7:41234`, `[2001:db8::7]:41234`. */
const withoutPort = (hop: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

/** Other notations of old, such as `10.1` or `0x7f000001`, are taken for no address at all. */
const isAddress = (text: string): boolean => isIP(text) !== 0;

function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!isAddress(text)) throw new Error(`"${text}" is not an IP address`);
  return ipaddr.process(text);
}

/** A network of IPv4 addresses written in IPv6, as the IPv4 network it is. */
function unmapped([address, bits]: Network): Network {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? [address.toIPv4Address(), bits - 96]
    : [address, bits];
}

const normalise = (text: string): string => (isAddress(text) ? readAddress(text).toString() : text);
