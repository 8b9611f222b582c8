import { createHmac } from 'node:crypto';

interface Signed {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  readonly secret: string;
}

/** The three headers of Standard Webhooks (version 1, symmetric). Whoever receives checks the time, too. */
export function signatureHeaders({ id, at, body, secret }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** `whsec_` is followed by base64; any other text is the key itself. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret, 'utf8');
