import type { Log } from '../log.ts';
import { createTurns } from '../turns.ts';
import {
  UnreadableFileError,
  type ExtractedText,
  type FileRequest,
  type Records,
  type RecordsRequest,
  type Thumbnails,
} from './messages.ts';
import {
  readingLimits,
  startReadingChild,
  type ReadingChild,
  type ReadingLimits,
  type Work,
} from './reading-child.ts';

export interface Caller {
  readonly organizationId: string;
  /** Who asked, where that is one person: those of an organization take turns as well. */
  readonly userId?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FileReader {
  /** The text of a file; throws `UnreadableFileError` with a reason when there is no way to it. */
  readText(file: { path: string; contentType: string }, caller: Caller): Promise<ExtractedText>;
  makeThumbnails(
    file: { path: string; contentType: string; sizes: readonly number[] },
    caller: Caller,
  ): Promise<Thumbnails>;
  /** Takes a file of tests or other rows apart; what is found lies in the file `into`, in lines of JSON. */
  readRecords(request: Omit<RecordsRequest, 'kind'>, caller: Caller): Promise<Records>;
  /** The value of a YAML document that came in a request: a parser of it needs seconds for what is sent in a moment. */
  readYaml(content: string, caller: Caller): Promise<unknown>;
  close(): Promise<void>;
}

/** More wait than can be served in a while; ask again later. */
export class ReaderBusyError extends Error {
  override readonly name = 'ReaderBusyError';
}

interface Options {
  readonly log: Log;
  readonly limits?: Partial<ReadingLimits>;
  readonly mostWaiting?: number;
}

/**
 * Reads files in processes that may be killed: hostile bytes can make a decoder take any time and any memory, and
 * neither a thread nor a time limit inside ours would end that. Each kind has a process of its own, so that somebody
 * who looks at pictures does not wait for a long document.
 */
export function createFileReader({ log, limits = {}, mostWaiting = 500 }: Options): FileReader {
  const all = { ...readingLimits, ...limits };
  const texts = createLane({ log, limits: all, mostWaiting });
  const pictures = createLane({ log, limits: all, mostWaiting });
  const tables = createLane({ log, limits: all, mostWaiting });
  // Somebody waits for the answer, and what is sent in a request is small.
  const documents = createLane({
    log,
    limits: { ...all, wallMs: Math.min(all.wallMs, mostDocumentMs) },
    mostWaiting: Math.min(mostWaiting, mostDocumentsWaiting),
  });
  return {
    async readText(file, caller) {
      const answer = await texts.read({ kind: 'text', ...file }, caller);
      if (answer.kind !== 'text') throw new Error('The reader answered another question.');
      return { kind: 'text', text: answer.text, truncated: answer.truncated };
    },
    async makeThumbnails(file, caller) {
      const answer = await pictures.read({ kind: 'thumbnails', ...file }, caller);
      if (answer.kind !== 'thumbnails') throw new Error('The reader answered another question.');
      return { kind: 'thumbnails', images: answer.images };
    },
    async readRecords(request, caller) {
      const answer = await tables.read({ kind: 'records', ...request }, caller);
      if (answer.kind !== 'records') throw new Error('The reader answered another question.');
      const { cpuSeconds: _cpuSeconds, residentBytes: _residentBytes, ...records } = answer;
      return records;
    },
    async readYaml(content, caller) {
      const answer = await documents.read({ kind: 'yaml', content }, caller);
      if (answer.kind !== 'value') throw new Error('The reader answered another question.');
      return answer.value;
    },
    async close() {
      texts.close();
      pictures.close();
      tables.close();
      documents.close();
    },
  };
}

interface Waiting {
  readonly request: FileRequest;
  readonly signal: AbortSignal | undefined;
  readonly settle: (answer: Work) => void;
  readonly fail: (error: Error) => void;
}

interface LaneOptions {
  readonly log: Log;
  readonly limits: ReadingLimits;
  readonly mostWaiting: number;
}

const mostDocumentMs = 10_000;
const mostDocumentsWaiting = 50;
const mostFilesOfOneChild = 200;
const idleMs = 60_000;

/** One child and those who wait for it, one file at a time; organizations take turns, and within one its members. */
function createLane({ log, limits, mostWaiting }: LaneOptions) {
  const waiting = createTurns<Waiting>();
  let waitingCount = 0;
  let child: ReadingChild | undefined;
  let filesRead = 0;
  let isWorking = false;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    clearTimeout(idle);
    for (let next = waiting.next(); next; next = waiting.next()) {
      waitingCount -= 1;
      if (next.signal?.aborted) next.fail(asError(next.signal.reason));
      else await readOne(next);
    }
    isWorking = false;
    // Nobody needs a process that does nothing.
    idle = setTimeout(recycle, idleMs).unref();
  }

  async function readOne({ request, settle, fail }: Waiting): Promise<void> {
    try {
      // It may have ended while it had nothing to do, as the whole machine runs out of memory.
      if (child?.hasEnded) recycle();
      child ??= await startReadingChild(limits);
      if (isClosed) throw new Error('The reader of files is closed.');
      const answer = await child.read(request);
      filesRead += 1;
      // What one file has used up would be missing to the next, which may be somebody else's.
      const isSpent =
        answer.cpuSeconds > limits.cpuSeconds / 2 || answer.residentBytes > limits.residentBytes / 2;
      if (isSpent || filesRead >= mostFilesOfOneChild) recycle();
      settle(answer);
    } catch (error) {
      // What failed once may have left anything behind.
      recycle();
      if (error instanceof UnreadableFileError)
        log.info(
          { kind: request.kind, content_type: 'contentType' in request ? request.contentType : undefined },
          'a file could not be read',
        );
      fail(asError(error));
    }
  }

  function recycle(): void {
    child?.kill();
    child = undefined;
    filesRead = 0;
  }

  return {
    read: (request: FileRequest, { organizationId, userId, signal }: Caller): Promise<Work> =>
      new Promise((settle, fail) => {
        if (isClosed) return fail(new Error('The reader of files is closed.'));
        // Turns are of no use to whoever is not let in: half of the room is for everybody else, and half of that for
        // the other members.
        if (
          waitingCount >= mostWaiting ||
          waiting.countOf(organizationId) >= Math.ceil(mostWaiting / 2) ||
          (userId && waiting.countOf(organizationId, userId) >= Math.ceil(mostWaiting / 4))
        )
          return fail(new ReaderBusyError('Too many files wait to be read.'));
        waitingCount += 1;
        waiting.add(organizationId, { request, signal, settle, fail }, userId ?? '');
        void work();
      }),
    close(): void {
      isClosed = true;
      clearTimeout(idle);
      for (const { fail } of waiting.clear()) fail(new Error('The reader of files is closed.'));
      recycle();
    },
  };
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
