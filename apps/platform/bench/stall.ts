import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startPlatform, type TestPlatform } from '../test/support/platform.ts';
import { attacksOn, type Attack } from './stall-attacks.ts';

const AIMS = { loop_stop_ms: 250, other_waits_ms: 1000 };
const HISTORY_TURNS = 40;

/** The longest stop of the event loop under hostile work of each class, and the longest wait of another organization meanwhile. */
export async function run(): Promise<Record<string, unknown>> {
  const platform = await startPlatform();
  const attacker = await platform.signUp();
  const other = await platform.signUp();
  const address = await platform.app.http.listen({ port: 0, host: '127.0.0.1' });
  const client = new Worker(new URL('./stall-client.ts', import.meta.url), {
    workerData: { url: `${address}/api/v1/users/me`, token: other.token },
  });
  const [{ target }] = (await once(client, 'message')) as [{ target: string }];
  const longestWait = async (): Promise<number> => {
    client.postMessage('longest');
    const [{ longestMs }] = (await once(client, 'message')) as [{ longestMs: number }];
    return longestMs;
  };
  const measured = { platform, token: attacker.token, longestWait };
  const results: Record<string, unknown> = { aims: AIMS };
  const attacks = attacksOn(target);
  results['nothing'] = await measure(measured, () => pause(1000));
  for (const kind of new Set(attacks.map((attack) => attack.kind)))
    results[kind] = await measureEach(
      measured,
      attacks.filter((attack) => attack.kind === kind),
    );
  results['histories'] = await measure(measured, () => talk(measured, target));
  await client.terminate();
  await platform.close();
  return results;
}

type Measured = { platform: TestPlatform; token: string; longestWait: () => Promise<number> };
type Stop = { loop_stop_ms: number; other_waits_ms: number };

/** The worst attack of a class stands for it. */
async function measureEach(measured: Measured, attacks: readonly Attack[]): Promise<unknown> {
  const stops: (Stop & { worst: string })[] = [];
  for (const { path, body } of attacks) {
    const stop = await measure(measured, async () => {
      const answer = await measured.platform.call('POST', path, { token: measured.token, body });
      const isTried = answer.status === 200 && (isRefusedEarly(answer.body) || !isTest(path));
      if (!isTried && answer.body?.status_code !== 200)
        throw new Error(
          `${path} answered ${answer.status} without trying the attack: ${answer.text.slice(0, 300)}`,
        );
    });
    stops.push({ ...stop, worst: JSON.stringify(body).slice(0, 160) });
  }
  return {
    attacks: stops.length,
    ...stops.toSorted((left, right) => right.loop_stop_ms - left.loop_stop_ms)[0],
    other_waits_ms: Math.max(...stops.map((stop) => stop.other_waits_ms)),
  };
}

const isTest = (path: string): boolean => path === '/endpoints/test';
/** A template that costs too much ends the call before the target is reached. */
const isRefusedEarly = (body: { error?: { type?: string } | null }): boolean =>
  body.error?.type === 'template_error';

async function measure(measured: Measured, work: () => Promise<void>): Promise<Stop> {
  await measured.longestWait();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // The first sample is the beginning that later ones are measured from.
  await pause(50);
  await work();
  await pause(50);
  delay.disable();
  return {
    loop_stop_ms: Math.round(delay.max / 1e6),
    other_waits_ms: Math.round(await measured.longestWait()),
  };
}

/** A stateless conversation whose template never shows its history, with a million characters in each answer. */
async function talk({ platform, token }: Measured, target: string): Promise<void> {
  const created = await platform.call('POST', '/endpoints', {
    token,
    body: {
      name: 'Stateless',
      url: `${target}/turn`,
      request_mapping: '{"message": "{{ input }}", "n": {{ messages | length }}}',
      response_mapping: { output: '$.reply' },
    },
  });
  let conversationId: string | undefined;
  for (let turn = 0; turn < HISTORY_TURNS; turn += 1) {
    const { body } = await platform.call('POST', `/endpoints/${created.body.id}/invoke`, {
      token,
      body: { input: 'go on', ...(conversationId === undefined ? {} : { conversation_id: conversationId }) },
    });
    conversationId = body.conversation_id;
  }
}
