import { z } from 'zod';
import { defineKind, failed, notEvaluated, scored, span, unread, whole } from '../kind.ts';
import { depthOf, mayBeRounded, readJson, whole_answer } from '../text/json.ts';
import { compileSchema, SchemaError } from '../text/json-schema.ts';

const schemaCharactersMax = 64_000;
const schemaDepthMax = 64;
const keywordsMax = 1000;

const Args = z.strictObject({
  schema: z
    .record(z.string(), z.unknown())
    .superRefine((schema, context) => {
      const text = JSON.stringify(schema);
      const keywords = text.split('":').length - 1;
      if (text.length > schemaCharactersMax || depthOf(text) > schemaDepthMax || keywords > keywordsMax)
        context.addIssue({
          code: 'custom',
          message: `A schema has at most ${schemaCharactersMax} characters, ${schemaDepthMax} levels and ${keywordsMax} keys.`,
        });
    })
    .meta({ title: 'Schema', description: 'A JSON Schema, written as JSON.' }),
  whole_answer,
});

export const jsonSchema = defineKind({
  kind: 'json_schema',
  title: 'Fits a JSON Schema',
  page: 'Passes when the answer, or its one block of code, fits the JSON Schema, which says what data looks like (by its edition 2020-12, or draft-07 when `$schema` says so). Each fault is told with its path. Patterns know no look-around and no back-references. A word or a `format` that is not known makes the schema unusable: nothing would be checked by it. `x-…` and words that only describe may stand there. A schema that asks for nothing passes everything: name what is `required`. Reversed, an answer that is no JSON is unclear.',
  needs: ['output'],
  args: Args,
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  // A schema of a user's may take seconds to compile or to check: it runs where it can be killed.
  isHeavy: true,
  open({ schema, whole_answer: isWhole }, isNegated) {
    let check: ReturnType<typeof compileSchema>;
    try {
      check = compileSchema(schema);
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      const { message } = error;
      return () => failed('schema_invalid', message);
    }
    return ({ output }) => {
      const text = output ?? '';
      const read = readJson(text, isWhole);
      if (!read.ok) return unread(isNegated, read.reason, [whole('output', text)]);
      const faults = check(read.value);
      if (faults.length === 0 && asksForRounded(schema))
        return notEvaluated(
          'rounded_number',
          'It fits in the digits that are read of a number, and the schema asks for one that has more.',
          [span('output', text, read.start, read.end)],
        );
      return scored(
        faults.length === 0 ? 1 : 0,
        faults.length === 0
          ? 'The answer fits the schema.'
          : `The answer does not fit: ${faults.join('; ')}.`,
        [span('output', text, read.start, read.end)],
      );
    };
  },
});

/** A schema that asks for a very long number has it rounded, as another one may be. */
const asksForRounded = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  Object.entries(schema).some(
    ([key, value]) => ((key === 'const' || key === 'enum') && mayBeRounded(value)) || asksForRounded(value),
  );
