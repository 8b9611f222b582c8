import { noParameters } from '#experiments';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { EndpointCreate, type ExploreRequest, type Job, type ExplorationResult } from '@sonde/contract';
import { createEgress, createEgressPolicy } from '@sonde/egress';
import { Secret } from '@sonde/server-kit';
import { createEndpoints } from '#endpoints';
import { createExploration, type ExplorationOptions } from '#exploration';
import { createCalls, createConversationStore, createInvocation, createTokenStore } from '#invocation';
import { createJobBoard } from '#jobs';
import { systemClock } from '#kernel/clock';
import { createSlowWork } from '#kernel/slow-work';
import { createEvents } from '#kernel/events';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createJobs } from '#kernel/jobs';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { createSealer } from '#kernel/seal';
import { createNotifications } from '#notifications';
import { openTestDatabase } from '../../../support/database.ts';

/** The modules an exploration needs, wired as the application wires them, without its front door. */
export async function openHouse(
  options: {
    models?: ExplorationOptions['models'];
    caps?: ExplorationOptions['caps'];
    /** A target that is busy is asked again at once, and the clock goes on by what was not waited. */
    skipsWaits?: boolean;
  } = {},
) {
  const log = createLog('debug', new Writable({ write: (_chunk, _encoding, done) => done() }));
  const opened = await openTestDatabase(log);
  const { database } = opened;
  await migrate(database, new URL('../../../../migrations/', import.meta.url));
  let skippedMs = 0;
  const clock = options.skipsWaits ? { now: () => systemClock.now() + skippedMs } : systemClock;
  const queue = createJobs({ database, log, isWorker: true });
  const events = createEvents({ database, log });
  const egress = createEgress({
    policy: createEgressPolicy({ denyPrivate: false, allowCidrs: [], denyCidrs: [] }),
  });
  const sealer = createSealer({ key: new Secret('test-only '.repeat(4)), previousKey: undefined });
  const organizationId = newId();
  const projectId = newId();
  const userId = newId();
  await database.executeSql(
    `insert into organizations (id, name, created_at, updated_at) values ('${organizationId}', 'Test', now(), now());
     insert into users (id, email, created_at, updated_at) values ('${userId}', 'someone@example.test', now(), now());
     insert into projects (id, organization_id, name, created_at, updated_at) values ('${projectId}', '${organizationId}', 'Test', now(), now())`,
  );
  const projects = {
    resolve: async () => ({ id: projectId }),
    hold: async () => projectId,
  };
  const parameters = { open: () => noParameters, forCall: async () => noParameters };
  const endpoints = createEndpoints({ database, clock, sealer, projects, parameters });
  const invocation = createInvocation({
    egress,
    clock,
    newId,
    log,
    conversations: createConversationStore({ database, clock }),
    tokenCache: createTokenStore({ database, clock, sealer }),
    traces: { record: async () => undefined },
  });
  // Explorations attach nothing.
  const noFiles = { load: () => Promise.reject(new Error('There are no stored files here.')) };
  const answerFiles = { keep: () => Promise.resolve([]) };
  const calls = createCalls({
    invocation,
    endpoints,
    projects,
    parameters,
    files: noFiles,
    answerFiles,
    slowWork: createSlowWork(),
  });
  const board = createJobBoard({
    database,
    clock,
    events,
    queue,
    log,
    holdCredential: async () => undefined,
  });
  const notifications = createNotifications({
    database,
    clock,
    events,
    jobs: queue,
    mail: { enabled: false, send: () => Promise.resolve() },
    people: { actingEmailOf: () => Promise.resolve(undefined) },
    settings: { frontendUrl: 'http://localhost' },
  });
  const principal: MemberPrincipal = {
    kind: 'session',
    userId,
    email: 'someone@example.test',
    organizationId,
    role: 'owner',
    permissions: new Set(['endpoint:explore', 'job:read', 'job:cancel']),
    projectId: null,
    boundProjectId: null,
    credentialId: randomUUID(),
  };
  const exploration = createExploration({
    database,
    clock,
    events,
    log,
    board,
    endpoints,
    calls,
    models: options.models ?? { generationModel: async () => ({}) },
    notifications,
    actors: {
      of: async (person) => ({ ...principal, ...person, kind: 'background' }),
    },
    ...(options.caps ? { caps: options.caps } : {}),
    ...(options.skipsWaits
      ? {
          wait: async (ms: number) => {
            skippedMs += ms;
          },
        }
      : {}),
  });
  await events.start();
  await exploration.warmUp();
  await queue.start();

  const addEndpoint = (url: string, more: Record<string, unknown> = {}) =>
    endpoints.create(
      principal,
      EndpointCreate.parse({
        name: 'Target',
        url,
        method: 'POST',
        protocol: 'REST',
        environment: 'Development',
        request_mapping: '{"message": "{{ input }}", "session_id": "{{ session_id }}"}',
        response_mapping: { output: '$.message', conversation_id: '$.session_id' },
        ...more,
      }),
    );

  async function finished(taskId: string): Promise<Job> {
    for (let attempt = 0; attempt < 4_800; attempt += 1) {
      const job = await board.get(principal, taskId);
      if (['SUCCESS', 'FAILURE', 'REVOKED'].includes(job.status)) return job;
      await pause(25);
    }
    throw new Error('The job did not end.');
  }

  return {
    database,
    events,
    queue,
    board,
    endpoints,
    exploration,
    notifications,
    clock,
    principal,
    addEndpoint,
    prepare: (endpointId: string) =>
      calls.prepare({ ...principal, permissions: new Set(['endpoint:invoke']) }, endpointId),
    finished,
    async explore(url: string, request: ExploreRequest, more?: Record<string, unknown>) {
      const endpoint = await addEndpoint(url, more);
      const { task_id } = await exploration.start(principal, endpoint.id, request);
      const job = await finished(task_id);
      return { job, result: job.result as ExplorationResult };
    },
    async close() {
      await queue.stop(2_000);
      await invocation.close();
      await events.close();
      await egress.close();
      await database.close();
      await opened.drop();
    },
  };
}
