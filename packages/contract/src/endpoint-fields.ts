import { z } from 'zod';
import { holdsMask, maskFault } from './mask.ts';
import { JsonObject } from './primitives.ts';

// What the fields of an endpoint and those of the requests around its call have in common.

export const isNoMask = (text: string): boolean => !holdsMask(text);
const valuesOfQuery = (url: string): string[] =>
  url
    .split(/[?&#]/)
    .slice(1)
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
export const holdNoMask = (values: Readonly<Record<string, string | null>>): boolean =>
  Object.values(values).every((value) => value === null || isNoMask(value));

export const Method = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{1,20}$/, 'An HTTP method is letters only, such as POST.')
  .transform((text) => text.toUpperCase());

/** In front of a host; whoever reads the endpoint could read it, and no call sends it. */
export const holdsNoLogin = (text: string): boolean => {
  if (!URL.canParse(text, 'http://endpoint')) return true;
  const { username, password } = new URL(text, 'http://endpoint');
  return username === '' && password === '';
};
export const loginFault =
  'An address holds no login: take it out, and send it in an Authorization header that refers to a secret, such as Basic {{ secrets.login }}.';

export const TargetUrl = z
  .string()
  .trim()
  .max(4096)
  .refine((text) => /^(https?|wss?):\/\//i.test(text) && URL.canParse(text), {
    message: 'A full URL is needed, beginning with http://, https://, ws:// or wss://.',
  })
  .refine(holdsNoLogin, loginFault)
  .refine((text) => valuesOfQuery(text).every(isNoMask), maskFault)
  .meta({
    description:
      'The value of a parameter that is a credential by its name, and what opens a bot or a hook in the path, is kept among `secrets`, and the address refers to it',
  });

/** Each entry is rendered, checked and masked in every call. */
export const fewEntries = (most: number): [(entries: object) => boolean, string] => [
  (entries) => Object.keys(entries).length <= most,
  `At most ${most} entries are taken.`,
];

export const HeaderName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/, 'Not an HTTP header name.');
export const HeaderValue = z
  .string()
  .max(8192)
  .regex(/^[^\r\n\0]*$/, 'A header value cannot hold line breaks.');
export const Headers = z
  .record(HeaderName, HeaderValue)
  .refine(...fewEntries(100))
  .refine(holdNoMask, maskFault)
  .meta({
    description:
      'A credential typed here as it is, such as an Authorization header without a template, is kept among `secret_headers`',
  });
/** Of a template, alone or as one text of a JSON body or of a response mapping. */
export const maxTemplateCharacters = 200_000;
/** Jinja2 text that renders to JSON, or a JSON object whose strings are templates. */
export const RequestMapping = z.union([z.string().max(maxTemplateCharacters), JsonObject]);
/** Output variable → JSONPath, ordered list of them, template, or nested object of these. */
export const ResponseMapping = z.record(z.string().min(1).max(100), z.unknown()).refine(...fewEntries(100));

/**
 * Fields that are kept in `endpoint_metadata`. One that is added here is stored, checked, shown, written into files and
 * copied, and stands in the form of the page: its title is the label, its description the hint, its first example what
 * the empty field shows, and its `x-labels` what its choices are called. What stands for "not set" is the default.
 */
export const EndpointSettings = z.object({
  timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(3600)
    .nullable()
    .meta({
      title: 'Time limit in seconds',
      description: '1 to 3600. Empty means 30 seconds.',
      examples: [30],
    })
    .default(null),
  conversation_id_from: z
    .enum(['target', 'caller'])
    .meta({
      title: 'Who names a conversation',
      description:
        'Where Sonde names it, the first message of each conversation is sent with a fresh ID of its own.',
      'x-labels': {
        target: 'Your application, with its first answer',
        caller: 'Sonde, with each new conversation',
      },
    })
    .default('target'),
  idempotent: z
    .boolean()
    .meta({
      title: 'A message may be sent twice',
      description: 'Where Sonde was stopped in the middle of a call, the call is made again.',
    })
    .default(false),
  max_concurrency: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .meta({
      title: 'Calls at the same time',
      description: '1 to 1000, over all runs and explorations. Empty means as many as it does not refuse.',
    })
    .default(null),
  max_requests_per_minute: z
    .number()
    .min(1)
    .max(100_000)
    .nullable()
    .meta({
      title: 'Calls in a minute',
      description: '1 to 100000, over all runs and explorations. Empty means no limit.',
    })
    .default(null),
  contact: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .meta({
      title: 'Contact',
      description:
        'Whom to ask when the application is away or answers badly: a person, a team or a channel.',
      examples: ['Support team, #support-assistant'],
    })
    .default(null),
});
export type EndpointSettings = z.output<typeof EndpointSettings>;

type Settings = typeof EndpointSettings.shape;

/** Without defaults: a key that is left out of an update is left as it is. */
export const editableSettings = Object.fromEntries(
  Object.entries(EndpointSettings.shape).map(([name, field]) => [name, field.unwrap().optional()]),
) as { [Name in keyof Settings]: z.ZodOptional<ReturnType<Settings[Name]['unwrap']>> };
