import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { testDatabaseUrl } from '../../support/database.ts';
import type { Json } from '../../support/platform.ts';
import { openCluster, type Cluster } from './support/cluster.ts';
import { exchangeUnderLoad } from './support/code-exchange.ts';
import { createResumingClient } from './support/resuming-client.ts';

// Two processes need a database server; the embedded database serves one process. The run says so instead of passing silently.
const server = testDatabaseUrl;
if (server) {
  describe('processes on PostgreSQL alone', () => underKills(server, undefined));
  const redisUrl = process.env['TEST_REDIS_URL'];
  if (redisUrl) describe('processes on PostgreSQL and Redis', () => underKills(server, redisUrl));
  else
    test('processes on PostgreSQL and Redis are tested when TEST_REDIS_URL is set', (t) =>
      t.diagnostic('TEST_REDIS_URL is not set, so nothing was started.'));
} else
  test('several processes are tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
    t.diagnostic('TEST_DATABASE_URL is not set, so nothing was started.'));

const explorations = 8;
const turnsEach = 12;
const kills = ['worker', 'api', 'worker', 'api'] as const;
const workerKills = kills.filter((role) => role === 'worker').length;

/** A target whose answers can be held back, so that whoever asks it surely has a question under way. */
function createGate() {
  let opened: Promise<void> | undefined;
  let open: () => void = () => undefined;
  let waiting = 0;
  return {
    waiting: () => waiting,
    close(): void {
      opened = new Promise((resolve) => (open = resolve));
    },
    open(): void {
      opened = undefined;
      open();
    },
    async pass(): Promise<void> {
      if (!opened) return;
      waiting += 1;
      await opened;
      waiting -= 1;
    },
  };
}

function underKills(server: string, redisUrl: string | undefined): void {
  let target: TargetServer;
  let cluster: Cluster;
  const seen = new Map<string, number>();
  const gate = createGate();

  before(async () => {
    target = await startTargetServer();
    target.route('/slow', async (request, response) => {
      const { message } = request.json as { message: string };
      seen.set(message, (seen.get(message) ?? 0) + 1);
      await pause(300);
      await gate.pass();
      sendJson(response, 200, {
        message: `I am the garden assistant and answer questions about gardens. ${message.length}`,
      });
    });
    cluster = await openCluster({ server, redisUrl, targetUrl: target.url('/slow') });
    await Promise.all([cluster.start('api'), cluster.start('api')]);
    await Promise.all([cluster.start('worker'), cluster.start('worker')]);
  });
  after(async () => {
    await cluster.close();
    await target.close();
  });

  test(
    'two API and two worker processes lose no job and no event and spend no code twice while they are killed under load',
    { timeout: 400_000 },
    async (t) => {
      const client = createResumingClient({
        base: cluster.base,
        ticket: async (base) => {
          const response = await cluster.send(base, 'POST', '/ws/token', undefined, {
            authorization: `Bearer ${cluster.person.token}`,
          });
          return ((await response.json()) as Json).token;
        },
      });
      t.after(() => client.close());
      await client.watch('organization');
      await client.watch('user');
      const codes = exchangeUnderLoad(cluster);
      t.after(() => codes.stop());

      const asked: string[] = [];
      for (let count = 0; count < explorations; count += 1) {
        const { task_id } = await cluster.ask('POST', `/endpoints/${cluster.endpointId}/explore`, {
          ...(count % 2 === 0
            ? { goal: `Find out about tools number${count} and seeds number${count}` }
            : { strategy: 'comprehensive' }),
          max_turns: turnsEach,
        });
        asked.push(task_id);
        await client.watch(`job:${task_id}`);
      }
      // All are in the middle of their work when the processes die, one after the other, each with a successor.
      for (const role of kills) {
        await pause(500);
        gate.close();
        await untilAsked(gate, cluster);
        await cluster.kill(role);
        gate.open();
        await cluster.start(role);
      }

      const jobs = await allFinished(cluster);
      const tried = await codes.stop();
      assert.equal(jobs.length, explorations, 'every accepted exploration is there, and none was made twice');
      assert.deepEqual(new Set(jobs.map(({ task_id }) => task_id)), new Set(asked));
      assertTurns(jobs, seen);
      await assertEvents(cluster, client, asked);
      const { unread } = await cluster.ask('GET', '/notifications/unread-count');
      assert.equal(unread, explorations, 'one notice for each, and not one more');
      const longest = await longestBreak(cluster);
      t.diagnostic(
        `${jobs.flatMap(({ result }) => result.conversation).filter(({ resent }: Json) => resent).length} turns were sent again; the longest break was ${longest.toFixed(1)} s`,
      );
      tellOfCodes(t, tried);
      t.diagnostic(
        `the client connected ${client.connections()} times and was told of ${client.gaps()} gaps`,
      );
    },
  );
}

