import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** In a thread of its own: the hostile target, and the caller of another organization who waits meanwhile. */
const EVERY_MS = 20;
const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function nested(): string {
  let text = JSON.stringify({ end: indexes(60_000) });
  for (let level = 0; level < 140; level += 1) text = `{"a":${text}}`;
  return text;
}

const answers: Record<string, { status: number; type: string; body: string }> = {
  '/ok': { status: 200, type: 'application/json', body: '{"reply":"hello"}' },
  '/nested': { status: 200, type: 'application/json', body: nested() },
  '/long': { status: 200, type: 'application/json', body: JSON.stringify({ t: 'ab'.repeat(4_500_000) }) },
  '/masked': { status: 200, type: 'application/json', body: JSON.stringify({ t: 'a1 '.repeat(3_000_000) }) },
  '/turn': { status: 200, type: 'application/json', body: JSON.stringify({ reply: 'x'.repeat(1_000_000) }) },
  '/missing-fields': {
    status: 422,
    type: 'application/json',
    body: JSON.stringify({
      detail: indexes(50_000).map((index) => ({
        loc: ['body', `f${index}`],
        msg: 'field required',
        type: 'value_error.missing',
      })),
    }),
  },
  '/events': {
    status: 200,
    type: 'text/event-stream',
    body: indexes(150_000)
      .map((index) => `data: {"t":${index}}\n\n`)
      .join(''),
  },
  '/wide': {
    status: 200,
    type: 'application/json',
    body: JSON.stringify(
      Object.fromEntries(indexes(150_000).map((index) => [`key${index}`, `value ${index}`])),
    ),
  },
};

const target = createServer((request, response) => {
  const answer = answers[new URL(request.url ?? '/', 'http://target').pathname] ?? answers['/ok'];
  request.resume().on('end', () => {
    response.writeHead(answer?.status ?? 500, { 'content-type': answer?.type ?? 'text/plain' });
    response.end(answer?.body);
  });
});

const { url, token } = workerData as { url: string; token: string };
let longestMs = 0;
const waiting = new Set<number>();
setInterval(() => {
  const begunAt = performance.now();
  waiting.add(begunAt);
  void fetch(url, { headers: { authorization: `Bearer ${token}` } })
    .then((response) => response.arrayBuffer())
    .then(() => {
      longestMs = Math.max(longestMs, performance.now() - begunAt);
      waiting.delete(begunAt);
    });
}, EVERY_MS);

target.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage({ target: `http://127.0.0.1:${(target.address() as AddressInfo).port}` });
});
parentPort?.on('message', () => {
  const [oldest] = waiting;
  const sofarMs = oldest === undefined ? 0 : performance.now() - oldest;
  parentPort?.postMessage({ longestMs: Math.max(longestMs, sofarMs) });
  longestMs = 0;
});
