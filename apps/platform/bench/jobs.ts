import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExplorationResult } from '@sonde/contract';
import pg from 'pg';
import { z } from 'zod';
import { createJobs } from '../src/kernel/jobs.ts';
import { createLog } from '../src/kernel/log.ts';
import { openPostgres } from '../src/kernel/postgres.ts';
import { databaseUrl } from '../test/support/database.ts';
import { openHouse } from '../test/modules/exploration/support/house.ts';

const jobsCount = 5_000;
const targetMs = 250;

/** Trivial jobs a second that one worker takes from PostgreSQL, and what an exploration adds to the time its target takes. */
export async function run(): Promise<Record<string, unknown>> {
  const server = process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'];
  return {
    jobs: server
      ? await measureJobs(server)
      : 'Set BENCH_DATABASE_URL to a PostgreSQL server to measure jobs a second.',
    exploration: await measureExploration(),
  };
}

async function measureJobs(server: string) {
  const name = `sonde_bench_${randomBytes(8).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const log = createLog('silent');
  const database = await openPostgres({ url: databaseUrl(server, name), poolSize: 10, log });
  const definition = { name: 'bench-trivial', payload: z.object({ number: z.number() }) };
  const filler = createJobs({ database, log, isWorker: false });
  const worker = createJobs({ database, log, isWorker: true });
  try {
    let done = 0;
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((settle) => (finish = settle));
    filler.work(definition, async () => undefined);
    worker.work(definition, async () => {
      done += 1;
      if (done === jobsCount) finish();
    });
    await filler.start();
    const enqueueStarted = performance.now();
    await database.system(async (tx) => {
      for (let number = 0; number < jobsCount; number += 1) await filler.enqueue(tx, definition, { number });
    });
    const enqueueMs = performance.now() - enqueueStarted;
    const started = performance.now();
    await worker.start();
    await finished;
    const workMs = performance.now() - started;
    return {
      jobs: jobsCount,
      enqueued_per_second: Math.round(jobsCount / (enqueueMs / 1000)),
      worked_per_second_one_worker: Math.round(jobsCount / (workMs / 1000)),
      target_per_second: 500,
    };
  } finally {
    await worker.stop(5_000);
    await filler.stop(0);
    await database.close();
    await administer(server, `drop database if exists ${name} with (force)`);
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** The target takes a quarter of a second for each answer; everything above that is ours. */
async function measureExploration() {
  let asked = 0;
  const target = createServer((request, response) => {
    asked += 1;
    const about = `subject${asked} and matter${asked}, plants${asked} and tools${asked}`;
    request.resume().on('end', () => {
      void pause(targetMs).then(() =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ message: `I answer questions about gardens: ${about}.` })),
      );
    });
  });
  await new Promise<void>((settle) => target.listen(0, '127.0.0.1', settle));
  const address = target.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const house = await openHouse();
  try {
    // A worker lives for long: the first run, which also warms the engine, is told apart from the second.
    const url = `http://127.0.0.1:${port}/chat`;
    const first = await house.explore(url, { strategy: 'boundary_discovery' });
    const second = await house.explore(url, { strategy: 'boundary_discovery' });
    return {
      first_run: overhead(first.result),
      warm_run: overhead(second.result),
      target_overhead_percent: 5,
    };
  } finally {
    await house.close();
    target.close();
    target.closeAllConnections();
  }
}

function overhead(result: ExplorationResult) {
  const inTarget = result.conversation.reduce((sum, { latency_ms }) => sum + (latency_ms ?? 0), 0);
  return {
    turns: result.turns_used,
    stop_reason: result.stop_reason,
    duration_ms: result.duration_ms,
    in_target_ms: Math.round(inTarget),
    overhead_percent: Math.round(((result.duration_ms - inTarget) / inTarget) * 1000) / 10,
  };
}
