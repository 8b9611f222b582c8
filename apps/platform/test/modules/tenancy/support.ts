import assert from 'node:assert/strict';
import type { Role } from '@sonde/contract';
import type { SignedUp, TestPlatform } from '../../support/platform.ts';

/** Somebody who joins the organization of an owner by invitation. */
export async function joinAs(platform: TestPlatform, owner: SignedUp, role: Role): Promise<SignedUp> {
  const person = await platform.signUp({ organization: null });
  const invited = await platform.call('POST', '/invitations', {
    token: owner.token,
    body: { email: person.email, role },
  });
  assert.equal(invited.status, 201, invited.text);
  const token = platform.linkToken(await platform.mail(person.email, /invited/));
  const joined = await platform.call('POST', '/invitations/accept', { token: person.token, body: { token } });
  assert.equal(joined.status, 200, joined.text);
  return {
    ...person,
    organizationId: owner.organizationId,
    token: joined.body.session_token,
    refreshToken: joined.body.refresh_token,
  };
}

export async function apiToken(
  platform: TestPlatform,
  person: SignedUp,
  wish: Record<string, unknown> = {},
): Promise<string> {
  const made = await platform.call('POST', '/tokens', {
    token: person.token,
    body: { name: 'Test', ...wish },
  });
  assert.equal(made.status, 201, made.text);
  return made.body.access_token;
}

export async function exchangedToken(
  platform: TestPlatform,
  subjectToken: string,
  projectId: string,
): Promise<string> {
  const answer = await platform.call('POST', '/auth/token-exchange', {
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: `urn:sonde:project:${projectId}`,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.access_token;
}
