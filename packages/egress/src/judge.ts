import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { EgressError } from './errors.ts';
import { contains, parseRange, type EgressPolicy } from './policy.ts';

export type Verdict =
  | { allowed: true }
  | { allowed: false; rule: EgressRule; setting: string | undefined; message: string };

export type EgressRule = 'metadata' | 'deny_list' | 'private' | 'unreadable';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Judges one numeric address, together with every IPv4 address that is wrapped inside an IPv6 one. */
export function judgeAddress(text: string, policy: EgressPolicy): Verdict {
  const address = parsed(withoutZone(text));
  if (address === undefined) {
    return {
      allowed: false,
      rule: 'unreadable',
      setting: undefined,
      message: 'The name resolved to something that is not an address.',
    };
  }
  const faces = facesOf(address);
  if (faces.some(isMetadata)) return METADATA_VERDICT;
  const inList = (list: EgressPolicy['allow']) =>
    faces.some((face) => list.some((range) => contains(range, face)));
  if (inList(policy.deny)) {
    return {
      allowed: false,
      rule: 'deny_list',
      setting: 'OUTBOUND_DENY_CIDRS',
      message:
        'The address is in a range this installation refuses to call (rule deny_list, setting OUTBOUND_DENY_CIDRS).',
    };
  }
  // Every face must be allow-listed: a private IPv4 address must not pass inside an allowed IPv6 prefix.
  const allowListed = faces.every(
    (face) => !isPrivate(face) || policy.allow.some((range) => contains(range, face)),
  );
  if (policy.denyPrivate && !allowListed) {
    return {
      allowed: false,
      rule: 'private',
      setting: 'OUTBOUND_DENY_PRIVATE',
      message:
        'The address is private or local and this installation refuses those (rule private, setting OUTBOUND_DENY_PRIVATE; single ranges are opened with OUTBOUND_ALLOW_CIDRS).',
    };
  }
  return { allowed: true };
}

/** Read once: asking first whether it can be read is as dear as reading it. */
function parsed(text: string): Address | undefined {
  try {
    return ipaddr.parse(text);
  } catch {
    return undefined;
  }
}

/** Judges a host as it stands in a parsed URL: a literal by its address, a name by the list of metadata names. */
export function judgeHost(hostname: string, policy: EgressPolicy): Verdict {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isLiteralAddress(bare)) return judgeAddress(bare, policy);
  const name = bare.toLowerCase().replace(/\.+$/, '');
  return METADATA_NAMES.has(name) ? METADATA_VERDICT : { allowed: true };
}

/** A character that stands in no spelling of an address: decimal, octal and hexadecimal ones, and those of IPv6. */
const NO_ADDRESS = /[^\da-fx.:]/i;

/** True for what `net.connect` would not look up. */
export function isLiteralAddress(hostname: string): boolean {
  const bare = withoutZone(hostname.replace(/^\[|\]$/g, ''));
  // Most hosts are names, and the library tells what it cannot read by throwing.
  return !NO_ADDRESS.test(bare) && (isIP(bare) !== 0 || ipaddr.isValid(bare));
}

/** Throws the refusal, so that a caller cannot forget to look at the verdict. */
export function requireAllowed(verdict: Verdict): void {
  if (verdict.allowed) return;
  throw new EgressError({
    stage: 'blocked',
    code: `blocked_${verdict.rule}`,
    rule: verdict.rule,
    setting: verdict.setting,
    message: verdict.message,
  });
}

const METADATA_VERDICT: Verdict = {
  allowed: false,
  rule: 'metadata',
  setting: undefined,
  message:
    'The address belongs to link-local or cloud metadata services, which are never called (rule metadata, no setting opens it).',
};

const METADATA_RANGES = [
  '169.254.0.0/16',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fe80::/10',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
].map(parseRange);

const METADATA_NAMES = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.azure.com',
  'metadata.oraclecloud.com',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
]);

const PRIVATE_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  'fc00::/7',
  'fec0::/10',
  'ff00::/8',
].map(parseRange);

/** The unspecified addresses too: whoever connects to them reaches the machine they connect from. */
const OWN_MACHINE_RANGES = ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128'].map(parseRange);

function isMetadata(address: Address): boolean {
  return METADATA_RANGES.some((range) => contains(range, address));
}

function isPrivate(address: Address): boolean {
  return PRIVATE_RANGES.some((range) => contains(range, address));
}

/** The machine itself, in any spelling. */
export const isOwnMachine = (text: string): boolean => {
  const bare = withoutZone(text);
  return (
    ipaddr.isValid(bare) &&
    facesOf(ipaddr.parse(bare)).some((face) => OWN_MACHINE_RANGES.some((range) => contains(range, face)))
  );
};

function withoutZone(text: string): string {
  const percent = text.indexOf('%');
  return percent === -1 ? text : text.slice(0, percent);
}

const NAT64_LAYOUTS = [
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
];

/** The address itself and every IPv4 address an IPv6 transition mechanism would deliver it to. */
function facesOf(address: Address): Address[] {
  if (!(address instanceof ipaddr.IPv6)) return [address];
  const bytes = address.toByteArray();
  const startsWith = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte);
  const ipv4At = (offset: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(offset, offset + 4).map((byte) => byte ^ mask));
  const zeroUntil = (end: number) => bytes.slice(0, end).every((byte) => byte === 0);

  if (address.isIPv4MappedAddress()) return [ipv4At(12)];
  const faces: Address[] = [address];
  // IPv4-compatible (::a.b.c.d), apart from :: and ::1 which mean themselves.
  if (zeroUntil(12) && bytes.slice(12, 15).some((byte) => byte !== 0)) faces.push(ipv4At(12));
  // IPv4-translated (::ffff:0:a.b.c.d).
  if (zeroUntil(8) && bytes[8] === 0xff && bytes[9] === 0xff && bytes[10] === 0 && bytes[11] === 0)
    faces.push(ipv4At(12));
  // NAT64, the well-known prefix and the local-use one, whose layout may be /48, /56, /64 or /96 (RFC 6052 §2.2: byte 8
  // is left out).
  if (startsWith(0x00, 0x64, 0xff, 0x9b)) {
    faces.push(ipv4At(12));
    const isWellKnown = bytes.slice(4, 12).every((byte) => byte === 0);
    for (const places of isWellKnown ? [] : NAT64_LAYOUTS)
      faces.push(new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0)));
  }
  // 6to4.
  if (startsWith(0x20, 0x02)) faces.push(ipv4At(2));
  // Teredo: the server stands in clear, the client inverted.
  if (startsWith(0x20, 0x01, 0x00, 0x00)) faces.push(ipv4At(4), ipv4At(12, 0xff));
  // ISATAP.
  if ((bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe)
    faces.push(ipv4At(12));
  return faces;
}
