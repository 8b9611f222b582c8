import { type Problem, problemBody, statusOf } from '@sonde/server-kit';
import { Answer } from '#kernel/http';

export type OtlpType = 'application/x-protobuf' | 'application/json';

/** In the type of the request, as the protocol asks. A full success is an empty message. */
export function otlpAnswer(type: OtlpType, rejected: number, message: string): Answer {
  if (type === 'application/json')
    return new Answer(
      200,
      Buffer.from(
        JSON.stringify(
          rejected > 0 ? { partialSuccess: { rejectedSpans: String(rejected), errorMessage: message } } : {},
        ),
      ),
      { 'content-type': type },
    );
  const partial = Buffer.concat([
    Buffer.from([0x08]),
    varint(rejected),
    delimited(0x12, Buffer.from(message)),
  ]);
  return new Answer(200, rejected > 0 ? delimited(0x0a, partial) : Buffer.alloc(0), { 'content-type': type });
}

/** A refusal as google.rpc.Status, which is all that exporters of protobuf read; in JSON it is a problem as ever. */
export function otlpRefusal(problem: Problem): Answer {
  const status = statusOf(problem);
  const { detail } = problemBody(problem);
  const body = Buffer.concat([
    Buffer.from([0x08]),
    varint(rpcCodes[status] ?? 2),
    delimited(0x12, Buffer.from(String(detail))),
  ]);
  return new Answer(status, body, { ...problem.headers, 'content-type': 'application/x-protobuf' });
}

const rpcCodes: Readonly<Record<number, number>> = { 400: 3, 404: 5, 413: 11, 415: 3, 429: 8, 503: 14 };

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}

const delimited = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), varint(content.length), content]);
