import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Whether a Host header names this machine or this installation. A page elsewhere may have its own name point here and so
 * pass for the same origin; what it cannot do is ask under an address, a name without a dot, or a name that is ours.
 */
export function isLocalName(host: string, installationUrls: readonly string[]): boolean {
  const name = nameIn(host);
  if (name === undefined) return false;
  if (isIP(name) !== 0 || isPlainName(name)) return true;
  return installationUrls.some((text) => URL.parse(text)?.hostname === name);
}

/**
 * Whether a Host header names this machine as those do who sit at it. An address or a name that others reach it by is none:
 * what comes under one from this machine itself was brought here by a tunnel, which need not say so.
 */
export function isNameOfThisMachine(host: string): boolean {
  const name = nameIn(host);
  return name !== undefined && (isIP(name) === 0 ? isPlainName(name) : isLoopback(name));
}

/** The same of an address people are sent to. */
export const isAtThisMachine = (url: string): boolean => isNameOfThisMachine(URL.parse(url)?.host ?? '');

const isPlainName = (name: string): boolean => !name.includes('.') || name.endsWith('.localhost');

/** Of IPv6 without its brackets. */
const nameIn = (host: string): string | undefined =>
  /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') : undefined;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a caller sits at this machine. IPv4 inside IPv6 is judged as the IPv4 address that it is. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
