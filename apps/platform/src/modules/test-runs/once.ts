import { createHash } from 'node:crypto';

/** What a caller names a request by, so that it starts one run however often it is sent. */
export interface Once {
  readonly key: string;
  /** Of what was asked for; `null` where the key itself says all of it. */
  readonly fingerprint: string | null;
}

/** A key belongs to the person who made it up, and only what is needed to know it and its request again is kept. */
export const onceOf = (
  header: string | string[] | undefined,
  { userId, asked }: { readonly userId: string; readonly asked: unknown },
): Once | null =>
  typeof header === 'string' && header !== ''
    ? { key: hash(`${userId}:${header}`), fingerprint: hash(JSON.stringify(asked, inOrder)) }
    : null;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The order in which an object names its fields says nothing. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
