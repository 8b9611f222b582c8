/** A refusal the caller may read: a status, one sentence, and headers that belong to it. */
export class Problem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.headers = headers;
  }
}

export const bearerTokenRequired = (): Problem =>
  new Problem(
    401,
    'Bearer token required: send the header "Authorization: Bearer <API key>" with a valid key.',
    {
      'www-authenticate': 'Bearer',
    },
  );

export const dailyLimitReached = (limit: number, retryAfterSeconds: number): Problem =>
  new Problem(429, `The limit of ${limit} requests a day is reached. It resets at midnight UTC.`, {
    'retry-after': String(retryAfterSeconds),
  });

// One text for unknown, expired, cleared and foreign sessions: the answer must not tell them apart.
export const sessionNotFound = (): Problem =>
  new Problem(
    404,
    'Session not found. It may have expired or been cleared; send a message to start a new one.',
  );

export const invalidRequest = (detail: string): Problem => new Problem(422, detail);
