import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Whether a Host header names this machine or this installation. A page elsewhere may have its own name point here and so
 * pass for the same origin; what it cannot do is ask under an address, a name without a dot, or a name that is ours.
 */
export function isLocalName(host: string, installationUrls: readonly string[]): boolean {
  const url = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`) : null;
  if (url === null) return false;
  const name = url.hostname;
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  if (!name.includes('.') || name.endsWith('.localhost')) return true;
  return installationUrls.some((text) => URL.parse(text)?.hostname === name);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a caller sits at this machine. IPv4 inside IPv6 is judged as the IPv4 address that it is. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
