import { permissions } from '@sonde/contract';

export const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const prefix = 'urn:ietf:params:oauth:token-type:';
export const tokenTypes = { access: `${prefix}access_token`, jwt: `${prefix}jwt` } as const;

/** RFC 6749 §5.2 and RFC 8693 §2.2.2. */
export interface ExchangeError {
  readonly error:
    | 'invalid_request'
    | 'invalid_grant'
    | 'invalid_target'
    | 'invalid_scope'
    | 'unsupported_grant_type';
  readonly error_description: string;
}

export interface ExchangeRequest {
  readonly subjectToken: string;
  readonly actorToken: string | undefined;
  readonly projectId: string;
  readonly scope: readonly string[] | undefined;
}

const names = [
  'grant_type',
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'resource',
  'audience',
  'scope',
] as const;
type Name = (typeof names)[number];

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const projectUrn = new RegExp(`^urn:sonde:project:(${uuid})$`, 'i');

/** Reads the form. Which project is meant is said by `resource` or `audience`, as `urn:sonde:project:<id>`. */
export function readExchange(form: Record<string, unknown>): ExchangeRequest | ExchangeError {
  for (const name of names)
    if (Array.isArray(form[name]) || form[name] === '')
      return fault('invalid_request', `Give ${name} once, and not empty.`);
  const given = form as Partial<Record<Name, string>>;
  if (!given.grant_type) return fault('invalid_request', 'grant_type is missing.');
  if (given.grant_type !== grantType)
    return fault('unsupported_grant_type', `The grant_type must be ${grantType}.`);
  const tokenFault = judgeTokens(given);
  if (tokenFault) return tokenFault;
  const target = readTarget(given.resource, given.audience);
  if (typeof target !== 'string') return target;
  const scope = given.scope?.split(' ');
  if (scope && !scope.every((name) => (permissions as readonly string[]).includes(name)))
    return fault('invalid_scope', 'The scope is a list of permissions, separated by single spaces.');
  return {
    subjectToken: given.subject_token ?? '',
    actorToken: given.actor_token,
    projectId: target,
    scope: scope && [...new Set(scope)],
  };
}

function judgeTokens(given: Partial<Record<Name, string>>): ExchangeError | undefined {
  if (!given.subject_token || !given.subject_token_type)
    return fault('invalid_request', 'subject_token and subject_token_type are required.');
  if (!isKnown(given.subject_token_type))
    return fault('invalid_request', 'This subject_token_type is not known.');
  if ((given.actor_token === undefined) !== (given.actor_token_type === undefined))
    return fault('invalid_request', 'actor_token and actor_token_type go together.');
  if (given.actor_token_type && !isKnown(given.actor_token_type))
    return fault('invalid_request', 'This actor_token_type is not known.');
  if (given.requested_token_type && given.requested_token_type !== tokenTypes.access)
    return fault('invalid_request', `Only ${tokenTypes.access} can be requested.`);
  return undefined;
}

function readTarget(resource: string | undefined, audience: string | undefined): string | ExchangeError {
  if (resource !== undefined && (!URL.canParse(resource) || resource.includes('#')))
    return fault('invalid_target', 'The resource must be an absolute URI without a fragment.');
  const ids = [resource, audience]
    .filter((text) => text !== undefined)
    .map((text) => projectUrn.exec(text)?.[1]?.toLowerCase());
  const [id] = ids;
  if (ids.length === 0)
    return fault('invalid_request', 'Name the project in resource, as urn:sonde:project:<id>.');
  if (!id || ids.some((other) => other !== id))
    return fault('invalid_target', 'Name one project, as urn:sonde:project:<id>.');
  return id;
}

const isKnown = (type: string): boolean => type === tokenTypes.access || type === tokenTypes.jwt;

const fault = (error: ExchangeError['error'], description: string): ExchangeError => ({
  error,
  error_description: description,
});
