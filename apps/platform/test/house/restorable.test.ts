import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operationTable } from '@sonde/contract/table';
import type { TableEntry } from '@sonde/contract';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
before(async () => {
  platform = await startPlatform();
});
after(() => platform.close());

const entries = Object.values<TableEntry>(operationTable);
const restorable = entries.filter(({ id }) => id.endsWith('.restore'));
const deletedOnes =
  '?include_deleted=true&%24filter=deleted_at%20ne%20null&sort_by=deleted_at&sort_order=desc&limit=50';

test('whatever can be restored is listed among what was deleted, for the page that offers it', async () => {
  const { token } = await platform.signUp();
  assert.ok(restorable.length > 5);
  for (const { id, path, permission } of restorable) {
    assert.ok(permission, `${id} names no permission`);
    const place = path.replace('/{id}/restore', '');
    const { status, text } = await platform.call('GET', place + deletedOnes, { token });
    assert.equal(status, 200, `${id}: ${text}`);
    assert.equal(text, '[]', id);
  }
});
