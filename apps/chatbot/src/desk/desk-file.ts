import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** Languages a desk answers in. */
export const languages = ['en', 'de', 'fr'] as const;

export type Language = (typeof languages)[number];

const inEachLanguage = z.strictObject({ en: z.string(), de: z.string(), fr: z.string() });

const deskSchema = z.strictObject({
  /** What is said when nothing was understood, and to whoever writes in another language. */
  fallback: inEachLanguage,
  languages: z.string(),
  prices: z.array(z.strictObject({ size: z.string(), up_to_kg: z.number(), euros: z.number() })).min(1),
  /** Tracking number → how the parcel is doing. */
  parcels: z.record(z.string(), z.string()),
  /** What is asked, by patterns of plain text for each language, and its answer. The first that matches counts. */
  topics: z
    .array(z.strictObject({ id: z.string(), asked: inEachLanguage, answer: inEachLanguage }))
    .transform((topics) =>
      topics.map(({ id, asked, answer }) => ({
        id,
        answer,
        asked: languages.map((language) => ({ language, pattern: new RegExp(asked[language]) })),
      })),
    ),
});

export type DeskFile = z.infer<typeof deskSchema>;

export type Topic = DeskFile['topics'][number];

const flawsSchema = z.array(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    severity: z.enum(['high', 'medium', 'low']),
    /** Messages of one session, in their order; the flaw shows in the answer to the last. */
    provoke: z.array(z.string()).min(1),
    wrong: z.string(),
    right: z.string(),
    /** Where the flaw shows, and what is found there only if it is planted. */
    shown_in: z.enum(['message', 'tool_calls', 'headers']),
    pattern: z.string(),
  }),
);

/** One documented flaw: how to provoke it, how it shows, and what would be right. */
export type FlawEntry = z.infer<typeof flawsSchema>[number];

export function readDesk(path: string): DeskFile {
  return read(path, deskSchema, 'desk');
}

export function readFlaws(path: string): readonly FlawEntry[] {
  return read(path, flawsSchema, 'list of flaws');
}

function read<Schema extends z.ZodType>(path: string, schema: Schema, what: string): z.output<Schema> {
  if (!existsSync(path)) throw new Error(`The file ${path} does not exist.`);
  const parsed = schema.safeParse(parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path} is not a valid ${what}.\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
