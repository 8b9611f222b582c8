import { createHash } from 'node:crypto';

/** Tokens have at least 256 random bits, so an unsalted hash cannot be turned back. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
