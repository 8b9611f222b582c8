import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { otlpLimitBytes } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { judgeJsonSize, mostValues, type Answer } from '#kernel/http';
import { createPauses } from '#kernel/pauses';
import { createPlaces } from '#kernel/places';
import type { NewSpan } from '../new-span.ts';
import { otlpAnswer, otlpRefusal } from './answer.ts';
import { jsonSpans } from './json.ts';
import { protobufSpans } from './protobuf.ts';
import { readOtlpBody, typeOf } from './read-body.ts';
import type { Room } from './room.ts';
import type { OtlpSpan } from './span.ts';
import { toNewSpan } from './to-new-span.ts';
import { MalformedMessage, Wire } from './wire.ts';

const mostSpans = 10_000;
/** Of resources and scopes and the fields beside their spans: with one span in each there are six for it, or a few more. */
const mostGroups = 8 * mostSpans;
/** Characters of all spans as they are stored: each takes its resource along, which came once for thousands of them. */
const mostStored = 4 * otlpLimitBytes;

export interface Received {
  readonly organizationId: string;
  readonly projectId: string;
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
}

interface Options {
  readonly room: Room;
  readonly store: (organizationId: string, spans: readonly NewSpan[]) => Promise<unknown>;
}

export type ReceiveOtlp = ReturnType<typeof createOtlpReceiver>;

/** Reads a request, keeps what can be kept, and says so once it is kept. */
export function createOtlpReceiver({ room, store }: Options) {
  /**
   * One is read at a time, so that there is one tree of values at a time however many come. Organizations take turns: a
   * hundred requests of one are no more than one to everybody else.
   */
  const reading = createPlaces({ count: 1 });

  async function receive({ organizationId, projectId, headers, stream }: Received): Promise<Answer> {
    const type = typeOf(headers['content-type']);
    const visit = room.enter(organizationId);
    try {
      const body = await readOtlpBody(stream, headers['content-encoding'], visit);
      if (type === 'application/json') await judgeJsonSize(body);
      const { spans, rejected, faults } = await reading.take(organizationId, () =>
        convert(spansIn(type, body), projectId),
      );
      await store(organizationId, spans);
      return otlpAnswer(type, rejected, [...faults].join('; '));
    } finally {
      visit.leave();
    }
  }

  return async (received: Received): Promise<Answer> => {
    try {
      return await receive(received);
    } catch (error) {
      const problem =
        error instanceof MalformedMessage
          ? new Problem('malformed', 'request.malformed', error.message)
          : error;
      const isProtobuf = received.headers['content-type']?.startsWith('application/x-protobuf');
      if (problem instanceof Problem && isProtobuf) return otlpRefusal(problem);
      throw problem;
    }
  };
}

function spansIn(type: string, body: Buffer): Generator<OtlpSpan | undefined> {
  if (type !== 'application/json') return protobufSpans(new Wire(body));
  try {
    return jsonSpans(JSON.parse(body.toString('utf8')));
  } catch {
    throw new MalformedMessage('The body is not JSON.');
  }
}

async function convert(
  found: Generator<OtlpSpan | undefined>,
  projectId: string,
): Promise<{ spans: NewSpan[]; rejected: number; faults: ReadonlySet<string> }> {
  const spans: NewSpan[] = [];
  const faults = new Set<string>();
  let rejected = 0;
  let groups = 0;
  let size = 0;
  let values = 0;
  let resource: OtlpSpan['resource'] | undefined;
  const pause = createPauses();
  for (const span of found) {
    if (span === undefined) {
      groups += 1;
      if (groups > mostGroups)
        throw new Problem('too_large', 'request.too_large', `One request may bring ${mostSpans} spans.`);
    } else {
      size += span.size;
      values += span.values + (span.resource === resource ? 0 : span.resourceValues);
      resource = span.resource;
      // Two bytes become an object of fifty, and all of them are held until they are stored.
      if (values > mostValues)
        throw new Problem(
          'too_large',
          'request.too_large',
          `The attributes of the spans have more than ${mostValues} values. Send fewer spans at once.`,
        );
      if (size > mostStored)
        throw new Problem(
          'too_large',
          'request.too_large',
          'The spans, each with its resource, are more than one request may bring. Send fewer at once.',
        );
      const kept = toNewSpan(span, projectId);
      if ('fault' in kept) {
        rejected += 1;
        faults.add(kept.fault);
      } else spans.push(kept);
    }
    if (spans.length + rejected > mostSpans)
      throw new Problem('too_large', 'request.too_large', `One request may bring ${mostSpans} spans.`);
    await pause();
  }
  return { spans, rejected, faults };
}
