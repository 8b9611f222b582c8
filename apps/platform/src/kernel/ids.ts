import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A UUIDv7: unguessable in its random part, and rows come out in the order they were made. */
export const newId = (): string => v7();

/** An unguessable value of the given strength, in base64url. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');
