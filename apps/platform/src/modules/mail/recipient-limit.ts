import { createHash } from 'node:crypto';
import type { Limiter } from '#kernel/limiter';

const max = 10;
const windowSeconds = 3_600;

/** Whether this address may get another mail of a kind. Nobody is told: whoever asks too often simply gets no more. */
export type RecipientLimit = (kind: string, email: string) => Promise<boolean>;

export const createRecipientLimit =
  (limiter: Limiter): RecipientLimit =>
  async (kind, email) => {
    const digest = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
    return (await limiter.take(`recipient:${kind}:${digest}`, max, windowSeconds)).allowed;
  };
