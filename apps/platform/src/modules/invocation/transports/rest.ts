import type { Egress, Hop } from '@sonde/egress';
import type { SlowWork } from '#kernel/slow-work';
import { createBodyReader } from '../body.ts';
import { readQuota } from '../quota/told-quota.ts';
import type { RenderedRequest } from '../request.ts';
import type { Transport, TransportAnswer, TransportCall } from './transport.ts';

// Longest silence inside an answer that has begun; a model may think long before it begins, not in the middle.
const INACTIVITY_MS = 120_000;
const MAX_RESPONSE_BYTES = 10 * 1024 * 1024;

/** One HTTP request, answered by JSON, lines, a stream of events or text. Never repeated on its own. */
export function createRestTransport({
  egress,
  clock,
  slowWork,
}: {
  egress: Egress;
  clock: { now(): number };
  slowWork: SlowWork;
}): Transport {
  async function send({
    configuration,
    request,
    timeoutMs,
    signal,
    progress,
  }: TransportCall): Promise<TransportAnswer> {
    const response = await egress.request({
      url: request.url,
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal,
      timeoutMs,
      inactivityTimeoutMs: Math.min(timeoutMs, INACTIVITY_MS),
      maxResponseBytes: MAX_RESPONSE_BYTES,
      secretHeaderNames: [...(configuration.secretHeaderNames ?? []), ...request.secretHeaderNames],
      bodyIsSecret: request.bodyIsSecret,
      tls: configuration.tls,
      onSent: () => (progress.sentAtMs ??= performance.now()),
    });
    progress.status = response.status;
    progress.timeToFirstByteMs = response.timeToFirstByteMs;
    progress.retryAfterMs = retryAfterOf(
      response.headers['retry-after'],
      headerText(response.headers['date']),
    );
    progress.quota = readQuota(response.headers, clock.now());
    const reader = createBodyReader(headerText(response.headers['content-type']));
    progress.partial = () => reader.finish();
    for await (const chunk of response.body) {
      progress.receivedBytes = (progress.receivedBytes ?? 0) + chunk.length;
      if (reader.push(chunk)) break;
    }
    progress.arrivedAtMs = performance.now();
    return {
      status: response.status,
      body: await slowWork(configuration.organizationId, () => reader.finish()),
      headers: response.headers,
      warnings: redirectWarnings(request, response.hops),
    };
  }
  return { send, close: async () => {} };
}

/**
 * Seconds, or a date, which is read against the target's own clock; anything else says nothing. A gateway may ask for a
 * time of its own: of several the longest counts.
 */
function retryAfterOf(lines: string | string[] | undefined, date: string): number | undefined {
  const waits = [lines ?? []].flat().flatMap((line: string) => {
    const text = line.trim();
    const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.parse(date);
    return Number.isNaN(waitMs) ? [] : [Math.max(0, waitMs)];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function headerText(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function redirectWarnings(request: RenderedRequest, hops: readonly Hop[]): string[] {
  const last = hops.at(-1);
  if (last === undefined) return [];
  const address = `${last.url.origin}${last.url.pathname}`;
  const changed =
    last.method === request.method
      ? ''
      : `, which turned ${request.method} into ${last.method} and dropped the body`;
  const origin = new URL(request.url).origin;
  const crossed = hops.some(({ url }) => url.origin !== origin)
    ? ' That is another origin, so credentials were not sent along.'
    : '';
  return [
    `The application redirected to ${address}${changed}.${crossed} Enter that address in the configuration.`,
  ];
}
