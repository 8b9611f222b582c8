import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { HttpCall, LoadAnswer, LoadTask } from './load.ts';
import { inParallel } from './measure.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

process.on('message', (task: LoadTask) => {
  void perform(task).then((answer) => process.send?.(answer));
});

async function perform(task: LoadTask): Promise<LoadAnswer> {
  try {
    return { result: await measure(task) };
  } catch (error) {
    return { error: String(error) };
  }
}

function measure(task: LoadTask): Promise<unknown> {
  if (task.kind === 'repeat') return repeat(task.call, task.times, task.width);
  if (task.kind === 'watch') return watch(task.call, task.flood);
  return rotate(task.call, task.tokens, task.times);
}

/** The rate of one call, so many at once. */
const repeat = (call: HttpCall, times: number, width: number): Promise<number> =>
  inParallel(times, width, () => send(call));

/** How long one call takes, again and again, while others flood the server. */
async function watch(call: HttpCall, flood: { call: HttpCall; width: number }): Promise<number[]> {
  let isOver = false;
  const flooding = repeat(flood.call, flood.width, flood.width).finally(() => (isOver = true));
  const milliseconds: number[] = [];
  while (!isOver) {
    const started = performance.now();
    await send(call);
    milliseconds.push(performance.now() - started);
  }
  await flooding;
  return milliseconds;
}

/** Every session refreshes in a row, all sessions at once. */
async function rotate(call: HttpCall, tokens: readonly string[], times: number) {
  const started = performance.now();
  const next = await Promise.all(
    tokens.map(async (first) => {
      let token = first;
      for (let time = 0; time < times; time += 1) {
        const text = await send({ ...call, body: JSON.stringify({ refresh_token: token }) });
        token = (JSON.parse(text) as { refresh_token: string }).refresh_token;
      }
      return token;
    }),
  );
  return { perSecond: (tokens.length * times * 1000) / (performance.now() - started), tokens: next };
}

/** As the web server calls: with an address of its own for each, so that limits do not count them together. */
function send({ method, url, headers, body }: HttpCall): Promise<string> {
  const address = `10.${[...randomBytes(3)].join('.')}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent, headers: { ...headers, 'x-sonde-client-address': address } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          response.statusCode && response.statusCode < 300
            ? resolve(text)
            : reject(new Error(`${url} answered ${response.statusCode}: ${text}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
