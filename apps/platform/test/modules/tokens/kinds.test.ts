import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { EncryptJWT, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { createLicense } from '../../../src/modules/tokens/license.ts';
import { createLog } from '#kernel/log';
import { principalOf } from '#tokens';
import { startPlatform, testPassword, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { tokensBeside } from './support.ts';

let platform: TestPlatform;
let person: SignedUp;
let tokens: Awaited<ReturnType<typeof tokensBeside>>;
let projectId: string;
let licenceKeys: Awaited<ReturnType<typeof generateKeyPair>>;
before(async () => {
  platform = await startPlatform({ spread: true });
  person = await platform.signUp();
  tokens = await tokensBeside(platform, { now: () => Date.now() });
  projectId = (await platform.call('GET', '/projects', { token: person.token })).body[0].id;
  licenceKeys = await generateKeyPair('EdDSA', { extractable: true });
});
after(() => platform.close());

let addresses = 0;
const ip = (): string => `198.51.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  platform.call('POST', path, { body, headers, ip: ip() });

const authCode = async (): Promise<string> =>
  (await post('/auth/login/email', { email: person.email, password: testPassword })).body.auth_code;
const session = async () => platform.exchange(await authCode());
const singleUse = (purpose: 'email_verification' | 'password_reset' | 'magic_link' | 'owner_link') =>
  platform.app.database
    .system((tx) => tokens.singleUse.issue(tx, purpose, { userId: person.userId }))
    .then(({ token }) => token);

/** A fresh token of every kind there is. */
const makers: Record<string, () => Promise<string>> = {
  access: async () => (await session()).token,
  refresh: async () => (await session()).refreshToken,
  auth_code: authCode,
  email_verification: () => singleUse('email_verification'),
  password_reset: () => singleUse('password_reset'),
  magic_link: () => singleUse('magic_link'),
  owner_link: () => singleUse('owner_link'),
  invitation: async () => tokens.jwt.sign('invitation', { jti: crypto.randomUUID() }).token,
  api_token: async () =>
    (await platform.call('POST', '/tokens', { token: person.token, body: { name: 'Matrix' } })).body
      .access_token,
  exchanged: async () => (await exchange((await session()).token)).body.access_token,
  socket_ticket: async () => {
    const credential = await tokens.credentials.resolve(person.token);
    assert.ok(credential);
    return (await tokens.issueSocketTicket(principalOf(credential, null))).token;
  },
  licence: () =>
    new SignJWT({ edition: 'enterprise', features: ['sso'] })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'license+jwt' })
      .setSubject('Example Ltd')
      .setAudience('sonde')
      .setExpirationTime('1h')
      .sign(licenceKeys.privateKey),
  web_cookie: () =>
    new EncryptJWT({ session_token: person.token })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(randomBytes(32)),
};

const exchange = (subjectToken: string) =>
  platform.call('POST', '/auth/token-exchange', {
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: `urn:sonde:project:${projectId}`,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ip: ip(),
  });

interface Consumer {
  readonly accepts: readonly string[];
  readonly present: (token: string) => Promise<boolean>;
}
const isOk = ({ status }: { status: number }): boolean => status >= 200 && status < 300;

/** Everything that takes a token, and the kinds it takes. */
const consumers: Record<string, Consumer> = {
  bearer: {
    accepts: ['access', 'api_token', 'exchanged'],
    present: async (token) => isOk(await platform.call('GET', '/projects', { token })),
  },
  'session route': {
    accepts: ['access'],
    present: async (token) => isOk(await platform.call('GET', '/users/me', { token })),
  },
  'auth/verify': {
    accepts: ['access'],
    present: async (token) => isOk(await post('/auth/verify', { session_token: token })),
  },
  'auth/refresh': {
    accepts: ['refresh'],
    present: async (token) => isOk(await post('/auth/refresh', { refresh_token: token })),
  },
  'auth/exchange-code': {
    accepts: ['auth_code'],
    present: async (token) => isOk(await post('/auth/exchange-code', { code: token })),
  },
  'auth/verify-email': {
    accepts: ['email_verification'],
    present: async (token) => isOk(await post('/auth/verify-email', { token })),
  },
  'auth/magic-link/verify': {
    accepts: ['magic_link'],
    present: async (token) => isOk(await post('/auth/magic-link/verify', { token })),
  },
  'auth/reset-password': {
    accepts: ['password_reset'],
    present: async (token) => isOk(await post('/auth/reset-password', { token, new_password: testPassword })),
  },
  'auth/owner-link': {
    // Somebody exists already, so even the right kind is refused here; its own test shows it at work.
    accepts: [],
    present: async (token) =>
      isOk(await post('/auth/owner-link', { token, email: 'owner@example.test', password: testPassword })),
  },
  'invitations/accept': {
    // The person is a member already, so even a good one would be refused; its own test shows it at work.
    accepts: [],
    present: async (token) =>
      isOk(await platform.call('POST', '/invitations/accept', { token: person.token, body: { token } })),
  },
  'auth/token-exchange': {
    accepts: ['access', 'api_token'],
    present: async (token) => isOk(await exchange(token)),
  },
  'WebSocket ticket': {
    accepts: ['socket_ticket'],
    present: async (token) => (await tokens.consumeSocketTicket(token)) !== undefined,
  },
  licence: {
    accepts: ['licence'],
    present: async (token) => {
      const publicKey = JSON.stringify(await exportJWK(licenceKeys.publicKey));
      const license = await createLicense({
        token,
        publicKey,
        clock: { now: () => Date.now() },
        log: createLog('silent'),
      });
      return license.features().edition === 'enterprise';
    },
  },
};

for (const [consumer, { accepts, present }] of Object.entries(consumers))
  test(`${consumer} accepts ${accepts.join(', ') || 'none of these'} and no other kind`, async () => {
    for (const [kind, make] of Object.entries(makers)) {
      // A reset ends the sessions of the person, so the ones used for making tokens are made anew.
      person = { ...person, ...(await session()) };
      const token = await make();
      assert.equal(typeof token, 'string', kind);
      assert.equal(await present(token), accepts.includes(kind), `${kind} presented at ${consumer}`);
    }
  });
