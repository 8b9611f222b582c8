import { humanize } from '../../lib/format.ts';
import { isRecord } from '../../lib/shown-text.ts';

/** One argument of a kind, as its JSON Schema describes it; what no simple field can hold is written as JSON. */
export interface Argument {
  readonly name: string;
  readonly label: string;
  readonly control: 'text' | 'number' | 'boolean' | 'perhaps' | 'lines' | 'choice' | 'json';
  readonly options: readonly string[];
  /** What its options are called. */
  readonly labels: ReadonlyMap<string, string>;
  readonly isRequired: boolean;
  readonly description: string;
  readonly initial: unknown;
}

export function argumentsOf(schema: Readonly<Record<string, unknown>>): Argument[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, given]) => {
    const property = isRecord(given) ? given : {};
    const options = Array.isArray(property['enum']) ? property['enum'].filter(isText) : [];
    return {
      name,
      label: isText(property['title']) ? property['title'] : humanize(name),
      control: controlOf(property),
      options,
      labels: labelsIn(property['x-labels']),
      isRequired: required.includes(name) && property['default'] === undefined,
      description: isText(property['description']) ? property['description'] : '',
      initial: property['default'],
    };
  });
}

const labelsIn = (given: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(isRecord(given) ? given : {}).flatMap(([option, label]) =>
      isText(label) ? [[option, label] as const] : [],
    ),
  );

const isText = (value: unknown): value is string => typeof value === 'string';

function controlOf(property: Readonly<Record<string, unknown>>): Argument['control'] {
  if (Array.isArray(property['enum']) && property['enum'].every(isText)) return 'choice';
  switch (property['type']) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return property['default'] === undefined ? 'perhaps' : 'boolean';
    case 'array':
      return isRecord(property['items']) && property['items']['type'] === 'string' ? 'lines' : 'json';
    default:
      return 'json';
  }
}

/** What a field shows for a value, and what was typed as a value again; a field left empty says nothing. */
export function textOfArgument({ control, initial }: Argument, value: unknown): string {
  const shown = value === undefined ? initial : value;
  if (shown === undefined || shown === null) return '';
  if (control === 'lines' && Array.isArray(shown)) return shown.join('\n');
  if (control === 'json') return JSON.stringify(shown, null, 2);
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

export function valueOfArgument({ control }: Argument, text: string): unknown {
  if (text.trim() === '' && control !== 'text') return undefined;
  switch (control) {
    case 'number':
      return Number(text);
    case 'boolean':
    case 'perhaps':
      return text === 'true';
    case 'lines':
      return text.split('\n').filter((line) => line !== '');
    case 'json':
      return JSON.parse(text);
    case 'text':
    case 'choice':
      return text === '' ? undefined : text;
  }
}

/** All arguments as they will be sent, or the name of the one that cannot be read. */
export function readArguments(
  args: readonly Argument[],
  texts: Readonly<Record<string, string>>,
): { values: Record<string, unknown>; fault: string | null } {
  const values: Record<string, unknown> = {};
  for (const argument of args) {
    try {
      const value = valueOfArgument(argument, texts[argument.name] ?? '');
      if (value !== undefined) values[argument.name] = value;
    } catch {
      return { values, fault: argument.name };
    }
  }
  return { values, fault: null };
}
