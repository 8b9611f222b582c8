import { createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** A certificate made on the spot, with its key, both in PEM. */
export type MadeCertificate = { certificate: string; key: string; name: string; privateKey: KeyObject };

export type CertificateWish = {
  name: string;
  /** Who signs; without one it signs itself. */
  issuer?: MadeCertificate;
  isAuthority?: boolean;
  from?: Date;
  to?: Date;
  /** Of the server, in the subject alternative names. */
  hosts?: readonly string[];
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** As small as X.509 allows (RFC 5280), so that tests need neither a tool nor files that expire. */
export function makeCertificate({
  name,
  issuer,
  isAuthority = false,
  from = new Date(Date.now() - DAY_MS),
  to = new Date(Date.now() + DAY_MS),
  hosts = [],
}: CertificateWish): MadeCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(objectId('06082a8648ce3d040302'));
  const extensions = [
    ...(isAuthority ? [extension('0603551d13', sequence(Buffer.from('0101ff', 'hex')))] : []),
    ...(hosts.length === 0 ? [] : [extension('0603551d11', sequence(...hosts.map(alternativeName)))]),
  ];
  const body = sequence(
    tagged(0xa0, Buffer.from('020102', 'hex')),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    distinguishedName(issuer?.name ?? name),
    sequence(time(from), time(to)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length === 0 ? [] : [tagged(0xa3, sequence(...extensions))]),
  );
  const signature = createSign('sha256')
    .update(body)
    .sign(issuer?.privateKey ?? privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    name,
    privateKey,
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const objectId = (hex: string): Buffer => Buffer.from(hex, 'hex');
const extension = (hex: string, value: Buffer): Buffer => sequence(objectId(hex), tagged(0x04, value));
const distinguishedName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(objectId('0603550403'), tagged(0x0c, Buffer.from(name)))));
const time = (date: Date): Buffer =>
  tagged(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

function alternativeName(host: string): Buffer {
  const isAddress = /^\d+(?:\.\d+){3}$/.test(host);
  return isAddress ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host));
}
