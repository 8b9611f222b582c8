import type { authProviders } from '@sonde/contract';
import type { z } from 'zod';
import type { Platform } from './platform.ts';

type Told = z.output<(typeof authProviders.answers)[200]>;
export type AuthConfig = Omit<Told, 'is_set_up' | 'mail_enabled'> & {
  /** Null while nobody knows: whoever holds the first owner's link is not told that it was used. */
  readonly is_set_up: boolean | null;
  /** Null while nobody knows: a platform that is slow must not make a password the only way back in. */
  readonly mail_enabled: boolean | null;
};

const keepMs = 30_000;
const retryMs = 2_000;

/** Without the platform: sign-in by password alone, under the specification's default policy. */
const passwordOnly: AuthConfig = {
  providers: [],
  password_policy: { min_length: 12, max_length: 128, min_strength_score: 2 },
  registration: 'invite',
  registration_domains: [],
  is_set_up: null,
  mail_enabled: null,
};

/** Which ways to sign in the pages offer. One question at a time; a dead platform is not an error here. */
export function createAuthConfig(options: { platform: Platform; nowMs: () => number }) {
  let known: { config: AuthConfig; until: number } | undefined;
  let asking: Promise<AuthConfig> | undefined;

  async function ask(): Promise<AuthConfig> {
    const answer = await options.platform.providers();
    const isFresh = answer.outcome === 'ok';
    const config = isFresh ? answer.value : passwordOnly;
    // The first owner is expected at any moment, and is not told for half a minute that nobody is there.
    known = { config, until: options.nowMs() + (isFresh && config.is_set_up ? keepMs : retryMs) };
    return config;
  }

  return {
    async read(): Promise<AuthConfig> {
      if (known && known.until > options.nowMs()) return known.config;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}
