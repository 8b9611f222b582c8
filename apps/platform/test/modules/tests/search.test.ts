import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPlatform } from '../../support/platform.ts';

test('a search finds what a row shows: tests by their requirement, category and topic, requirements by their tags', async () => {
  const platform = await startPlatform();
  try {
    const { token } = await platform.signUp();
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await platform.call(method, path, { token, body });
      assert.ok(answer.status < 300, answer.text);
      return answer.body;
    };
    const requirement = await call('POST', '/requirements', {
      name: 'Refuses legal advice',
      tags: ['Compliance'],
    });
    const { ids } = await call('POST', '/tests/bulk', {
      tests: [
        { prompt: { content: 'May I sue?' }, requirement_id: requirement.id },
        { prompt: { content: 'And if I insist?' }, category: 'Policy/Direct', topic: 'Courts 100%' },
        { prompt: { content: 'Good morning' } },
      ],
    });
    const found = async (path: string, search: string): Promise<string[]> =>
      (await call('GET', `${path}?search=${encodeURIComponent(search)}`)).map(({ id }: { id: string }) => id);
    assert.deepEqual(await found('/tests', 'legal'), [ids[0]]);
    assert.deepEqual(await found('/tests', 'LEGAL sue'), [ids[0]], 'words may stand in different columns');
    assert.deepEqual(await found('/tests', 'policy/direct'), [ids[1]]);
    assert.deepEqual(await found('/tests', '100%'), [ids[1]]);
    assert.deepEqual(await found('/tests', 'legal policy'), []);
    assert.deepEqual(await found('/requirements', 'compliance'), [requirement.id]);
    const stranger = await platform.signUp();
    await platform.call('POST', '/requirements', {
      token: stranger.token,
      body: { name: 'Morning prayers' },
    });
    assert.deepEqual(await found('/tests', 'prayers'), [], 'names of others are looked through for nobody');
  } finally {
    await platform.close();
  }
});
