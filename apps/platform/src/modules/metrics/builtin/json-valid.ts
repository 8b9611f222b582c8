import { z } from 'zod';
import { isRecord } from '../item.ts';
import { defineKind, scored, span, unread, whole } from '../kind.ts';
import { readJson, whole_answer } from '../text/json.ts';

export const jsonValid = defineKind({
  kind: 'json_valid',
  title: 'Is valid JSON',
  page: 'Passes when the whole answer, or the one block of code in it, is JSON, or an object or an array if you ask for one. `5` and `"x"` are JSON too: ask for an object where one is meant, and for “Fits a JSON Schema” where its content matters.',
  needs: ['output'],
  args: z.strictObject({
    require: z
      .enum(['any', 'object', 'array'])
      .default('any')
      .meta({
        title: 'What it must be',
        'x-labels': { any: 'Any JSON', object: 'An object: { … }', array: 'A list: [ … ]' },
      }),
    whole_answer,
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  open:
    (args, isNegated) =>
    ({ output }) => {
      const text = output ?? '';
      const read = readJson(text, args.whole_answer);
      // That a text is none is what is looked for; one that nests deeper, or is one of several, may be JSON.
      if (!read.ok)
        return unread(isNegated && read.code !== 'not_json', read.reason, [whole('output', text)]);
      const found = Array.isArray(read.value) ? 'array' : isRecord(read.value) ? 'object' : typeof read.value;
      const holds = args.require === 'any' || args.require === found;
      return scored(
        holds ? 1 : 0,
        holds
          ? `The answer is JSON (${found}).`
          : `The answer is JSON, but ${found} instead of ${args.require}.`,
        [span('output', text, read.start, read.end)],
      );
    },
});
