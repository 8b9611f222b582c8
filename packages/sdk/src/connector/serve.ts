import { ApiError } from '../api-error.ts';
import { ConnectorServerMessage, type ConnectorExecuteTest } from '../contract.ts';
import { requireWhole } from '../whole-token.ts';
import type { FunctionEndpoint } from './endpoint.ts';
import { runFunction } from './run-function.ts';
import { openSocket, type Socket, type SocketEnd, type SocketEvents } from './socket.ts';

export interface RegistrationStats {
  readonly created: number;
  readonly updated: number;
  readonly marked_inactive: number;
  /** Functions that were not taken, and why. */
  readonly errors: readonly (string | { readonly function: string; readonly error: string })[];
}

export interface ServeOptions {
  readonly url: URL;
  readonly token: string | (() => string | Promise<string>);
  /** The register message, as it is sent. */
  readonly registration: string;
  readonly endpoints: ReadonlyMap<string, FunctionEndpoint>;
  /** Runs under way, over all connections of this program. */
  readonly running: Set<Promise<void>>;
  /** True while the program is closing: what is asked now is declined. */
  readonly isClosing: () => boolean;
  /** Ends the connection in good order. */
  readonly signal: AbortSignal;
  readonly onRegistered: (stats: RegistrationStats) => void;
  readonly onPlatformError: (detail: string) => void;
}

export interface ServeEnd extends SocketEnd {
  /** Why nothing was sent, where asking again would end the same. */
  readonly fault?: ApiError | undefined;
  /** The platform's reason for not taking the registration. */
  readonly refusal: string | undefined;
}

const pingEveryMs = 30_000;
const defaultMaxMessageBytes = 1_048_576;
const defaultStats: RegistrationStats = { created: 0, updated: 0, marked_inactive: 0, errors: [] };

/** The life of one connection: register, run what is asked, answer. Resolves when it has ended, for whatever reason. */
export async function serve(options: ServeOptions): Promise<ServeEnd> {
  const gone = new AbortController();
  const runs = new Map<string, AbortController>();
  let socket: Socket | undefined;
  let refusal: string | undefined;
  let maxMessageBytes = defaultMaxMessageBytes;
  let isQuiet = false;

  const sendIfOpen = (text: string): void => {
    if (!gone.signal.aborted) socket?.send(text);
  };

  function run(message: ConnectorExecuteTest): void {
    if (options.isClosing()) return sendIfOpen(decline(message));
    const cancelled = new AbortController();
    runs.set(message.test_run_id, cancelled);
    const task: Promise<void> = runFunction({
      endpoint: options.endpoints.get(message.function_name),
      message,
      signal: AbortSignal.any([gone.signal, cancelled.signal]),
      maxMessageBytes,
    })
      .then((frame) => {
        if (!cancelled.signal.aborted) sendIfOpen(frame);
      })
      .finally(() => {
        runs.delete(message.test_run_id);
        options.running.delete(task);
      });
    options.running.add(task);
    return undefined;
  }

  function take(text: string): void {
    const message = ConnectorServerMessage.safeParse(parsed(text)).data;
    switch (message?.type) {
      case 'connected':
        maxMessageBytes = message.max_message_bytes ?? maxMessageBytes;
        return;
      case 'registered':
        if (message.status === 'success') return options.onRegistered(message.sync_stats ?? defaultStats);
        refusal = message.error ?? 'The registration was refused.';
        return socket?.close(1000, 'registration refused');
      case 'execute_test':
        return run(message);
      case 'cancel_test':
        return runs.get(message.test_run_id)?.abort(new Error('Nobody waits for the answer any more.'));
      case 'ping':
        return sendIfOpen('{"type":"pong"}');
      case 'error':
        return options.onPlatformError(message.detail);
      case 'pong':
      case undefined:
        return;
    }
  }

  /** A peer that vanished without a word is noticed by its silence. */
  function watch(): void {
    if (isQuiet) return socket?.terminate();
    isQuiet = true;
    socket?.ping();
  }

  const end = await new Promise<Omit<ServeEnd, 'refusal'>>((resolve) => {
    let watching: ReturnType<typeof setInterval> | undefined;
    const onAbort = (): void => socket?.close(1000, 'closing');
    const open = async (events: SocketEvents): Promise<Socket> => {
      const token = typeof options.token === 'function' ? await options.token() : options.token;
      requireWhole(token);
      return openSocket(options.url, token.trim(), events);
    };
    open({
      onOpen() {
        watching = setInterval(watch, pingEveryMs);
        if (options.signal.aborted) return onAbort();
        socket?.send(options.registration);
      },
      onText: take,
      onSign: () => (isQuiet = false),
      onEnd(reason) {
        clearInterval(watching);
        options.signal.removeEventListener('abort', onAbort);
        gone.abort(new Error('The connection to the platform ended.'));
        resolve(reason);
      },
    }).then(
      (opened) => {
        socket = opened;
        options.signal.addEventListener('abort', onAbort, { once: true });
        if (options.signal.aborted) opened.terminate();
      },
      (error: unknown) =>
        resolve({
          code: 0,
          fault: error instanceof ApiError ? error : undefined,
          reason: error instanceof Error ? error.message : String(error),
          status: undefined,
        }),
    );
  });
  return { ...end, refusal };
}

const decline = ({ test_run_id }: ConnectorExecuteTest): string =>
  JSON.stringify({
    type: 'test_result',
    test_run_id,
    status: 'error',
    output: null,
    error: 'The program that serves this function is shutting down.',
    duration_ms: 0,
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
