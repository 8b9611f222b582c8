import { z } from 'zod';
import {
  Headers,
  Method,
  RequestMapping,
  ResponseMapping,
  fewEntries,
  holdNoMask,
  holdsNoLogin,
  isNoMask,
  loginFault,
} from './endpoint-fields.ts';
import { maskFault } from './mask.ts';

// Requests around the call: what is fetched before it, and how its answer is waited for.

const valuesOfQuery = (url: string): string[] =>
  url
    .split(/[?&#]/)
    .slice(1)
    .map((pair) => pair.slice(pair.indexOf('=') + 1));

const StepUrl = z
  .string()
  .trim()
  .max(4096)
  .refine((text) => text.startsWith('/') || (/^https?:\/\//i.test(text) && URL.canParse(text)), {
    message: 'A full URL is needed, or a path such as /threads on the host of the endpoint.',
  })
  .refine(holdsNoLogin, loginFault)
  .refine((text) => valuesOfQuery(text).every(isNoMask), maskFault);

/** A path or address, or the address that the target itself gave. */
const PollUrl = z.union([
  StepUrl,
  z
    .string()
    .trim()
    .regex(
      /^\{\{\s*start\.[A-Za-z_]\w*\s*\}\}$/,
      'A URL, a path, or one value of the start: {{ start.status_url }}.',
    ),
]);

const ValueName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'Letters, digits and underscores, so that a template can name it.');
const Values = z
  .record(ValueName, z.unknown())
  .refine(...fewEntries(20))
  .refine((values) => ResponseMapping.safeParse(values).success, {
    message: 'Names and expressions are needed.',
  });

const request = {
  method: Method,
  request_headers: Headers.refine(holdNoMask, maskFault),
  request_mapping: RequestMapping.nullable(),
};

export const beforeRules = ['always', 'new_conversation'] as const;

const beforeStep = z.strictObject({
  name: z.string().trim().min(1).max(60),
  when: z.enum(beforeRules).default('always').meta({
    description: '`new_conversation`: only where the call does not go on with a conversation',
  }),
  ...request,
  method: request.method.default('GET'),
  url: StepUrl,
  request_headers: request.request_headers.default({}),
  request_mapping: request.request_mapping.default(null),
  values: Values.refine((values) => Object.keys(values).length > 0, {
    message: 'Say at least one value that is taken from the answer.',
  }).meta({
    description:
      'Name → expression over the answer. Templates place it as `{{ before.name }}`; a name of a conversation, such as `thread_id`, begins it',
  }),
});

/** Requests in the order in which they are made before the call. */
export const BeforeSteps = z.array(beforeStep).max(5);
export type BeforeSteps = z.output<typeof BeforeSteps>;
export type BeforeStep = BeforeSteps[number];

const Condition = z.strictObject({
  path: z.string().min(1).max(500),
  equals: z.unknown().optional(),
  one_of: z.array(z.unknown()).min(1).max(50).optional(),
});
export type PollCondition = z.output<typeof Condition>;

export const Polling = z.strictObject({
  values: Values.default({}).meta({
    description:
      'Name → expression over the answer of the call itself. Templates of the polling place it as `{{ start.name }}`',
  }),
  ...request,
  method: request.method.default('GET'),
  url: PollUrl,
  request_headers: request.request_headers.default({}),
  request_mapping: request.request_mapping.default(null),
  interval_seconds: z.number().min(0.1).max(300).default(2),
  max_attempts: z.number().int().min(1).max(1000).default(60),
  max_seconds: z.number().int().min(1).max(3600).default(120),
  done: Condition.meta({
    description: 'The work is done when this path matches: any value, `equals`, or `one_of`',
  }),
  failed: Condition.nullable().default(null),
  result: z
    .strictObject({
      ...request,
      method: request.method.default('GET'),
      url: PollUrl,
      request_headers: request.request_headers.default({}),
      request_mapping: request.request_mapping.default(null),
    })
    .nullable()
    .default(null)
    .meta({ description: 'Where the answer is fetched; without it, it stands in the last status' }),
});
export type Polling = z.output<typeof Polling>;
