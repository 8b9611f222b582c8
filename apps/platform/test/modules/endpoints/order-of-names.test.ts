import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPlatform } from '../../support/platform.ts';

test('endpoints are sorted by their names as people count, in any case, and page after page', async () => {
  const platform = await startPlatform();
  try {
    const { token } = await platform.signUp();
    const inOrder = ['assistant 1', 'Assistant 2', 'assistant 10', 'Bot', 'bot 007', 'Bot 8'];
    for (const name of inOrder.toReversed()) {
      const made = await platform.call('POST', '/endpoints', {
        token,
        body: { name, url: 'https://assistant.example.com/chat' },
      });
      assert.equal(made.status, 201, made.text);
    }
    for (const order of ['asc', 'desc'] as const) {
      const names: string[] = [];
      let path: string | undefined = `/endpoints?sort_by=name&sort_order=${order}&limit=4`;
      while (path !== undefined) {
        const page = await platform.call('GET', path, { token });
        assert.equal(page.status, 200, page.text);
        names.push(...page.body.map(({ name }: { name: string }) => name));
        const next = /<[^>]*(\/endpoints\?[^>]*)>; rel="next"/.exec(String(page.headers['link'] ?? ''));
        path = next?.[1];
      }
      assert.deepEqual(
        names.filter((name) => inOrder.includes(name)),
        order === 'asc' ? inOrder : inOrder.toReversed(),
      );
    }
  } finally {
    await platform.close();
  }
});
