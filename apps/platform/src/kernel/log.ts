import { usualSecretNames } from '@sonde/secrets';
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** At the top and two levels down; anything deeper has no business in a log line. */
const redactedPaths = [
  ...usualSecretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
  'req.headers',
];

/**
 * JSON lines on standard output. Secrets never reach it by two ways: settings are Secret objects that print as
 * `[secret]`, and the fields that could hold credentials are cut out here, whatever logs them.
 */
export function createLog(level: string, destination?: NodeJS.WritableStream): Log {
  const options = {
    level,
    base: { service: 'platform' },
    redact: {
      paths: redactedPaths,
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
  const message = withoutParameters(error.message);
  return {
    type: error.name,
    message,
    ...(code ? { code } : {}),
    // The stack begins with the message, whose parameters may hold line breaks and even look like a stack.
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Drizzle puts the query and, at the end, its parameters into the message of a failure. */
const withoutParameters = (text: string): string => text.replace(/\nparams: [^]*$/, '\nparams: [redacted]');
