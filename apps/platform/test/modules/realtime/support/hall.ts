import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { DomainEvent } from '#kernel/events';
import { createEvents } from '#kernel/events';
import { createUpgrades, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { createRealtime, type SocketTiming } from '#realtime';
import { openTestDatabase } from '../../../support/database.ts';
import { openSocket } from './socket-client.ts';

/** The event WebSocket with nothing behind it but the database: what is told, and when, is for the test to say. */
export async function openHall(
  t: TestContext,
  options: {
    timing?: SocketTiming;
    /** While it waits, so does the judging of `slow ticket`. */ judged?: Promise<void>;
    /** Whoever shows a good ticket has lost the session since. */ hasEnded?: boolean;
  } = {},
) {
  const log = createLog('silent');
  const opened = await openTestDatabase(log);
  const { database } = opened;
  await migrate(database, new URL('../../../../migrations/', import.meta.url));
  const organizationId = newId();
  await database.executeSql(
    `insert into organizations (id, name, created_at, updated_at) values ('${organizationId}', 'Test', now(), now())`,
  );
  const principal: MemberPrincipal = {
    kind: 'session',
    userId: newId(),
    email: 'someone@example.test',
    organizationId,
    role: 'owner',
    permissions: new Set(['job:read', 'notification:read']),
    projectId: null,
    boundProjectId: null,
    credentialId: newId(),
  };
  const events = createEvents({ database, log });
  await events.start();
  const server = createServer();
  let now = Date.now();
  let reading: (event: DomainEvent) => Promise<string> = async () => 'x';
  const realtime = createRealtime({
    events,
    clock: { now: () => now },
    log,
    upgrades: createUpgrades({ server, log }),
    tickets: {
      issueSocketTicket: async () => ({ token: 'ticket', expiresInSeconds: 60 }),
      consumeSocketTicket: async (token) => {
        if (token === 'slow ticket') await options.judged;
        return token === 'ticket' || token === 'slow ticket' ? principal : undefined;
      },
      recheckPrincipal: async () => (options.hasEnded ? undefined : principal),
    },
    maySee: { job: async () => true, test_run: async () => true },
    allowedOrigins: [],
    addressOf: ({ headers }) => String(headers['x-address'] ?? '192.0.2.1'),
    timing: options.timing,
    streams: [
      {
        event: 'told',
        audiences: () => [{ channel: 'organization' }],
        message: async (event) => ({
          type: 'architect.task_progress',
          payload: {
            session_id: organizationId,
            task_id: event.id,
            status: 'progress',
            label: await reading(event),
          },
        }),
      },
    ],
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  t.after(async () => {
    realtime.close();
    server.closeAllConnections();
    await new Promise((settle) => server.close(settle));
    await events.close();
    await database.close();
    await opened.drop();
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`;
  return {
    database,
    events,
    realtime,
    organizationId,
    url,
    /** How long it takes to read what an event is about, and what it says. */
    readAs: (read: (event: DomainEvent) => Promise<string>): void => void (reading = read),
    advance: (milliseconds: number): void => void (now += milliseconds),
    /** Connects and says nothing. */
    silent: (address = '192.0.2.1') => openSocket(url, { headers: { 'x-address': address } }),
    async tell(count = 1): Promise<void> {
      for (let number = 0; number < count; number += 1)
        await database.tenant(organizationId, (tx) =>
          events.keep(tx, { name: 'told', organizationId, data: { number } }),
        );
    },
    async listener(more: Parameters<typeof openSocket>[1] = {}) {
      const socket = await openSocket(url, { token: 'ticket', ...more });
      await socket.subscribe('organization');
      return socket;
    },
  };
}
