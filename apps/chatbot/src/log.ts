export type LogFields = Readonly<Record<string, unknown>>;

export type Log = Readonly<{
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields): void;
}>;

/** One JSON object a line, for people's terminals and log collectors alike. */
export function createLog(write: (line: string) => void, clock: () => number = Date.now): Log {
  const line = (level: string) => (message: string, fields: LogFields) =>
    write(
      `${JSON.stringify({ time: new Date(clock()).toISOString(), level, service: 'chatbot', message, ...fields })}\n`,
    );
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
