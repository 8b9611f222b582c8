import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { compilePattern } from './patterns.ts';

export class SchemaError extends Error {}

const shownFaults = 10;

/** Compiles a user's schema. Its patterns are linear in the text, and none is mistaken for another. */
export function compileSchema(schema: Record<string, unknown>): (value: unknown) => string[] {
  const declared = schema['$schema'];
  const isOld = typeof declared === 'string' && /draft-0[4-7]/.test(declared);
  const Engine = isOld ? Ajv : Ajv2020;
  const engine = new Engine({
    strict: false,
    allErrors: false,
    logger: false,
    validateSchema: true,
    formats,
    code: { regExp: linearRegExp },
  });
  try {
    const { $id: _id, ...rest } = schema;
    const validate = engine.compile(rest);
    return (value) => {
      if (validate(value)) return [];
      return (validate.errors ?? [])
        .slice(0, shownFaults)
        .map(({ instancePath, message }) => `${instancePath.slice(0, 200) || '/'} ${message ?? 'is wrong'}`);
    };
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 300) : 'it cannot be read';
    throw new SchemaError(`The schema cannot be used: ${said}`);
  }
}

/** Ajv keeps what this makes under its text: without one of its own, each pattern would be the first. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern);
    return {
      test: (text: string) => compiled.matcher(text).find(),
      toString: () => `re2:${pattern}`,
    };
  },
  { code: 'linearRegExp' },
);

const simple = (pattern: string) => {
  const compiled = RE2JS.compile(pattern);
  return (text: string): boolean => text.length <= 10_000 && compiled.matches(text);
};

const formats = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)),
  'date-time': (text: string) =>
    /^\d{4}-\d{2}-\d{2}[tT ]\d{2}:\d{2}:\d{2}(?:\.\d{1,12})?(?:[zZ]|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text)),
  time: simple('([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?([zZ]|[+-]\\d{2}:\\d{2})?'),
  email: simple('[^\\s@]{1,64}@[^\\s@]+\\.[^\\s@]+'),
  uuid: simple('(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'),
  uri: (text: string) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  ipv4: simple('((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)'),
  hostname: simple(
    '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*',
  ),
};
