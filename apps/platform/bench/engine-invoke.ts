import { createServer, type Server } from 'node:http';
import { createEgress } from '@sonde/egress';
import { Agent, request } from 'undici';
import { bareEngine } from './bare-engine.ts';
import { inParallel, medianAlone, round2 } from './measure.ts';
import {
  createInvocation,
  type Invocation,
  type TargetConfiguration,
} from '../src/modules/invocation/index.ts';

export type EngineInvokeResult = {
  direct_per_second: number;
  invoke_per_second: number;
  throughput_ratio: number;
  direct_median_ms: number;
  invoke_median_ms: number;
  added_median_ms: number;
  slow_targets: {
    concurrent: number;
    seconds: number;
    failures: number;
    rss_before_mb: number;
    rss_after_mb: number;
    heap_before_mb: number;
    heap_after_mb: number;
  };
};

const CALLS = 4000;
const CONCURRENCY = 32;
const ROUNDS = 3;
const SLOW_CALLS = 500;

/** invoke() beside a bare undici call to the same loopback target, in alternating rounds, and 500 slow targets at once. */
export async function run(): Promise<EngineInvokeResult> {
  const target = await startTarget();
  const egress = createEgress();
  const invocation = createInvocation({ ...bareEngine(), egress });
  const agent = new Agent();
  try {
    const configuration = configurationFor(`${target.url}/chat`);
    const direct = () => callDirectly(`${target.url}/chat`, agent);
    const throughEngine = () => callEngine(invocation, configuration);
    await inParallel(500, CONCURRENCY, direct);
    await inParallel(500, CONCURRENCY, throughEngine);
    let directBest = 0;
    let engineBest = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      directBest = Math.max(directBest, await inParallel(CALLS, CONCURRENCY, direct));
      engineBest = Math.max(engineBest, await inParallel(CALLS, CONCURRENCY, throughEngine));
    }
    const directAlone = await medianAlone(400, direct);
    const engineAlone = await medianAlone(400, throughEngine);
    return {
      direct_per_second: Math.round(directBest),
      invoke_per_second: Math.round(engineBest),
      throughput_ratio: round2(engineBest / directBest),
      direct_median_ms: round2(directAlone),
      invoke_median_ms: round2(engineAlone),
      added_median_ms: round2(engineAlone - directAlone),
      slow_targets: await callSlowTargets(invocation, configurationFor(`${target.url}/slow`)),
    };
  } finally {
    await invocation.close();
    await egress.close();
    await agent.destroy();
    target.server.closeAllConnections();
    target.server.close();
  }
}

async function callSlowTargets(
  invocation: Invocation,
  configuration: TargetConfiguration,
): Promise<EngineInvokeResult['slow_targets']> {
  await callAll(invocation, configuration);
  const before = process.memoryUsage();
  const startedAt = performance.now();
  let failures = 0;
  for (let round = 0; round < 3; round += 1) failures += await callAll(invocation, configuration);
  const seconds = (performance.now() - startedAt) / 1000 / 3;
  const after = process.memoryUsage();
  return {
    concurrent: SLOW_CALLS,
    seconds: round2(seconds),
    failures,
    rss_before_mb: megabytes(before.rss),
    rss_after_mb: megabytes(after.rss),
    heap_before_mb: megabytes(before.heapUsed),
    heap_after_mb: megabytes(after.heapUsed),
  };
}

async function callAll(invocation: Invocation, configuration: TargetConfiguration): Promise<number> {
  const results = await Promise.all(
    Array.from({ length: SLOW_CALLS }, () => invocation.invoke(configuration, { input: 'hello' })),
  );
  return results.filter(({ success }) => !success).length;
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

async function callEngine(invocation: Invocation, configuration: TargetConfiguration): Promise<void> {
  const result = await invocation.invoke(configuration, { input: 'hello there' });
  if (!result.success) throw new Error(`The call failed: ${JSON.stringify(result.error)}`);
}

function configurationFor(url: string): TargetConfiguration {
  return {
    organizationId: 'organization',
    endpointId: 'endpoint',
    name: 'Bench',
    url,
    method: 'POST',
    protocol: 'REST',
    authType: 'bearer_token',
    authToken: 'fake-bench-token',
    requestHeaders: {},
    requestMapping: '{"message": "{{ input }}", "model": "{{ params.model }}"}',
    responseMapping: { output: '$.choices[0].message.content', metadata: { usage: '$.usage' } },
    params: { model: 'm' },
    disableTracing: false,
  };
}

async function startTarget(): Promise<{ server: Server; url: string }> {
  const answer = JSON.stringify({
    id: 'x',
    choices: [{ message: { role: 'assistant', content: 'Hello. '.repeat(40) } }],
    usage: { total_tokens: 12 },
  });
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      const respond = () => res.writeHead(200, { 'content-type': 'application/json' }).end(answer);
      if (req.url === '/slow') setTimeout(respond, 1000);
      else respond();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The target has no port.');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
