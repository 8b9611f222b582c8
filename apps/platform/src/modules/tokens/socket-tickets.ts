import { z } from 'zod';
import { holdPerson } from '#people';
import type { Database } from '#kernel/database';
import type { Principal } from '#kernel/http';
import type { Credential, Credentials } from './credentials.ts';
import { principalOf } from './principal.ts';
import { unauthenticated } from './problems.ts';
import type { SingleUse } from './single-use.ts';
import { kinds } from './kinds.ts';

const Holder = z.strictObject({
  kind: z.enum(['session', 'api_token']),
  credential_id: z.guid(),
  user_id: z.guid(),
  project_id: z.guid().nullable(),
});

interface Options {
  readonly database: Database;
  readonly credentials: Credentials;
  readonly singleUse: SingleUse;
}

/** A browser's WebSocket cannot send headers, so it shows a ticket: one use, one minute, and no other power. */
export function createSocketTickets({ database, credentials, singleUse }: Options) {
  return {
    async issue(principal: Principal): Promise<{ token: string; expiresInSeconds: number }> {
      if (principal.kind !== 'session' && principal.kind !== 'api_token')
        throw new Error(
          'Only sessions and API tokens open sockets; the routes refuse everybody else before.',
        );
      const holder: z.output<typeof Holder> = {
        kind: principal.kind,
        credential_id: principal.credentialId,
        user_id: principal.userId,
        project_id: principal.projectId,
      };
      const { token } = await database.system(async (tx) => {
        if (!(await holdPerson(tx, principal.userId))) throw unauthenticated(true);
        return singleUse.issue(tx, 'socket_ticket', { userId: principal.userId, data: holder });
      });
      return { token, expiresInSeconds: kinds.socket_ticket.lifetimeSeconds };
    },

    /** Whom the ticket speaks for, judged now and not when it was issued. */
    async consume(token: string): Promise<Principal | undefined> {
      const id = await singleUse.identify('socket_ticket', token);
      const spent = await database.system((tx) => singleUse.consume(tx, 'socket_ticket', id));
      const holder = Holder.safeParse(spent?.data);
      if (!holder.success) return undefined;
      const { kind, credential_id, user_id, project_id } = holder.data;
      return recheck({ kind, credentialId: credential_id, userId: user_id, projectId: project_id });
    },

    recheck,
  };

  /** The same caller with the rights of this moment, or nothing when the credential has ended. */
  async function recheck(
    caller: Pick<Principal, 'kind' | 'credentialId' | 'userId' | 'projectId'>,
  ): Promise<Principal | undefined> {
    if (caller.kind !== 'session' && caller.kind !== 'api_token') return undefined;
    const { projectId } = caller;
    const found: Credential | undefined = await credentials.revive({
      ...caller,
      kind: caller.kind,
      behind: caller.kind,
    });
    if (!found || (projectId && !found.hasRequestedProject)) return undefined;
    return principalOf(found, projectId);
  }
}
