export type Refusal = { readonly status: number; readonly body: unknown };

/** Why a call was refused, before an API has put it into its own words. */
export type Reason = {
  readonly status: number;
  readonly message: string;
  /** The field at fault, by dotted path. */
  readonly field?: string | undefined;
  readonly isMissing?: boolean;
  /** What the field should be: a type, `=text` or `a|b`, as in `Api.types`. */
  readonly expected?: string | undefined;
};

type Style = (reason: Reason) => Refusal;

const sentenceOf = ({ message, field, isMissing, expected = 'of another type' }: Reason): string => {
  if (field === undefined) return message;
  return isMissing === false
    ? `${field} must be ${expected.replace(/^=/, '').replaceAll('|', ' or ')}`
    : `${field} is required`;
};

const pythonTypes: Readonly<Record<string, string>> = {
  array: 'list',
  object: 'dict',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
};
const pythonWords: Readonly<Record<string, string>> = {
  array: 'list',
  object: 'dictionary',
  integer: 'integer',
};

const choicesOf = (expected: string): string[] | undefined =>
  expected.startsWith('=') ? [expected.slice(1)] : expected.includes('|') ? expected.split('|') : undefined;

/** The words of Pydantic for a value that is missing or of the wrong kind. */
function pydanticError({ isMissing, expected = 'string' }: Reason): { type: string; msg: string } {
  if (isMissing !== false) return { type: 'missing', msg: 'Field required' };
  if (expected === 'JSON') return { type: 'json_invalid', msg: 'Invalid JSON' };
  const choices = choicesOf(expected);
  if (choices)
    return {
      type: 'literal_error',
      msg: `Input should be ${choices.map((choice) => `'${choice}'`).join(' or ')}`,
    };
  return {
    type: `${pythonTypes[expected] ?? expected}_type`,
    msg: `Input should be a valid ${pythonWords[expected] ?? expected}`,
  };
}

/** The words of Zod for the same. */
function zodIssue({ field = '', isMissing, expected = 'string' }: Reason): Record<string, unknown> {
  const path = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const choices = choicesOf(expected);
  if (choices && isMissing === false)
    return { code: 'invalid_enum_value', options: choices, path, message: 'Invalid enum value' };
  return {
    code: 'invalid_type',
    expected: choices ? 'string' : expected,
    ...(isMissing === false ? {} : { received: 'undefined' }),
    path,
    message: isMissing === false ? `Invalid input: expected ${expected}` : 'Required',
  };
}

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The words of refusals differ as much as the APIs do; one that concerns a field arrives here as 400. */
export const refusals = {
  fastapi: (reason) =>
    reason.field === undefined
      ? { status: reason.status, body: { detail: reason.message } }
      : {
          status: 422,
          body: {
            detail: [
              {
                ...pydanticError(reason),
                loc: [
                  'body',
                  ...reason.field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
                ],
              },
            ],
          },
        },
  openai: ({ status, message, field, isMissing, expected }) => ({
    status,
    body: {
      error: {
        message:
          field === undefined
            ? message
            : isMissing === false
              ? `Invalid type for '${field}': expected ${expected ?? 'something else'}.`
              : `Missing required parameter: '${field}'.`,
        type: 'invalid_request_error',
        param: field ?? null,
      },
    },
  }),
  anthropic: (reason) => ({
    status: reason.status,
    body: {
      type: 'error',
      error: {
        type: reason.status === 401 ? 'authentication_error' : 'invalid_request_error',
        message:
          reason.field === undefined ? reason.message : `${reason.field}: ${pydanticError(reason).msg}`,
      },
    },
  }),
  laravel: ({ status, field, message }) => ({
    status: field === undefined ? status : 422,
    body: {
      message: field === undefined ? message : `The ${field} field is required.`,
      errors: field === undefined ? {} : { [field]: [`The ${field} field is required.`] },
    },
  }),
  plain: (reason) => ({ status: reason.status, body: sentenceOf(reason) }),
  express: (reason) => ({ status: reason.status, body: { error: sentenceOf(reason) } }),
  message: (reason) => ({ status: reason.status, body: { message: sentenceOf(reason) } }),
  spring: ({ status, field, message }) => ({
    status,
    body: {
      timestamp: '2025-03-04T09:12:44.301+00:00',
      status,
      error: status === 400 ? 'Bad Request' : message,
      message: field === undefined ? message : `${field}: must not be blank`,
      path: '/',
    },
  }),
  zod: (reason) => ({
    status: reason.status,
    body:
      reason.field === undefined
        ? { success: false, error: reason.message }
        : { success: false, error: { name: 'ZodError', issues: [zodIssue(reason)] } },
  }),
  nest: ({ status, field, message }) => ({
    status,
    body: {
      statusCode: status,
      message: field === undefined ? message : [`${field} should not be empty`, `${field} must be a string`],
      error: status === 400 ? 'Bad Request' : message,
    },
  }),
  google: ({ status, field, message }) => ({
    status,
    body: {
      error: {
        code: status,
        message: field === undefined ? message : `Invalid value at '${field}'`,
        status: status === 401 ? 'UNAUTHENTICATED' : 'INVALID_ARGUMENT',
      },
    },
  }),
  aws: ({ status, field, message }) => ({
    status,
    body: {
      __type: 'ValidationException',
      message:
        field === undefined
          ? message
          : `1 validation error detected: Value null at '${field}' failed to satisfy constraint: Member must not be null`,
    },
  }),
  aspnet: ({ status, field, message }) => ({
    status,
    body: {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: field === undefined ? message : 'One or more validation errors occurred.',
      status,
      ...(field === undefined
        ? {}
        : { errors: { [pascal(field)]: [`The ${pascal(field)} field is required.`] } }),
    },
  }),
  problem: (reason) => ({
    status: reason.status,
    body: { type: 'about:blank', title: 'Bad Request', status: reason.status, detail: sentenceOf(reason) },
  }),
  django: ({ status, field, message, isMissing }) => ({
    status,
    body:
      field === undefined
        ? { detail: message }
        : { [field]: [isMissing === false ? 'Not a valid value.' : 'This field is required.'] },
  }),
  rails: (reason) => ({
    status: reason.status,
    body: {
      status: reason.status,
      error:
        reason.field === undefined
          ? reason.message
          : `param is missing or the value is empty: ${reason.field}`,
    },
  }),
  rpc: (reason) => ({
    status: reason.field === undefined ? reason.status : 200,
    body: { jsonrpc: '2.0', id: null, error: { code: -32602, message: sentenceOf(reason) } },
  }),
  graphql: (reason) => ({
    status: reason.status,
    body: { errors: [{ message: sentenceOf(reason), extensions: { code: 'BAD_USER_INPUT' } }] },
  }),
  german: ({ status, field, message }) => ({
    status,
    body: { fehler: { code: status, text: field === undefined ? message : `Pflichtfeld fehlt: ${field}` } },
  }),
  /** A handler that reads the key without asking whether it is there. */
  crash: ({ status, field, message }) => ({
    status: field === undefined ? status : 500,
    body: field === undefined ? message : 'Internal Server Error',
  }),
  bare: ({ status }) => ({ status, body: '' }),
} satisfies Readonly<Record<string, Style>>;
