import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * JSON lines on standard output. Secrets never reach it by two ways: settings are Secret objects that print as
 * `[secret]`, and the fields that could hold credentials are cut out here, whatever logs them.
 */
export function createLog(level: string, destination?: NodeJS.WritableStream): Log {
  const options = {
    level,
    base: { service: 'platform' },
    redact: {
      paths: [
        'authorization',
        'cookie',
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.refresh_token',
        '*.access_token',
        '*.auth_token',
        '*.client_secret',
        '*.api_key',
        'req.headers',
      ],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error for the log: its chain of causes, never the parameters of a failed query, which may be credentials.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = (error as NodeJS.ErrnoException).code;
  return {
    type: error.name,
    message: withoutParameters(error.message),
    ...(code ? { code } : {}),
    stack: withoutParameters(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Drizzle puts the query and its parameters into the message of a failure. */
const withoutParameters = (text: string): string => text.replace(/\nparams: [^\n]*/g, '\nparams: [redacted]');
