import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  null: 'null',
  date: 'a date',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Not an email address.',
  uuid: 'Not an id.',
  guid: 'Not an id.',
  url: 'Not an address such as https://example.org/path.',
  datetime: 'Not a time such as 2030-01-31T12:00:00Z.',
  date: 'Not a date such as 2030-01-31.',
};

const units: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  set: ' entries',
  map: ' entries',
  file: ' bytes',
};

/**
 * What is wrong with an input, for people who do not know the validator. An entry of the contract may say it better and
 * then does; no value is repeated.
 */
export function plainWords(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is missing.'
        : `This takes ${kinds[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'This cannot be empty.';
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${issue.minimum}${units[issue.origin] ?? ''}.`;
    case 'too_big':
      return `${issue.inclusive === false ? 'Less than' : 'At most'} ${issue.maximum}${units[issue.origin] ?? ''}.`;
    case 'invalid_format':
      return formats[issue.format] ?? 'Not in the form this takes.';
    case 'invalid_value':
      return `One of: ${issue.values.map((value) => (value === null ? 'null' : String(value))).join(', ')}.`;
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'This takes a whole number.' : `A multiple of ${issue.divisor}.`;
    case 'invalid_key':
      return `A name in here cannot be used. ${issue.issues[0]?.message ?? ''}`.trim();
    case 'invalid_element':
      return 'An entry in here cannot be used.';
    case 'invalid_union':
      return 'This fits none of the forms it may have.';
    // The entry of the contract says it in words of its own.
    case 'custom':
    case 'unrecognized_keys':
      return undefined;
  }
}
