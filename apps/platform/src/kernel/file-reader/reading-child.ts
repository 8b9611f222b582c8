import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { UnreadableFileError, type FileAnswer, type FileRequest } from './messages.ts';

export interface ReadingLimits {
  readonly wallMs: number;
  readonly residentBytes: number;
  /** Of the data segment, behind the watchdog: memory that grows faster than the watchdog looks. */
  readonly dataKilobytes: number;
  /** So that a child whose parent was killed in the middle of its work ends by itself. */
  readonly cpuSeconds: number;
}

export const readingLimits: ReadingLimits = {
  wallMs: 30_000,
  residentBytes: 600 * 1024 * 1024,
  dataKilobytes: 800_000,
  cpuSeconds: 300,
};

export type Work = Extract<FileAnswer, { cpuSeconds: number }>;

export interface ReadingChild {
  readonly hasEnded: boolean;
  read(request: FileRequest): Promise<Work>;
  kill(): void;
}

const startTimeoutMs = 20_000;
const lookEveryMs = 50;

/** One process that reads one file at a time and may be killed at any moment; nothing of it is inside ours. */
export async function startReadingChild(limits: ReadingLimits): Promise<ReadingChild> {
  const child = spawnLimited(limits);
  const mail = mailboxOf(child);
  const late = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  try {
    const first = await mail.next();
    if (first?.kind !== 'ready') throw new Error('The process that reads files could not be started.');
  } finally {
    clearTimeout(late);
  }
  child.unref();
  child.channel?.unref();

  return {
    get hasEnded() {
      return mail.isOver;
    },
    async read(request) {
      let killedFor: string | undefined;
      // Whoever looks last may hear of it when the next file is being read already.
      let isOver = false;
      const kill = (reason: string): void => {
        killedFor ??= reason;
        child.kill('SIGKILL');
      };
      const clock = setTimeout(
        () => kill(`Reading the file took longer than ${limits.wallMs / 1000} seconds.`),
        limits.wallMs,
      );
      const watchdog = setInterval(() => {
        void residentBytes(child.pid ?? 0).then((bytes) => {
          if (bytes > limits.residentBytes && !isOver) kill(tooMuchMemory);
        });
      }, lookEveryMs);
      try {
        child.send(request);
        const answer = await mail.next();
        if (answer?.kind === 'fault') throw new UnreadableFileError(answer.reason);
        if (answer && answer.kind !== 'ready') return answer;
        throw new UnreadableFileError(killedFor ?? tooMuchMemory);
      } finally {
        isOver = true;
        clearTimeout(clock);
        clearInterval(watchdog);
      }
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

const tooMuchMemory = 'The file needs more memory to be read than is allowed.';

function spawnLimited({ dataKilobytes, cpuSeconds }: ReadingLimits): ChildProcess {
  const limit = `ulimit -c 0; ulimit -d ${dataKilobytes} 2>/dev/null; ulimit -t ${cpuSeconds}; exec nice -n 10 "$0" "$@"`;
  const main = new URL('./child/main.ts', import.meta.url).pathname;
  return spawn('/bin/sh', ['-c', limit, process.execPath, '--max-semi-space-size=8', main], {
    cwd: tmpdir(),
    // Nothing of our settings is known where hostile bytes are read.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

/** Messages in their order; undefined once the process has ended. */
function mailboxOf(child: ChildProcess): {
  readonly isOver: boolean;
  next(): Promise<FileAnswer | undefined>;
} {
  const arrived: FileAnswer[] = [];
  let isOver = false;
  let tell: (() => void) | undefined;
  child.on('message', (message) => {
    arrived.push(message as FileAnswer);
    tell?.();
  });
  const end = (): void => {
    isOver = true;
    tell?.();
  };
  child.once('exit', end).once('error', end).once('disconnect', end);
  return {
    get isOver() {
      return isOver;
    },
    async next() {
      if (arrived.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
      return arrived.shift();
    },
  };
}

const pageBytes = 4096;

/** Linux tells it in a file; elsewhere the limit of the data segment has to do. */
async function residentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * pageBytes;
}
