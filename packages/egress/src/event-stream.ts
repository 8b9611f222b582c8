import { createParser } from 'eventsource-parser';
import { EgressError } from './errors.ts';

export type ServerEvent = { event: string | undefined; data: string };

export type EventStreamReader = {
  feed(text: string): void;
  /** The stream is over: an event without its closing blank line still counts. */
  end(): void;
};

/** Reads server-sent events as their text arrives, whatever line endings and chunk borders are used. */
export function createEventStreamReader(options: {
  onEvent: (event: ServerEvent) => void;
  maxEventLength: number;
}): EventStreamReader {
  let tooLong = false;
  let foreignLines = 0;
  const parser = createParser({
    maxBufferSize: options.maxEventLength,
    onEvent: ({ event, data }) => options.onEvent({ event, data }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') tooLong = true;
      else foreignLines += 1;
    },
  });
  function feed(text: string): void {
    if (!tooLong) parser.feed(text);
    if (foreignLines > MAX_FOREIGN_LINES)
      throw new EgressError({
        stage: 'too_large',
        code: 'event_stream_invalid',
        message: 'The answer says that it is a stream of events, and thousands of its lines are none.',
      });
    if (tooLong) {
      throw new EgressError({
        stage: 'too_large',
        code: 'event_too_large',
        message: `One event of the stream is longer than ${options.maxEventLength} characters.`,
      });
    }
  }
  return { feed, end: () => feed('\n\n') };
}

/** Each is told by an error of the parser, which costs as much as reading thousands of characters. */
const MAX_FOREIGN_LINES = 10_000;
