import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '@sonde/egress';
import pg from 'pg';
import { Agent, request } from 'undici';
import { createEndpoints } from '../src/modules/endpoints/index.ts';
import {
  createCalls,
  createConversationStore,
  createInvocation,
  createTokenStore,
} from '../src/modules/invocation/index.ts';
import { createTraces } from '../src/modules/traces/index.ts';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { createLog } from '../src/kernel/log.ts';
import { createSlowWork } from '../src/kernel/slow-work.ts';
import { createSealer } from '../src/kernel/seal.ts';
import { newId } from '../src/kernel/ids.ts';
import { inParallel, medianAlone, round2 } from './measure.ts';

const server = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const calls = 2_000;
const concurrency = 32;
const rounds = 3;

/**
 * A stored endpoint called through the service on PostgreSQL, trace included, beside a bare undici call to the same target.
 */
export async function run(): Promise<Record<string, unknown>> {
  const name = `sonde_bench_${randomBytes(6).toString('hex')}`;
  if (!(await administer(`create database ${name}`)))
    return { skipped: 'PostgreSQL does not answer; set BENCH_DATABASE_URL' };
  const directory = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    return await measureOn(url.href, directory);
  } finally {
    await administer(`drop database if exists ${name} with (force)`);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureOn(databaseUrl: string, directory: string): Promise<Record<string, unknown>> {
  const log = createLog('silent');
  const config = loadConfig({ DATA_DIR: directory, DATABASE_URL: databaseUrl, PORT: '0' });
  const app = await createApp(config, { log });
  const target = await startTarget();
  const agent = new Agent();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: config.database.poolSize });
  const service = createService(app.database, config);
  try {
    const owner = await seed(pool, target.url);
    const principal = {
      ...owner,
      projectId: null,
      permissions: new Set(['file:create']),
    } as unknown as Parameters<typeof service.calls.invoke>[0];
    const direct = () => callDirectly(target.url, agent);
    const invoke = (endpointId: string) => async () => {
      const result = await service.calls.invoke(principal, endpointId, { input: 'hello there' });
      if (!result.success) throw new Error(`The call failed: ${JSON.stringify(result.error)}`);
    };
    let turn = 0;
    const [first = ''] = owner.endpointIds;
    return {
      // Callers of one endpoint that wait together share the read of its row; those of different ones cannot.
      invoke_on_postgres: await compare(direct, invoke(first)),
      invoke_on_postgres_each_its_own_endpoint: await compare(direct, () =>
        invoke(owner.endpointIds[(turn += 1) % owner.endpointIds.length] ?? '')(),
      ),
    };
  } finally {
    await service.close();
    await app.close();
    await pool.end();
    await agent.destroy();
    target.close();
  }
}

function createService(
  database: Awaited<ReturnType<typeof createApp>>['database'],
  config: ReturnType<typeof loadConfig>,
) {
  const clock = { now: () => Date.now() };
  const log = createLog('silent');
  const sealer = createSealer(config.sealing);
  const egress = createEgress();
  const traces = createTraces({ database, clock, log });
  const projects = {
    resolve: async () => ({ id: '' }),
    hold: async () => '',
  };
  const values = { params: { model: 'm' }, secretParams: {}, types: {} };
  const parameters = { open: () => values, forCall: async () => values };
  const endpoints = createEndpoints({ database, clock, sealer, projects, parameters });
  const invocation = createInvocation({
    egress,
    clock,
    newId,
    conversations: createConversationStore({ database, clock }),
    tokenCache: createTokenStore({ database, clock, sealer }),
    traces,
  });
  return {
    calls: createCalls({
      invocation,
      endpoints,
      projects,
      parameters,
      files: { load: () => Promise.reject(new Error('There are no stored files here.')) },
      answerFiles: { keep: () => Promise.resolve([]) },
      slowWork: createSlowWork(),
    }),
    async close() {
      await invocation.close();
      await traces.close();
      await egress.close();
    },
  };
}

/** Rows that signing up and configuring would have made. */
async function seed(pool: pg.Pool, url: string) {
  const ids = {
    userId: newId(),
    organizationId: newId(),
    project: newId(),
    endpointIds: Array.from({ length: 2 * concurrency }, newId),
  };
  await pool.query(
    `insert into organizations (id, name, created_at, updated_at) values ($1, 'Bench', now(), now())`,
    [ids.organizationId],
  );
  await pool.query(
    `insert into projects (id, organization_id, name, created_at, updated_at) values ($1, $2, 'Bench', now(), now())`,
    [ids.project, ids.organizationId],
  );
  for (const endpointId of ids.endpointIds)
    await pool.query(
      `insert into endpoints (id, organization_id, project_id, name, url, method, protocol, environment, auth_type,
         request_headers, query_params, request_mapping, response_mapping, created_at, updated_at)
       values ($1, $2, $3, 'Bench', $4, 'POST', 'REST', 'Development', 'none', '{}', '{}', $5, $6, now(), now())`,
      [
        endpointId,
        ids.organizationId,
        ids.project,
        url,
        JSON.stringify({ text: '{"message": "{{ input }}", "model": "{{ params.model }}"}' }),
        JSON.stringify({ output: '$.choices[0].message.content', metadata: { usage: '$.usage' } }),
      ],
    );
  return ids;
}

async function compare(direct: () => Promise<void>, through: () => Promise<void>) {
  await inParallel(300, concurrency, direct);
  await inParallel(300, concurrency, through);
  let directBest = 0;
  let throughBest = 0;
  for (let round = 0; round < rounds; round += 1) {
    directBest = Math.max(directBest, await inParallel(calls, concurrency, direct));
    throughBest = Math.max(throughBest, await inParallel(calls, concurrency, through));
  }
  const directMs = await medianAlone(300, direct);
  const throughMs = await medianAlone(300, through);
  return {
    direct_per_second: Math.round(directBest),
    per_second: Math.round(throughBest),
    throughput_ratio: round2(throughBest / directBest),
    direct_median_ms: round2(directMs),
    median_ms: round2(throughMs),
    added_median_ms: round2(throughMs - directMs),
  };
}

async function callDirectly(url: string, agent: Agent): Promise<void> {
  const response = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'hello there', model: 'm' }),
  });
  await response.body.json();
}

async function startTarget(): Promise<{ url: string; close(): void }> {
  const answer = JSON.stringify({
    choices: [{ message: { role: 'assistant', content: 'Hello. '.repeat(40) } }],
    usage: { total_tokens: 12 },
  });
  const target = createServer((req, res) => {
    req.resume().on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end(answer));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/chat`,
    close() {
      target.closeAllConnections();
      target.close();
    },
  };
}

/** Runs one statement on the server; false when there is no server. */
async function administer(statement: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
  } catch {
    return false;
  }
  await client.query(statement).finally(() => client.end());
  return true;
}
