import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Account {
  readonly id: string;
  readonly email: string;
  name: string | null;
  organizationId: string | null;
  role: 'owner' | 'viewer';
}

interface Family {
  readonly id: string;
  readonly account: Account;
  revoked: boolean;
}

export type PlatformStandIn = Awaited<ReturnType<typeof startPlatformStandIn>>;
type Mood = 'well' | 'failing' | 'garbled' | 'silent';

const base = '/api/v1';
export const organizationId = '00000000-0000-4000-8000-0000000000aa';

/**
 * A platform that listens on loopback and is as strict as the real one: every refresh token works once, a second use
 * revokes its family. Tests set its mood, hold its answers back and look at what reached it.
 */
export async function startPlatformStandIn(options: { now: () => Date; tokenPadding?: number }) {
  const accounts = new Map<string, Account>();
  const codes = new Map<string, Account>();
  /** Sign-ins that wait for a second factor, and the one code that is right. */
  const challenges = new Map<string, Account>();
  const families: Family[] = [];
  const refreshTokens = new Map<string, { family: Family; used: boolean }>();
  const seen: Seen[] = [];
  const routes = new Map<string, (req: IncomingMessage, res: ServerResponse, body: string) => unknown>();
  const state = {
    mood: 'well' as Mood,
    refreshDelayMs: 0,
    loseRefreshAnswers: false,
    hasSecondFactor: false,
    isSetUp: true,
    accessLifetimeSeconds: 900,
    refusedAccess: new Set<string>(),
  };
  const nowSeconds = (): number => Math.floor(options.now().getTime() / 1000);

  function issue(family: Family) {
    const claims = {
      sub: family.account.id,
      id: family.account.id,
      organization_id: family.account.organizationId,
      sid: family.id,
      jti: randomUUID(),
      iss: 'sonde',
      aud: 'sonde-platform',
      iat: nowSeconds(),
      exp: nowSeconds() + state.accessLifetimeSeconds,
      ...(options.tokenPadding
        ? { padding: randomBytes(options.tokenPadding).toString('hex').slice(0, options.tokenPadding) }
        : {}),
    };
    const text = [{ alg: 'EdDSA', typ: 'at+jwt' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const access = `${text}.${createHash('sha256').update(text).digest('base64url')}`;
    const refresh = randomBytes(32)
      .toString('base64url')
      .padEnd(options.tokenPadding ?? 0, 'r');
    refreshTokens.set(refresh, { family, used: false });
    return { access, refresh };
  }

  function holder(req: IncomingMessage): Family | undefined {
    const token = req.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (state.refusedAccess.has(token)) return undefined;
    try {
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
        sid: string;
        exp: number;
      };
      const family = families.find((candidate) => candidate.id === claims.sid);
      return family && !family.revoked && claims.exp > nowSeconds() ? family : undefined;
    } catch {
      return undefined;
    }
  }

  const profile = (account: Account) => ({
    id: account.id,
    email: account.email,
    name: account.name,
    is_email_verified: true,
    has_password: true,
    organization_id: account.organizationId,
    needs_second_factor: false,
    may_create_organization: account.organizationId === null,
    role: account.organizationId ? account.role : null,
    permissions: ['endpoint:read'],
  });

  const route = (
    name: string,
    handler: (req: IncomingMessage, res: ServerResponse, body: string) => unknown,
  ) => routes.set(name, handler);

  route('POST /auth/exchange-code', (_req, res, body) => {
    const { code } = JSON.parse(body) as { code: string };
    const account = codes.get(code);
    codes.delete(code);
    if (!account) return problem(res, 400, 'auth.code_invalid');
    if (state.hasSecondFactor) {
      const challenge = randomUUID();
      challenges.set(challenge, account);
      return json(res, 403, { code: 'auth.second_factor_required', challenge });
    }
    const family = { id: randomUUID(), account, revoked: false };
    families.push(family);
    const pair = issue(family);
    json(res, 200, { session_token: pair.access, refresh_token: pair.refresh });
  });
  route('POST /auth/second-factor/verify', (_req, res, body) => {
    const { challenge, code } = JSON.parse(body) as { challenge: string; code: string };
    const account = challenges.get(challenge);
    if (!account) return problem(res, 400, 'auth.code_invalid');
    if (code !== '123456') return problem(res, 403, 'auth.second_factor_wrong');
    challenges.delete(challenge);
    const family = { id: randomUUID(), account, revoked: false };
    families.push(family);
    const pair = issue(family);
    json(res, 200, { session_token: pair.access, refresh_token: pair.refresh });
  });
  route('POST /auth/refresh', async (_req, res, body) => {
    if (state.refreshDelayMs > 0) await delay(state.refreshDelayMs);
    const known = refreshTokens.get((JSON.parse(body) as { refresh_token: string }).refresh_token);
    if (known?.used) known.family.revoked = true;
    if (!known || known.family.revoked) return problem(res, 401, 'auth.refresh_invalid');
    known.used = true;
    const pair = issue(known.family);
    if (state.loseRefreshAnswers) return res.destroy();
    json(res, 200, {
      access_token: pair.access,
      refresh_token: pair.refresh,
      token_type: 'bearer',
      expires_in: state.accessLifetimeSeconds,
    });
  });
  route('POST /auth/logout', (_req, res, body) => {
    const known = refreshTokens.get((JSON.parse(body) as { refresh_token: string }).refresh_token);
    if (known) known.family.revoked = true;
    json(res, 200, { success: true });
  });
  route('GET /auth/providers', (_req, res) =>
    json(res, 200, {
      providers: [{ name: 'github', display_name: 'GitHub', type: 'oauth' }],
      password_policy: { min_length: 14, max_length: 100, min_strength_score: 3 },
      registration: 'open',
      registration_domains: [],
      is_set_up: state.isSetUp,
      mail_enabled: true,
    }),
  );
  route('GET /auth/login/github', (_req, res) =>
    res
      .writeHead(302, {
        location: 'https://provider.example/authorize?state=abc',
        'set-cookie': [
          'sonde_oauth_state=abc; Path=/api/v1/auth; HttpOnly; Domain=platform.internal',
          'other=1; Path=/',
          'sonde_session=planted; Path=/',
        ],
      })
      .end(),
  );
  route('GET /auth/callback', (req, res) =>
    res
      .writeHead(302, {
        location: `http://localhost:3000/auth/signin?code=from-callback&seen=${req.headers.cookie ?? ''}`,
      })
      .end(),
  );
  route('GET /users/me', (req, res) => {
    const family = holder(req);
    return family ? json(res, 200, profile(family.account)) : problem(res, 401, 'auth.unauthenticated');
  });
  const join = (status: number) => (req: IncomingMessage, res: ServerResponse) => {
    const family = holder(req);
    if (!family) return problem(res, 401, 'auth.unauthenticated');
    family.account.organizationId = organizationId;
    const pair = issue(family);
    json(res, status, {
      id: organizationId,
      name: 'Acme',
      session_token: pair.access,
      refresh_token: pair.refresh,
    });
  };
  route('POST /organizations', join(201));
  route('POST /invitations/accept', join(200));
  route('POST /tokens', (req, res) =>
    holder(req)
      ? json(res, 201, { id: randomUUID(), access_token: 'snd_shown-once' })
      : problem(res, 401, 'auth.unauthenticated'),
  );
  route('GET /endpoints', (req, res) =>
    holder(req) ? json(res, 200, [], { 'x-total-count': '0' }) : problem(res, 401, 'auth.unauthenticated'),
  );
  route('POST /endpoints', (req, res, body) =>
    holder(req) ? json(res, 201, { echoed: body }) : problem(res, 401, 'auth.unauthenticated'),
  );
  route('GET /health', (_req, res) => json(res, 200, { status: 'healthy' }));

  const server = createServer((req, res) => {
    void answer(req, res);
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const name = `${req.method} ${path.replace(base, '').replace(/\/$/, '')}`;
    const streaming = routes.get(`STREAM ${name}`);
    const body = streaming ? '' : await readText(req);
    seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
    if (state.mood === 'failing') return problem(res, 500, 'internal');
    if (state.mood === 'garbled')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hello</h1>');
    if (state.mood === 'silent') return;
    const handler = streaming ?? routes.get(name);
    if (handler) await handler(req, res, body);
    else problem(res, 404, 'not_found');
  }

  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    server,
    state,
    seen,
    route,
    families,
    refreshTokens,
    /** A fresh single-use code for a person, who is made on first mention. */
    code(email: string, account: { organizationId?: string | null; name?: string } = {}): string {
      const known = accounts.get(email) ?? {
        id: randomUUID(),
        email,
        name: account.name ?? 'Ada Example',
        organizationId: account.organizationId === undefined ? organizationId : account.organizationId,
        role: 'owner',
      };
      accounts.set(email, known);
      const code = randomBytes(16).toString('hex');
      codes.set(code, known);
      return code;
    },
    account: (email: string) => accounts.get(email),
    count: (name: string) =>
      seen.filter((one) => `${one.method} ${one.url.split('?', 1)[0]}` === name.replace(' ', ` ${base}`))
        .length,
    last: (name: string) =>
      seen.findLast((one) => `${one.method} ${one.url.split('?', 1)[0]}` === name.replace(' ', ` ${base}`)),
    async stop(): Promise<void> {
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    /** Comes back at the same address. */
    restart: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
  };
}

const json = (
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

const problem = (res: ServerResponse, status: number, code: string): void => {
  res
    .writeHead(status, { 'content-type': 'application/problem+json' })
    .end(JSON.stringify({ status, code, detail: code }));
};

async function readText(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
