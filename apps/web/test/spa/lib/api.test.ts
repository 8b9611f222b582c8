import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApi, fillPath, queryText } from '../../../spa/src/lib/api.ts';
import type { ApiError } from '../../../spa/src/lib/api-error.ts';

const answering = (response: () => Response) => {
  const sent: { url: string; init: RequestInit }[] = [];
  let signedOut = 0;
  let forbidden = 0;
  const api = createApi({
    fetch: (url, init) => {
      sent.push({ url, init });
      return Promise.resolve(response());
    },
    projectId: () => 'project-1',
    onSignedOut: () => (signedOut += 1),
    onForbidden: () => (forbidden += 1),
  });
  return { api, sent, signedOut: () => signedOut, forbidden: () => forbidden };
};

const problem = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });

void describe('the client of the platform', () => {
  void it('fills path and query, and names the chosen project', async () => {
    const { api, sent } = answering(() => Response.json([1, 2], { headers: { 'x-total-count': '40' } }));
    const { items, total } = await api.list('listEndpoints', {
      query: { skip: 20, limit: 20, $filter: "name eq 'a b'" },
    });
    assert.deepEqual([items.length, total], [2, 40]);
    assert.equal(sent[0]?.url, '/api/v1/endpoints?skip=20&limit=20&%24filter=name+eq+%27a+b%27');
    assert.equal(new Headers(sent[0]?.init.headers).get('x-project-id'), 'project-1');
  });

  void it('asks for projects, and for single things, without naming the chosen project', async () => {
    const { api, sent } = answering(() => Response.json([]));
    await api.list('listProjects', {});
    await api.call('getEndpoint', { params: { id: 'of-another-project' } });
    await api.call('socketToken', {});
    for (const { url, init } of sent) assert.equal(new Headers(init.headers).get('x-project-id'), null, url);
  });

  void it('tells of a missing permission, so that an old role is not believed in for long', async () => {
    const { api, forbidden } = answering(() => problem(403, { code: 'auth.permission_denied' }));
    await assert.rejects(api.call('getUsage', {}));
    assert.equal(forbidden(), 1);
    await assert.rejects(api.call('getMe', {}));
    assert.equal(forbidden(), 1, 'asking who one is must not ask again');
  });

  void it('cannot be led to another path by an id', () => {
    assert.equal(fillPath('/endpoints/{id}', { id: '../tokens?x=1' }), '/endpoints/..%2Ftokens%3Fx%3D1');
  });

  void it('leaves empty query values out', () => {
    assert.equal(queryText({ a: '', b: null, c: undefined, d: 0 }), '?d=0');
    assert.equal(queryText({}), '');
  });

  void it('turns a problem into an error with its code, fields, id and waiting time', async () => {
    const { api } = answering(() =>
      problem(
        429,
        { title: 'Too many', detail: 'Slow down.', code: 'rate_limited', error_id: 'e1' },
        { 'retry-after': '30' },
      ),
    );
    await assert.rejects(api.call('getUsage', {}), (error: ApiError) => {
      assert.deepEqual(
        [error.status, error.code, error.message, error.problem.errorId, error.problem.retryAfterSeconds],
        [429, 'rate_limited', 'Slow down.', 'e1', 30],
      );
      return true;
    });
  });

  void it('reads an answer that is no problem document, too', async () => {
    const { api } = answering(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await assert.rejects(api.call('getUsage', {}), { code: 'http.502' });
  });

  void it('tells when the session is gone, and only then', async () => {
    const gone = answering(() => problem(401, { code: 'session.ended', detail: '' }));
    await assert.rejects(gone.api.call('getUsage', {}));
    assert.equal(gone.signedOut(), 1);
    const wrongPassword = answering(() => problem(403, { code: 'auth.password_wrong', detail: '' }));
    await assert.rejects(wrongPassword.api.call('getUsage', {}));
    assert.equal(wrongPassword.signedOut(), 0);
  });

  void it('calls an unreachable server what it is', async () => {
    const api = createApi({
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      projectId: () => null,
      onSignedOut: () => undefined,
      onForbidden: () => undefined,
    });
    await assert.rejects(api.call('getUsage', {}), { code: 'network.unreachable' });
  });
});
