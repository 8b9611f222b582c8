import { Problem } from '@sonde/server-kit';

/** The same words for one that never was and for somebody else's. */
export const sessionNotFound = (): Problem =>
  new Problem('not_found', 'architect.not_found', 'Planning chat not found.');
export const busy = (): Problem =>
  new Problem('conflict', 'architect.busy', 'It is still at work. Wait for it, or stop it first.');
export const nothingWaits = (): Problem =>
  new Problem('conflict', 'architect.nothing_waits', 'There is no plan that waits for a yes.');
export const planChanged = (): Problem =>
  new Problem(
    'conflict',
    'architect.plan_changed',
    'The plan has changed since it was read, or no plan was named. Read it again, then say yes or no to it.',
  );
export const tooMany = (max: number): Problem =>
  new Problem(
    'conflict',
    'architect.too_many',
    `There are ${max} planning chats already. Delete some first.`,
  );
export const tooLong = (): Problem =>
  new Problem('conflict', 'architect.too_long', 'This chat has grown too long. Begin a new one.');
export const stepUnknown = (id: string): Problem =>
  new Problem('invalid', 'architect.step_unknown', 'The plan has no such step, or it is not waiting.', {
    errors: [{ path: 'plan', code: 'unknown', message: `There is no waiting step ${id.slice(0, 40)}.` }],
  });
export const exchangedRefused = (): Problem =>
  new Problem(
    'forbidden',
    'auth.permission_denied',
    'A planning chat goes on after the call that began it, so exchanged tokens, which end soon, are refused.',
  );