/** Until the target has a question that nobody has answered yet, or nobody has one left. */
async function untilAsked(gate: ReturnType<typeof createGate>, cluster: Cluster): Promise<void> {
  while (gate.waiting() === 0) {
    const jobs = (await cluster.ask('GET', '/jobs?limit=100')) as Json[];
    if (jobs.every(({ finished_at }) => finished_at)) return;
    await pause(20);
  }
}

async function allFinished(cluster: Cluster): Promise<Json[]> {
  const since = Date.now();
  for (;;) {
    const jobs = (await cluster.ask('GET', '/jobs?limit=100')) as Json[];
    if (jobs.every(({ finished_at }) => finished_at)) {
      const whole = await Promise.all(jobs.map(({ task_id }) => cluster.ask('GET', `/jobs/${task_id}`)));
      assert.deepEqual(
        whole.map(({ status }) => status),
        whole.map(() => 'SUCCESS'),
        JSON.stringify(whole.map(({ error }) => error)),
      );
      return whole;
    }
    assert.ok(Date.now() - since < 150_000, `unfinished: ${JSON.stringify(jobs)}`);
    await pause(200);
  }
}

/**
 * Nothing reached the target more often than the result tells: a turn without the mark once, one with it once more for
 * each worker that died, since it may have been under way each time. And the turns count up without a hole.
 */
function assertTurns(jobs: readonly Json[], seen: ReadonlyMap<string, number>): void {
  const turns = jobs.flatMap(({ result }) => result.conversation as { sent: string; resent: boolean }[]);
  assert.ok(
    turns.some(({ resent }) => resent),
    'the kills hit turns under way',
  );
  const byText = Map.groupBy(turns, ({ sent }) => sent);
  for (const [sent, count] of seen) {
    const told = byText.get(sent) ?? [];
    const marked = told.filter(({ resent }) => resent).length;
    assert.ok(count <= told.length + marked * workerKills, `sent more often than told: ${sent}`);
  }
  for (const { result } of jobs)
    assert.deepEqual(
      result.conversation.map(({ turn }: { turn: number }) => turn),
      result.conversation.map((_: unknown, place: number) => place + 1),
      'no turn is missing or doubled',
    );
}

/** What the log of events holds for a channel is what the client heard there, each once; or it was told of a gap. */
async function assertEvents(
  cluster: Cluster,
  client: ReturnType<typeof createResumingClient>,
  taskIds: readonly string[],
): Promise<void> {
  const kept = await cluster.query<{ sequence: string; name: string; task_id: string | null }>(
    `select sequence, name, data ->> 'task_id' as task_id from kept_events where organization_id = $1 order by sequence`,
    [cluster.person.organizationId],
  );
  const expected = new Map<string, number[]>();
  for (const { sequence, name, task_id } of kept) {
    const channels =
      name === 'notification.created'
        ? ['user']
        : [...(name === 'job.updated' ? ['organization'] : []), `job:${task_id}`];
    for (const channel of channels)
      if (Number(sequence) > (client.begins.get(channel) ?? Infinity))
        expected.set(channel, [...(expected.get(channel) ?? []), Number(sequence)]);
  }
  for (const channel of ['organization', 'user', ...taskIds.map((id) => `job:${id}`)]) {
    const wanted = expected.get(channel) ?? [];
    assert.ok(wanted.length > 0, `${channel} had events`);
    const ids = (): number[] => client.heard.filter((one) => one.channel === channel).map(({ id }) => id);
    const until = Date.now() + 20_000;
    while (ids().length < wanted.length && client.gaps() === 0 && Date.now() < until) await pause(50);
    assert.equal(new Set(ids()).size, ids().length, `${channel}: nothing was heard twice`);
    if (client.gaps() === 0) assert.deepEqual(ids(), wanted, `${channel}: all was heard, in order`);
  }
}

/** Seconds from the end of one turn, or from the first sending of one that was sent again, to the next. */
async function longestBreak(cluster: Cluster): Promise<number> {
  const [row] = await cluster.query<{ longest: number }>(
    `select greatest(
       (select max(extract(epoch from t.sent_at - p.finished_at)) from exploration_turns t
          join exploration_turns p on p.exploration_id = t.exploration_id and p.turn = t.turn - 1),
       (select max(extract(epoch from finished_at - sent_at)) from exploration_turns where resent))::float8 as longest`,
  );
  return row?.longest ?? Infinity;
}

function tellOfCodes(
  t: TestContext,
  tried: Awaited<ReturnType<ReturnType<typeof exchangeUnderLoad>['stop']>>,
) {
  assert.ok(tried.codes > 20, `${tried.codes} codes are a load`);
  assert.deepEqual(tried.spentTwice, [], 'a code is worth one session, whoever asks and whoever dies');
  assert.deepEqual(
    tried.refusedWithoutCause,
    [],
    'a code that reached living processes is worth one session',
  );
  t.diagnostic(
    `${tried.codes} codes were shown ${tried.attempts} times; ${tried.spent} were spent, ${tried.cutOff} attempts were cut off by a kill`,
  );
}
