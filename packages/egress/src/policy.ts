import ipaddr from 'ipaddr.js';

/** Which addresses may be reached. Metadata addresses are refused whatever a policy says. */
export type EgressPolicy = {
  readonly denyPrivate: boolean;
  readonly allow: readonly AddressRange[];
  readonly deny: readonly AddressRange[];
};

export type AddressRange = {
  readonly text: string;
  readonly network: ipaddr.IPv4 | ipaddr.IPv6;
  readonly prefixLength: number;
};

export type EgressPolicyInput = {
  denyPrivate?: boolean;
  allowCidrs?: readonly string[];
  denyCidrs?: readonly string[];
};

/** Builds a policy; a range that is not a CIDR block or an address is an error that names it. */
export function createEgressPolicy(input: EgressPolicyInput = {}): EgressPolicy {
  return {
    denyPrivate: input.denyPrivate ?? false,
    allow: (input.allowCidrs ?? []).map(parseRange),
    deny: (input.denyCidrs ?? []).map(parseRange),
  };
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address. */
export function parseRange(text: string): AddressRange {
  const trimmed = text.trim();
  try {
    if (trimmed.includes('/')) {
      const [network, prefixLength] = ipaddr.parseCIDR(trimmed);
      return { text: trimmed, network, prefixLength };
    }
    if (!ipaddr.isValid(trimmed)) throw new Error('not an address');
    const network = ipaddr.parse(trimmed);
    return { text: trimmed, network, prefixLength: network.kind() === 'ipv4' ? 32 : 128 };
  } catch {
    throw new Error(`"${trimmed}" is not an address range. Write it like 10.0.0.0/8, fd00::/8 or 192.0.2.7.`);
  }
}

export function contains(range: AddressRange, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (range.network.kind() !== address.kind()) return false;
  return address.match(range.network, range.prefixLength);
}
