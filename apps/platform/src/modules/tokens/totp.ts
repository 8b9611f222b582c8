import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, thirty seconds. */
const stepSeconds = 30;
const digits = 6;
/** A phone whose clock is off by a step, or a person who types slowly. */
const stepsAround = [0, -1, 1] as const;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding, which authenticator apps take. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

export function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 4226 section 4 asks for 160 bits. */
export const newTotpSecret = (): string => base32(randomBytes(20));

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return ((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).toString().padStart(digits, '0');
}

export const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / stepSeconds);

/** The step whose code this is, later than one that was used already. */
export function matchingStep(secret: string, code: string, nowMs: number, after: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = stepAt(nowMs);
  const given = Buffer.from(code);
  return stepsAround
    .map((distance) => current + distance)
    .find((step) => step > after && timingSafeEqual(Buffer.from(totpCode(secret, step)), given));
}

/** What authenticator apps read from a QR code. */
export function otpauthUrl(secret: string, email: string, installation: string): string {
  const label = `${encodeURIComponent(installation)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer: installation }).toString()}`;
}

const recoveryCodeCount = 10;

/** Ten of eighty bits, in groups that can be copied by hand. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    (base32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );

/** As it was shown, whatever people make of its dashes and letters on paper. */
export const plainRecoveryCode = (typed: string): string => typed.replaceAll(/[^a-z0-9]/gi, '').toUpperCase();
