import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
// @ts-expect-error -- The package carries no types and none are published for this version.
import OidcProvider from 'oidc-provider';
import { listenOnLoopback } from './listen.ts';

export interface OidcPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface FakeOidc {
  readonly issuer: string;
  /** Who sits in front of the browser at the provider. */
  person: OidcPerson;
  /** What the provider does at its login page. */
  behaviour: 'signs-in' | 'denies' | 'forged-signature';
  /** Requests the provider saw, as `METHOD path`. */
  readonly seen: string[];
  close(): Promise<void>;
}

interface Options {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** A real OpenID Connect server on loopback, in which whoever is `person` signs in and consents by themselves. */
export async function startFakeOidc({ clientId, clientSecret, redirectUri }: Options): Promise<FakeOidc> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const fake: FakeOidc = {
    issuer,
    person: { sub: 'person-1', email: 'person@example.test', email_verified: true, name: 'A Person' },
    behaviour: 'signs-in',
    seen: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only-for-tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    findAccount: () => {
      const { person } = fake;
      return { accountId: person.sub, claims: () => ({ ...person }) };
    },
    loadExistingGrant: async (ctx: {
      oidc: { provider: { Grant: new (input: object) => Grant }; session: { accountId: string } };
    }) => {
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  }) as ProviderInstance;
  const handle = provider.callback();
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const path = new URL(req.url ?? '/', issuer).pathname;
    fake.seen.push(`${req.method} ${path}`);
    if (fake.behaviour === 'forged-signature' && path === '/token') forgeSignature(res);
    if (!path.startsWith('/interaction/')) return handle(req, res);
    const result =
      fake.behaviour === 'denies'
        ? { error: 'access_denied', error_description: 'The person said no.' }
        : { login: { accountId: fake.person.sub } };
    provider.interactionFinished(req, res, result).catch((error: unknown) => {
      res.statusCode = 500;
      res.end(String(error));
    });
  });
  return fake;
}

/** As somebody on the path would: the ID token says what it said, under a signature that no key of the provider made. */
function forgeSignature(res: ServerResponse): void {
  const end = res.end.bind(res) as (body: unknown) => ServerResponse;
  res.end = ((body: unknown) => {
    const answer = JSON.parse(String(body)) as { id_token: string };
    const [header, claims, signature = ''] = answer.id_token.split('.');
    const other = signature.startsWith('A') ? 'B' : 'A';
    return end(JSON.stringify({ ...answer, id_token: `${header}.${claims}.${other}${signature.slice(1)}` }));
  }) as ServerResponse['end'];
}

interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}

interface ProviderInstance {
  callback(): (req: IncomingMessage, res: ServerResponse) => void;
  interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
}
