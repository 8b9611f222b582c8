import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '#kernel/log';
import { newId } from '#kernel/ids';
import { createTraces, type NewSpan } from '#traces';
import { createTestClock } from '../../support/platform.ts';
import { openTestDatabase, type OpenedDatabase } from '../../support/database.ts';
import { migrate } from '#kernel/migrate';

const clock = createTestClock();
const log = createLog('silent');
const organizationId = newId();
const principal = { organizationId, projectId: null } as Parameters<
  ReturnType<typeof createTraces>['list']
>[0];
const query = { skip: 0, limit: 100, sort_order: 'desc' as const };
let opened: OpenedDatabase;
before(async () => {
  opened = await openTestDatabase(log);
  await migrate(opened.database, new URL('../../../migrations/', import.meta.url));
  await opened.database.executeSql(
    'insert into organizations (id, name, created_at, updated_at) values ($1, $2, now(), now())',
    [organizationId, 'T'],
  );
});
after(async () => {
  await opened.database.close();
  await opened.drop();
});
const span = (fields: Partial<NewSpan> = {}): NewSpan => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: null,
  name: 'Call',
  kind: 'CLIENT',
  status: 'ok',
  statusMessage: null,
  endpointId: null,
  projectId: null,
  environment: null,
  conversationId: null,
  startedAt: clock.now(),
  durationMs: 1,
  stages: [],
  attributes: {},
  ...fields,
});

test('after thirty days a span is removed, the day before it is not', async () => {
  const traces = createTraces({ database: opened.database, clock, log });
  await traces.record(organizationId, span());
  await traces.close();
  clock.advance(29 * 86_400_000);
  assert.equal(await traces.removeOld(), 0);
  clock.advance(2 * 86_400_000);
  assert.equal(await traces.removeOld(), 1);
  assert.equal((await traces.list(principal, query)).total, 0);
});

test('what a target may send, NUL included, does not cost the span or its neighbours', async () => {
  const traces = createTraces({ database: opened.database, clock, log });
  const odd = {
    traceId: 'c'.repeat(32),
    name: 'a\0b',
    statusMessage: 'c\0',
    conversationId: '\0',
    attributes: { text: 'x\0\ud800' },
  };
  await Promise.all([traces.record(organizationId, span()), traces.record(organizationId, span(odd))]);
  assert.equal((await traces.list(principal, query)).total, 2);
});
