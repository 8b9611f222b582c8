import { usualSecretNames } from '@sonde/secrets';
import { pino, type Logger } from 'pino';

export type Log = Logger;

const censor = '[redacted]';
const secretNames: ReadonlySet<string> = new Set(usualSecretNames);

/**
 * JSON lines on standard output. Secrets never reach it by two ways: settings are Secret objects that print as
 * `[secret]`, and the fields that could hold credentials are cut out here, whatever logs them: at the top and two levels
 * down; anything deeper has no business in a log line.
 */
export function createLog(level: string, destination?: NodeJS.WritableStream): Log {
  const options = {
    level,
    base: { service: 'platform' },
    redact: { paths: [...usualSecretNames.map((name) => `["${name}"]`), 'req.headers'], censor },
    // With a wildcard pino reads every path anew for every value of every line; most lines hold no objects at all.
    formatters: {
      log: (fields: Record<string, unknown>) =>
        eachValue(fields, (value, name) => (name === 'err' ? value : censored(value, 2))),
    },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What would be printed of a value, without the credentials so many levels down. */
function censored(value: unknown, levels: number): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return censored(toJSON.call(value), levels);
  if (Array.isArray(value)) return value.map((item) => censored(item, levels - 1));
  return eachValue(value as Record<string, unknown>, (item, name) =>
    secretNames.has(name) ? censor : censored(item, levels - 1),
  );
}

/** The same object where no value changes, which is the rule. */
function eachValue(
  fields: Record<string, unknown>,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(fields)) {
    const value = change(fields[name], name);
    if (value !== fields[name]) changed = { ...(changed ?? fields), [name]: value };
  }
  return changed ?? fields;
}

/**
 * An error for the log: its chain of causes, never the parameters of a failed query, which may be credentials. Some
 * libraries tell of an error by a copy that is none.
 */
function describeError(thrown: unknown): Record<string, unknown> {
  if (!isLikeError(thrown)) return { message: String(thrown) };
  const error: ErrorLike = thrown;
  const { code } = error;
  const message = withoutParameters(error.message);
  return {
    type: error.name ?? 'Error',
    message,
    ...(code ? { code } : {}),
    // The stack begins with the message, whose parameters may hold line breaks and even look like a stack.
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

interface ErrorLike extends Pick<NodeJS.ErrnoException, 'message' | 'code' | 'stack' | 'cause'> {
  readonly name?: string;
}

const isLikeError = (thrown: unknown): thrown is ErrorLike =>
  thrown instanceof Error ||
  (typeof thrown === 'object' &&
    thrown !== null &&
    'message' in thrown &&
    typeof thrown.message === 'string');

/** Drizzle puts the query and, at the end, its parameters into the message of a failure. */
const withoutParameters = (text: string): string => text.replace(/\nparams: [^]*$/, '\nparams: [redacted]');
