import { createHash } from 'node:crypto';
import type { Egress } from '@sonde/egress';
import type { Log } from '#kernel/log';
import { normalized } from './hash.ts';

const timeoutMs = 3_000;
/** A padded answer has about a thousand lines of forty characters. */
const largestAnswerBytes = 256 * 1024;

export type CheckBreaches = (password: string) => Promise<'breached' | 'clean' | 'unknown'>;

/**
 * Asks whether a password is known from a breach, by the first five characters of its hash. An answer that does not
 * come, or makes no sense, is `unknown` and stops nobody.
 */
export function createBreachCheck({
  egress,
  url,
  log,
}: {
  egress: Pick<Egress, 'request'>;
  url: string;
  log: Log;
}): CheckBreaches {
  return async (password) => {
    // As it will be stored: another spelling of a leaked password is no other password.
    const hash = createHash('sha1').update(normalized(password), 'utf8').digest('hex').toUpperCase();
    try {
      const lines = await fetchRange(egress, `${url}/range/${hash.slice(0, 5)}`);
      const found = lines.some((line) => {
        const [suffix, count] = line.trim().split(':');
        // Padding comes as lines that were seen zero times.
        return suffix?.toUpperCase() === hash.slice(5) && Number(count) > 0;
      });
      return found ? 'breached' : 'clean';
    } catch (error) {
      log.warn({ err: error }, 'the breach service did not answer; the password was accepted without it');
      return 'unknown';
    }
  };
}

async function fetchRange(egress: Pick<Egress, 'request'>, url: string): Promise<string[]> {
  const response = await egress.request({
    url,
    method: 'GET',
    headers: { 'add-padding': 'true', 'user-agent': 'sonde' },
    timeoutMs,
    maxResponseBytes: largestAnswerBytes,
  });
  if (response.status !== 200) {
    response.discard();
    throw new Error(`The breach service answered ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1').split('\n');
}
