import type { Role } from '@sonde/contract';
import { ApiError, networkProblem, problemOf } from './api-error.ts';

/** What `/api/auth/session` tells the page: who is signed in, and never a token. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly organization_id: string | null;
  readonly role: Role | null;
  readonly permissions: readonly string[];
  readonly is_email_verified: boolean;
  readonly has_password?: boolean;
}

export interface SessionAnswer {
  readonly user: SessionUser | null;
  readonly expires: string | null;
  readonly error?: string;
}

export interface AuthConfig {
  readonly providers: readonly { readonly name: string; readonly display_name: string }[];
  readonly password_policy: {
    readonly min_length: number;
    readonly max_length: number;
    readonly min_strength_score: number;
  };
  readonly registration: 'open' | 'invite' | 'domains';
  readonly registration_domains: readonly string[];
  /** False until the first owner has come in; null while the platform does not answer. */
  readonly is_set_up: boolean | null;
  /** Null while the platform does not answer. */
  readonly mail_enabled: boolean | null;
}

/** A sign-in that this browser did not clearly begin: the person is asked first. */
export interface Arrival {
  readonly email: string;
  readonly name: string | null;
  /** Who is signed in now and would be signed out. */
  readonly current: string | null;
}

/** A sign-in that goes on with the code of an authenticator app. */
export interface Challenge {
  readonly challenge: string;
}

/** Where a code was found, when the page did not ask for it itself. */
export type ArrivalWay = 'provider' | 'mail';

export interface SessionDoor {
  read(): Promise<SessionAnswer>;
  config(): Promise<AuthConfig>;
  /** Hands over the single-use code; the tokens stay on the server. */
  signIn(code: string, from?: ArrivalWay): Promise<Arrival | Challenge | undefined>;
  /** The second half of a sign-in. */
  complete(challenge: string, code: string): Promise<void>;
  /** Whether the sign-in that waits becomes this browser's. */
  answerArrival(accept: boolean): Promise<void>;
  signOut(): Promise<void>;
  /** Whether this page has signed out by itself: that the session has ended is no news to it. */
  hasLeft(): boolean;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export function createSessionDoor({ fetch }: { readonly fetch: Fetch }): SessionDoor {
  const request = async (url: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(url, init).catch((cause: unknown) => {
      throw new ApiError(networkProblem, { cause });
    });
    if (!response.ok) throw new ApiError(await problemOf(response));
    return response.status === 204 ? null : response.json().catch(() => null);
  };
  const post = (url: string, body: unknown): Promise<unknown> =>
    request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
  const get = (url: string): Promise<unknown> => request(url, { headers: { accept: 'application/json' } });
  let hasLeft = false;

  return {
    read: async () => (await get('/api/auth/session')) as SessionAnswer,
    config: async () => (await get('/api/auth-config')) as AuthConfig,
    async signIn(code, from) {
      hasLeft = false;
      const answer = (await post('/api/auth/callback/credentials', {
        code,
        ...(from === undefined ? {} : { from }),
      })) as { confirm?: Omit<Arrival, 'current'>; current?: string | null; second_factor?: Challenge };
      if (answer.second_factor) return answer.second_factor;
      return answer.confirm ? { ...answer.confirm, current: answer.current ?? null } : undefined;
    },
    async complete(challenge, code) {
      hasLeft = false;
      await post('/api/auth/second-factor', { challenge, code });
    },
    answerArrival: async (accept) => void (await post('/api/auth/arrival', { accept })),
    async signOut() {
      hasLeft = true;
      try {
        await post('/api/auth/signout', {});
      } catch (error) {
        hasLeft = false;
        throw error;
      }
    },
    hasLeft: () => hasLeft,
  };
}

export const fallbackAuthConfig: AuthConfig = {
  providers: [],
  password_policy: { min_length: 12, max_length: 128, min_strength_score: 2 },
  registration: 'open',
  registration_domains: [],
  is_set_up: null,
  mail_enabled: null,
};
