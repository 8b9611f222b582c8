import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './listen.ts';

export interface GitHubPerson {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly { email: string; primary: boolean; verified: boolean }[];
}

export interface FakeGitHub {
  readonly url: string;
  person: GitHubPerson;
  /** What its answers call it (RFC 9207). */
  issuer: string;
  /** `broken` answers every token request with an error, in GitHub's way: status 200. */
  behaviour: 'works' | 'broken';
  close(): Promise<void>;
}

interface Options {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** As much of GitHub as signing in needs: authorize, token with PKCE, the user and their addresses. */
export async function startFakeGitHub(options: Options): Promise<FakeGitHub> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const tokens = new Set<string>();
  const server = createServer((req, res) => {
    respond(req, res).catch((error: unknown) => {
      res.statusCode = 500;
      res.end(String(error));
    });
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const fake: FakeGitHub = {
    url,
    issuer: `${url}/login/oauth`,
    person: {
      id: 4711,
      login: 'octo-person',
      name: null,
      emails: [{ email: 'octo@example.test', primary: true, verified: true }],
    },
    behaviour: 'works',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const target = new URL(req.url ?? '/', url);
    if (target.pathname === '/login/oauth/authorize') return authorize(target, res);
    if (target.pathname === '/login/oauth/access_token')
      return answer(res, 200, grant(await readForm(req), req));
    if (!tokens.has((req.headers.authorization ?? '').replace(/^Bearer /, '')))
      return answer(res, 401, { message: 'Bad credentials' });
    const { emails, ...user } = fake.person;
    if (target.pathname === '/user') return answer(res, 200, { ...user, email: null });
    if (target.pathname === '/user/emails') return answer(res, 200, emails);
    return answer(res, 404, { message: 'Not Found' });
  }

  function authorize(target: URL, res: ServerResponse): void {
    const code = randomBytes(10).toString('hex');
    const redirectUri = target.searchParams.get('redirect_uri') ?? '';
    codes.set(code, { challenge: target.searchParams.get('code_challenge') ?? '', redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', target.searchParams.get('state') ?? '');
    back.searchParams.set('iss', fake.issuer);
    res.writeHead(302, { location: back.href }).end();
  }

  function grant(form: URLSearchParams, req: IncomingMessage): object {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const isVerified = createHash('sha256').update(verifier).digest('base64url') === code?.challenge;
    const isRight =
      code && isVerified && code.redirectUri === form.get('redirect_uri') && knowsClient(form, req);
    if (fake.behaviour === 'broken' || !isRight)
      return { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' };
    const token = `gho_${randomBytes(12).toString('hex')}`;
    tokens.add(token);
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' };
  }

  function knowsClient(form: URLSearchParams, req: IncomingMessage): boolean {
    const basic = Buffer.from((req.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    const given = form.has('client_secret')
      ? `${form.get('client_id')}:${form.get('client_secret')}`
      : decodeURIComponent(basic);
    return given === `${options.clientId}:${options.clientSecret}`;
  }

  return fake;
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function answer(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
