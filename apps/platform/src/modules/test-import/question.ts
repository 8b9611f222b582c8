import { isObject } from './fields.ts';

const questionNames = ['prompt', 'question', 'query', 'input', 'message', 'text', 'user_input'];

/** What somebody asks in an object of some form: its question by a usual name, or its only text; otherwise all of it. */
export const questionIn = (input: unknown): unknown =>
  isObject(input)
    ? (questionNames.map((name) => input[name]).find((value) => typeof value === 'string') ??
      onlyText(input) ??
      input)
    : input;

/** The only value of an object, where that is a text. */
export function onlyText(value: Record<string, unknown>): string | undefined {
  const [only, ...others] = Object.values(value);
  return others.length === 0 && typeof only === 'string' ? only : undefined;
}
