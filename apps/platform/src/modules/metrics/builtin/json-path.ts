import { z } from 'zod';
import { createPathQueries, PathError } from '#invocation';
import { defineKind, failed, notEvaluated, scored, span, unread, whole } from '../kind.ts';
import { jsonEqual, mayBeRounded, readJson, whole_answer } from '../text/json.ts';
import { PatternError, compilePattern, findFirst, isTooCostly, patternLengthMax } from '../text/patterns.ts';

const queries = createPathQueries();

const Args = z
  .strictObject({
    path: z.string().min(1).max(2000).meta({ title: 'Path', description: 'A JSONPath, such as $.total' }),
    equals: z
      .json()
      .optional()
      .meta({ title: 'Must equal', description: 'Written as JSON: a text stands in quotes.' }),
    matches: z
      .string()
      .min(1)
      .max(patternLengthMax)
      .optional()
      .meta({ title: 'Must match', description: 'A regular expression.' }),
    exists: z.boolean().optional().meta({ title: 'Must be there' }),
    whole_answer,
  })
  .superRefine((args, context) => {
    const given = [args.equals, args.matches, args.exists].filter((value) => value !== undefined);
    if (given.length > 1)
      context.addIssue({
        code: 'custom',
        message: 'Ask for one thing only: what it equals, what it matches, or whether it is there.',
      });
    try {
      queries.find(args.path, null);
      if (args.matches !== undefined) compilePattern(args.matches);
    } catch (error) {
      if (!(error instanceof PathError || error instanceof PatternError)) throw error;
      const path = [error instanceof PathError ? 'path' : 'matches'];
      context.addIssue({ code: 'custom', path, message: error.message });
    }
  });

export const jsonPath = defineKind({
  kind: 'json_path',
  title: 'JSONPath value',
  page: 'Reads the answer, or its one block of code, as JSON and looks at what the path finds (a JSONPath, which names a place in it: `$.total` is the value called total): that something is there, or nothing; that one of the values equals another; or that one matches a regular expression. Reversed, an answer that is no JSON is unclear.',
  needs: ['output'],
  args: Args,
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  // What the path finds may hold each other, and the pattern goes through each of them.
  isHeavy: ({ matches }) => matches !== undefined,
  open({ path, equals, matches, exists, whole_answer: isWhole }, isNegated) {
    const pattern = matches === undefined ? undefined : compilePattern(matches);
    return ({ output }) => {
      const text = output ?? '';
      const read = readJson(text, isWhole);
      if (!read.ok) return unread(isNegated, read.reason, [whole('output', text)]);
      const evidence = [span('output', text, read.start, read.end)];
      let values: unknown[];
      try {
        values = queries.find(path, read.value);
      } catch (error) {
        if (error instanceof PathError) return failed('path_failed', error.message);
        throw error;
      }
      if (pattern && isTooCostly(pattern, text.length))
        return failed('too_costly', 'The pattern is too large for an answer of this length.');
      const holds =
        equals !== undefined
          ? values.some((value) => jsonEqual(value, equals))
          : pattern
            ? values.some((value) => findFirst(pattern, asText(value)) !== undefined)
            : values.length > 0 === (exists ?? true);
      if (equals !== undefined && holds && mayBeRounded(equals))
        return notEvaluated(
          'rounded_number',
          'It is equal in the digits that are read of a number, and the number has more.',
          evidence,
        );
      const found = values.length === 0 ? 'nothing' : JSON.stringify(values[0]).slice(0, 200);
      return scored(
        holds ? 1 : 0,
        `The path finds ${found}${values.length > 1 ? ` and ${values.length - 1} more` : ''}.`,
        evidence,
      );
    };
  },
});

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
