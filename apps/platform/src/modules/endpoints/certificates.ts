import { X509Certificate, createPrivateKey, type KeyObject } from 'node:crypto';
import type { FieldFault } from '@sonde/server-kit';
import { certificateInvalid } from './problems.ts';

interface Certificates {
  readonly ca_certificate?: string | null | undefined;
  readonly client_certificate?: string | null | undefined;
}

const mostCertificates = 20;

/** Says what is wrong with certificates when they are stored, rather than in the middle of a run. */
export function checkCertificates(
  { ca_certificate: ca, client_certificate: client }: Certificates,
  key: string | null,
  now: Date,
): void {
  const errors: FieldFault[] = [];
  const fault = (path: string, message: string): void =>
    void errors.push({ path, code: 'certificate', message });
  const read = (path: string, pem: string): X509Certificate[] => {
    const found = readCertificates(pem);
    if (typeof found === 'string') {
      fault(path, found);
      return [];
    }
    for (const one of found) {
      const outOfTime = timeFault(one, now);
      if (outOfTime !== undefined) fault(path, outOfTime);
    }
    return found;
  };
  if (ca)
    for (const one of read('ca_certificate', ca))
      if (!one.ca && !isSelfSigned(one))
        fault(
          'ca_certificate',
          `${nameOf(one)} is no authority: store the certificate of whoever issued it.`,
        );
  if (client) checkClient(read('client_certificate', client), key, fault);
  else if (key)
    fault('client_key', 'A key without its certificate proves nothing: store the client certificate too.');
  if (errors.length > 0) throw certificateInvalid(errors);
}

function checkClient(
  chain: readonly X509Certificate[],
  pem: string | null,
  fault: (path: string, message: string) => void,
): void {
  const [own, ...issuers] = chain;
  if (own === undefined) return;
  for (const [index, issuer] of issuers.entries()) {
    const issued = chain[index] ?? own;
    if (!issued.checkIssued(issuer) || !issued.verify(issuer.publicKey))
      fault(
        'client_certificate',
        `${nameOf(issuer)} did not issue ${nameOf(issued)}: each certificate is followed by the one that issued it.`,
      );
  }
  if (pem === null) return fault('client_key', 'The private key of the certificate is needed as well.');
  const key = readKey(pem);
  if (typeof key === 'string') fault('client_key', key);
  else if (!own.checkPrivateKey(key))
    fault('client_key', `This key does not belong to ${nameOf(own)}, the first of the client certificate.`);
  else if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    fault('client_key', 'An RSA key below 2048 bits is not accepted by TLS any more.');
}

/** The certificates of a PEM text, or what is wrong with it. */
function readCertificates(pem: string): X509Certificate[] | string {
  const blocks = blocksIn(pem);
  if (blocks.some(({ kind }) => kind.includes('PRIVATE KEY')))
    return 'There is a private key among the certificates: everybody could read it here. Store it as the key of the client certificate.';
  if (blocks.length === 0)
    return 'No certificate in PEM is found: it begins with -----BEGIN CERTIFICATE-----.';
  if (blocks.length > mostCertificates) return `At most ${mostCertificates} certificates are taken.`;
  const found: X509Certificate[] = [];
  for (const [index, { text, kind }] of blocks.entries()) {
    if (kind !== 'CERTIFICATE') return `Block ${index + 1} is "${kind}" and no certificate.`;
    try {
      found.push(new X509Certificate(text));
    } catch {
      return `Certificate ${index + 1} cannot be read: it is damaged or cut off.`;
    }
  }
  return found;
}

/** Each from its beginning to its own end, which stands before the next beginning: the text is gone through once. */
function blocksIn(pem: string): { kind: string; text: string }[] {
  const [, ...parts] = pem.split(beginning);
  return parts.flatMap((part) => {
    const kind = /^([A-Z0-9 ]+)-----/.exec(part)?.[1];
    const ending = `-----END ${kind}-----`;
    const end = part.indexOf(ending);
    if (kind === undefined || end === -1) return [];
    return [{ kind, text: `${beginning}${part.slice(0, end + ending.length)}` }];
  });
}
const beginning = '-----BEGIN ';

function readKey(pem: string): KeyObject | string {
  if (/ENCRYPTED/.test(pem))
    return 'This key is protected by a passphrase: store it without one, it is sealed here.';
  try {
    return createPrivateKey(pem);
  } catch {
    return 'No private key in PEM can be read: it begins with -----BEGIN PRIVATE KEY-----.';
  }
}

function timeFault(certificate: X509Certificate, now: Date): string | undefined {
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  if (to < now) return `${nameOf(certificate)} expired on ${to.toISOString().slice(0, 10)}.`;
  if (from > now) return `${nameOf(certificate)} is not valid before ${from.toISOString().slice(0, 10)}.`;
  return undefined;
}

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey);

const nameOf = ({ subject }: X509Certificate): string => `"${subject.replaceAll('\n', ', ').slice(0, 100)}"`;
