import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { newSecret } from '#kernel/ids';
import type { Jobs } from '#kernel/jobs';
import type { Sealer } from '#kernel/seal';
import { oauthFlows } from './tables.ts';

const lifetimeMs = 10 * 60_000;

const Checks = z.strictObject({ verifier: z.string(), nonce: z.string() });

export interface Flow {
  readonly provider: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly returnTo: string | null;
  readonly returnOrigin: string;
}

export type FlowRefusal =
  | 'oauth_cookie_missing'
  | 'oauth_state_invalid'
  | 'oauth_browser_mismatch'
  | 'oauth_expired';

const cleanUp = { name: 'clean-up-oauth', payload: z.object({}), cron: '*/15 * * * *' };

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly jobs: Jobs;
}

/** Sign-ins under way at a provider. Each is bound to one browser, one provider and one return, and is used up by its return. */
export function createOAuthFlows({ database, clock, sealer, jobs }: Options) {
  jobs.work(cleanUp, async () => {
    await database.query
      .delete(oauthFlows)
      .where(lt(oauthFlows.expiresAt, new Date(clock.now() - lifetimeMs)));
  });

  return {
    async begin(flow: Flow): Promise<{ state: string; browserSecret: string; maxAgeSeconds: number }> {
      const state = newSecret(32);
      const browserSecret = newSecret(32);
      const at = clock.now();
      const stateHash = hash(state);
      await database.query.insert(oauthFlows).values({
        stateHash,
        browserHash: hash(browserSecret),
        provider: flow.provider,
        checksSealed: sealer.seal(
          JSON.stringify({ verifier: flow.verifier, nonce: flow.nonce }),
          context(stateHash),
        ),
        returnTo: flow.returnTo,
        returnOrigin: flow.returnOrigin,
        createdAt: new Date(at),
        expiresAt: new Date(at + lifetimeMs),
      });
      return { state, browserSecret, maxAgeSeconds: lifetimeMs / 1000 };
    },

    /** Uses the flow up: one conditional statement that needs the state and the browser together. */
    async finish(state: string | undefined, browserSecret: string | undefined): Promise<Flow | FlowRefusal> {
      if (!state) return 'oauth_state_invalid';
      if (!browserSecret) return 'oauth_cookie_missing';
      const stateHash = hash(state);
      const [row] = await database.query
        .delete(oauthFlows)
        .where(and(eq(oauthFlows.stateHash, stateHash), eq(oauthFlows.browserHash, hash(browserSecret))))
        .returning();
      if (!row) {
        const [other] = await database.query
          .select({ provider: oauthFlows.provider })
          .from(oauthFlows)
          .where(eq(oauthFlows.stateHash, stateHash));
        return other ? 'oauth_browser_mismatch' : 'oauth_state_invalid';
      }
      if (row.expiresAt.getTime() <= clock.now()) return 'oauth_expired';
      const text = sealer.open(row.checksSealed, context(stateHash));
      if (text === undefined) return 'oauth_state_invalid';
      const { provider, returnTo, returnOrigin } = row;
      return { ...Checks.parse(JSON.parse(text)), provider, returnTo, returnOrigin };
    },
  };
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const context = (stateHash: Buffer): string => `oauth-flow:${stateHash.toString('hex')}`;
