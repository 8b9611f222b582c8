import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPlatform } from '../../support/platform.ts';

test('a set is updated when its tests come, change, go or come back, and when nothing of it changes it is not', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const platform = await startPlatform({ clock: { now: () => now } });
  try {
    const { token } = await platform.signUp();
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await platform.call(method, path, { token, body });
      assert.ok(answer.status < 300, answer.text);
      return answer.body;
    };
    const made = await call('POST', '/test_sets/bulk', {
      name: 'Set',
      test_set_type: 'Single-Turn',
      tests: [{ prompt: { content: 'one' } }, { prompt: { content: 'two' } }],
    });
    const [one, two] = made.test_ids as [string, string];
    const other = await call('POST', '/test_sets', { name: 'Other', test_set_type: 'Single-Turn' });
    const loose = await call('POST', '/tests', { prompt: { content: 'loose' } });
    const updatedAt = async (id: string): Promise<string> =>
      (await call('GET', `/test_sets/${id}`)).updated_at;
    let before = await updatedAt(made.id);
    assert.equal(before, made.created_at, 'a set that was made with its tests is as old as it is');
    const untouched = await updatedAt(other.id);
    const changes: readonly (readonly [what: string, method: string, path: string, body?: unknown])[] = [
      ['a test changes', 'PUT', `/tests/${one}`, { prompt: { content: 'one, changed' } }],
      ['several are changed', 'PATCH', '/tests/bulk', { test_ids: [one, two], status: 'Approved' }],
      ['cells are saved', 'PUT', '/tests/bulk', { changes: [{ id: two, priority: 3 }], tests: [] }],
      ['a test comes', 'POST', `/test_sets/${made.id}/associate`, { test_ids: [loose.id] }],
      ['a test is taken out', 'POST', `/test_sets/${made.id}/disassociate`, { test_ids: [loose.id] }],
      ['a test is deleted', 'DELETE', `/tests/${one}`],
      ['a test is restored', 'POST', `/tests/${one}/restore`],
    ];
    for (const [what, method, path, body] of changes) {
      now += 1000;
      await call(method, path, body);
      const after = await updatedAt(made.id);
      assert.equal(Date.parse(after), now, what);
      before = after;
    }
    now += 1000;
    await call('POST', `/test_sets/${made.id}/associate`, { test_ids: [one] });
    await call('PUT', `/tests/${loose.id}`, { prompt: { content: 'loose, changed' } });
    assert.equal(await updatedAt(made.id), before);
    assert.equal(await updatedAt(other.id), untouched);
    assert.equal(
      (await call('GET', `/test_sets/${made.id}`)).version,
      made.version,
      'who edits the set is not refused for it',
    );
  } finally {
    await platform.close();
  }
});
