import { Problem } from '@sonde/server-kit';

export const bearerTokenRequired = (): Problem =>
  new Problem(
    'unauthenticated',
    'chatbot.bearer_token_required',
    'Bearer token required: send the header "Authorization: Bearer <API key>" with a valid key.',
    { headers: { 'www-authenticate': 'Bearer' } },
  );

export const dailyLimitReached = (limit: number, retryAfterSeconds: number): Problem =>
  new Problem(
    'limited',
    'chatbot.daily_limit_reached',
    `The limit of ${limit} requests a day is reached. It resets at midnight UTC.`,
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );

/** Without a time to wait it is refused all the same: what a flawed service would do. */
export const deskBusy = (detail: string, retryAfterSeconds: number | undefined): Problem =>
  new Problem('limited', 'chatbot.desk_busy', detail, {
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  });

// One text for unknown, expired, cleared and foreign sessions: the answer must not tell them apart.
export const sessionNotFound = (): Problem =>
  new Problem(
    'not_found',
    'chatbot.session_not_found',
    'Session not found. It may have expired or been cleared; send a message to start a new one.',
  );

export const useCaseNotFound = (): Problem =>
  new Problem(
    'not_found',
    'chatbot.use_case_not_found',
    'There is no such use case; GET /use-cases lists them.',
  );

export const invalidRequest = (detail: string): Problem =>
  new Problem('invalid', 'chatbot.request_invalid', detail);

export const routeNotFound = (): Problem =>
  new Problem('not_found', 'chatbot.route_not_found', 'There is no such route; GET / lists them.');

export const methodNotAllowed = (method: string, allowed: string): Problem =>
  new Problem(
    'method_not_allowed',
    'chatbot.method_not_allowed',
    `${method} is not possible here; use ${allowed}.`,
    { headers: { allow: allowed } },
  );
