import type { MetricDefinition } from '@sonde/contract';
import { z } from 'zod';
import { findKind } from './kinds.ts';
import { behaviourMeanings } from './builtin/behaves.ts';
import { behaviourWords, behaviours } from './text/behaviours.ts';
import { languageName } from './text/languages.ts';

const behaviourIn = (value: unknown): string | undefined =>
  Object.entries(behaviourWords).find(([behaviour]) => behaviour === value)?.[1];

/** Settings as a part of a name; those that are not here are called as their field is. */
const settingWords: Readonly<Record<string, string>> = {
  as_amounts: 'amounts by their value',
  whole_word: 'whole words',
  case_sensitive: 'in the same case',
  absence_decides: 'a person reads near matches',
  max: 'with an upper limit',
  min: 'with a lower limit',
  // Goes with either limit.
  unit: '',
};
const wordsOf = (name: string): string => name.replaceAll('_', ' ');

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

interface Setting {
  readonly title?: string;
  readonly 'x-labels'?: Readonly<Record<string, string>>;
  readonly default?: unknown;
  readonly enum?: unknown;
  readonly items?: unknown;
}

/** What a form knows of each setting of a kind. */
function settingsOf(kind: string): Readonly<Record<string, Setting>> {
  const found = findKind(kind);
  const { properties = {} } = found
    ? z.toJSONSchema(found.args, { io: 'input', unrepresentable: 'any' })
    : {};
  return properties as Record<string, Setting>;
}

/** A setting of a kind as it stands before its value, in the words of its field. */
export const settingLabel = (kind: string, name: string): string =>
  lowerFirst(settingsOf(kind)[name]?.title ?? wordsOf(name));

/** A name for a metric of this kind with these settings, which tells it from the same kind with others. */
export function plainName(kind: string, args: Readonly<Record<string, unknown>>): string {
  const found = findKind(kind);
  const behaviour = kind === 'behaves' ? behaviourIn(args['as']) : undefined;
  const needed = new Set(['values', ...(found ? requiredOf(found.args) : [])]);
  const settings = Object.keys(args)
    // Whether its verdict counts is said with the verdict, and may be changed without another name.
    .filter((name) => !needed.has(name) && name !== 'decides')
    .toSorted()
    .map((name) => settingWords[name] ?? settingLabel(kind, name))
    .flatMap((words) => (words === '' ? [] : [`, ${words}`]));
  return `${behaviour ?? found?.title ?? wordsOf(kind)}${settings.join('')}`;
}

function requiredOf(args: z.ZodType): string[] {
  const { required } = z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' });
  return required ?? [];
}

const mostLines = 20;
const mostCharacters = 600;
const shortened = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…`.toWellFormed() : text;

/** What a metric holds an answer against, line by line, for a person who is to judge the same. */
export function expectationOf(definition: MetricDefinition): string[] {
  const lines =
    definition.backend === 'builtin'
      ? builtinLines(definition)
      : [...askedLines(definition), ...boundLines(definition)];
  const kept = lines.slice(0, mostLines).map(shortened);
  const negated = definition.negate ? ['Passes where this is not so, and fails where it is.'] : [];
  return [...kept, ...negated];
}

function builtinLines({ kind, args }: MetricDefinition): string[] {
  const found = findKind(kind ?? '');
  const behaviour = kind === 'behaves' ? behaviourIn(args['as']) : undefined;
  const known = settingsOf(kind ?? '');
  const settings = Object.entries(args).flatMap(([name, value]) => {
    const isUsual = JSON.stringify(value) === JSON.stringify(known[name]?.default);
    // Whether its verdict counts is said with the verdict.
    if (isUsual || name === 'decides' || value === undefined || value === null) return [];
    if (behaviour !== undefined && name === 'as') return [];
    const isLeftToAPerson = name === 'absence_decides' && value === false;
    const label = isLeftToAPerson ? settingWords[name] : (known[name]?.title ?? wordsOf(name));
    // What each turn is to say, a line for each.
    if (isByTurn(value)) return Object.entries(value).map(([turn, expected]) => `Turn ${turn}: ${expected}`);
    const said = `${label?.[0]?.toUpperCase()}${label?.slice(1)}`;
    return value === true || isLeftToAPerson
      ? [`${said}.`]
      : [`${said}: ${settingText(kind ?? '', name, value)}`];
  });
  const title = behaviour ?? found?.title ?? kind ?? '';
  // The title alone often says no more than the name of the metric.
  return [title, ...(settings.length === 0 ? [meaningOf(kind ?? '', args)] : settings)].filter(
    (line) => line !== '',
  );
}

/** In one sentence, what a metric of this kind with these settings passes or fails. */
export function meaningOf(kind: string, args: Readonly<Record<string, unknown>>): string {
  const behaviour = kind === 'behaves' ? behaviours.find((one) => one === args['as']) : undefined;
  if (behaviour !== undefined) return behaviourMeanings[behaviour];
  const page = findKind(kind)?.page ?? '';
  return /^.*?\.(?=\s|$)/s.exec(page)?.[0] ?? page;
}

const isByTurn = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([turn, said]) => /^\d+$/.test(turn) && typeof said === 'string');

/** A language by its name, one of several choices by what it says, and everything else as it was written. */
export function settingText(kind: string, name: string, value: unknown): string {
  const setting = settingsOf(kind)[name];
  if (kind === 'language' && name === 'language') return languageName(String(value));
  const isChoice = setting?.enum !== undefined || JSON.stringify(setting?.items ?? {}).includes('"enum"');
  if (!isChoice) return valueText(value);
  return (Array.isArray(value) ? value : [value])
    .map((choice) => setting?.['x-labels']?.[String(choice)] ?? wordsOf(String(choice)))
    .join(', ');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return `“${value.slice(0, mostCharacters)}”`;
  if (Array.isArray(value)) return value.slice(0, 50).map(valueText).join(', ');
  return (JSON.stringify(value) ?? '').slice(0, mostCharacters);
}

/** What a model, a program or a function is asked. */
function askedLines(definition: MetricDefinition): string[] {
  const {
    backend,
    evaluation_prompt: prompt,
    evaluation_steps: steps,
    criteria,
    function_name: name,
  } = definition;
  if (backend === 'code') return ['A program of its own judges the answer.'];
  if (backend === 'sdk') return [`The function ${name ?? ''} of a connected program judges the answer.`];
  const asked = [prompt, steps].filter((text) => text !== null && text.trim() !== '') as string[];
  return [...asked, ...(criteria ?? []).map((criterion) => `Criterion: ${criterion}`)];
}

function boundLines({
  categories,
  passing_categories: passing,
  threshold,
  threshold_operator: operator,
}: MetricDefinition): string[] {
  if (categories && categories.length > 0)
    return [`Passes as ${(passing ?? []).join(' or ') || 'none'}, of ${categories.join(', ')}.`];
  return threshold === null ? [] : [`Passes with a score ${operator ?? '>='} ${threshold}.`];
}
