import { ApiError } from './api-error.ts';
import type { Timing } from './timing.ts';

/** Both tokens of a session, as `auth.exchangeCode` answers them. */
export interface SessionTokens {
  readonly session_token: string;
  readonly refresh_token: string;
}

export type CredentialOptions =
  | {
      /** An API token (`snd_…`) or an access token, or a function that gives the current one. */
      readonly token: string | (() => string | Promise<string>);
    }
  | {
      /** A session; its access token is refreshed ahead of its end and the refresh token rotates. */
      readonly session: SessionTokens;
      /** Told about every rotation, so that the new pair can be kept. The old refresh token is spent by then. */
      readonly onSession?: (session: SessionTokens) => void | Promise<void>;
    }
  | {
      /** A refresh token alone; the first call fetches an access token. */
      readonly refreshToken: string;
      readonly onSession?: (session: SessionTokens) => void | Promise<void>;
    }
  | { readonly token?: undefined };

export interface Credentials {
  /** The token for the next call, or undefined for an anonymous client. */
  token(): Promise<string | undefined>;
  /** After a 401 with this token: another one to try once, or undefined. */
  replacement(refused: string | undefined): Promise<string | undefined>;
}

type Refresh = (refreshToken: string) => Promise<{ access_token: string; refresh_token: string }>;

/** Access tokens are renewed this long before they end, as the web server does. */
const refreshAheadMs = 60_000;

export function createCredentials(
  options: CredentialOptions,
  { refresh, timing }: { refresh: Refresh; timing: Timing },
): Credentials {
  if ('session' in options)
    return sessionCredentials({ ...options.session }, options.onSession, refresh, timing);
  if ('refreshToken' in options) {
    const session = { session_token: '', refresh_token: options.refreshToken };
    return sessionCredentials(session, options.onSession, refresh, timing);
  }
  const { token } = options;
  return {
    token: async () => (typeof token === 'function' ? token() : token),
    replacement: async (refused) => {
      const next = typeof token === 'function' ? await token() : undefined;
      return next === refused ? undefined : next;
    },
  };
}

function sessionCredentials(
  session: SessionTokens,
  onSession: ((session: SessionTokens) => void | Promise<void>) | undefined,
  refresh: Refresh,
  timing: Timing,
): Credentials {
  let running: Promise<string> | undefined;
  let ended: ApiError | undefined;

  async function rotate(): Promise<string> {
    if (ended) throw ended;
    try {
      const pair = await refresh(session.refresh_token);
      session = { session_token: pair.access_token, refresh_token: pair.refresh_token };
    } catch (error) {
      // Presenting a refused refresh token again could end other sessions of its family, so this is final.
      if (error instanceof ApiError && error.status === 401) ended = error;
      throw error;
    }
    await onSession?.(session);
    return session.session_token;
  }

  /** One rotation at a time: a second one would present a spent token, which looks like theft. */
  function rotateOnce(): Promise<string> {
    running ??= rotate().finally(() => (running = undefined));
    return running;
  }

  return {
    async token() {
      const endsAtMs = expiryMs(session.session_token);
      if (endsAtMs === undefined ? session.session_token !== '' : endsAtMs - refreshAheadMs > timing.now())
        return session.session_token;
      try {
        return await rotateOnce();
      } catch (error) {
        // Refreshing ahead is a courtesy: while the old token is good, trouble on the way is none.
        if (!ended && endsAtMs !== undefined && endsAtMs > timing.now()) return session.session_token;
        throw error;
      }
    },
    async replacement(refused) {
      return refused === session.session_token ? rotateOnce() : session.session_token;
    },
  };
}

/** The `exp` of a JWT in milliseconds. It is read, not trusted: the platform judges the token. */
function expiryMs(token: string): number | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof claims.exp === 'number' ? claims.exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
