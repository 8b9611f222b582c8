import type { Stream } from './api.ts';
import { fill, type Values } from './body.ts';

/** The answer as the events, lines or socket messages in which the API would send it. */
export function framesOf(stream: Stream, values: Values): string[] {
  const parts = [
    ...(stream.first === undefined ? [] : [fill(stream.first, values)]),
    ...values.echo.split(/(?<= )/).map((word) => fill(stream.chunk, { ...values, word })),
    ...(stream.last === undefined ? [] : [fill(stream.last, values)]),
  ];
  const texts = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
  const done = stream.done === undefined || stream.done === 'close' ? [] : [stream.done];
  const event = stream.event === undefined ? '' : `event: ${stream.event}\n`;
  return [...texts, ...done].map((text) => {
    if (stream.format === 'sse') return `${event}data: ${text}\n\n`;
    return stream.format === 'ndjson' ? `${text}\n` : text;
  });
}
