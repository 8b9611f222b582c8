import type { Tx } from '#kernel/database';
import type { Hook } from '#kernel/hook';
import type { EndReason } from './session.ts';

/**
 * Sessions and API tokens that somebody ends, in the transaction that does: what is under way with them ends as well. Who
 * signs out, or whose session runs out, has not said that it was not theirs, and finds their work when they come back.
 */
export type CredentialsEnded = Hook<[tx: Tx, ids: readonly string[]]>;

/** Somebody else may have been there: what they made known as a place of this person is none. */
const doubtful: readonly EndReason[] = [
  'password_changed',
  'account_taken_over',
  'ended_by_admin',
  'ended_by_user',
  'reuse',
  'code_replayed',
];
export const isDoubtful = (reason: EndReason): boolean => doubtful.includes(reason);

export const endsWork = (reason: EndReason): boolean => reason !== 'logout';
