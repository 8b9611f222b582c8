import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createAssistant } from './answering/assistant.ts';
import { createDesk, plantedFlaws } from './desk/desk.ts';
import { readDesk, readFlaws } from './desk/desk-file.ts';
import { readFrontMatter } from './knowledge/front-matter.ts';
import { loadKnowledge } from './knowledge/passages.ts';
import { loadUnderstanding } from './meaning/load.ts';
import { readVocabulary } from './knowledge/vocabulary.ts';
import type { LanguageModel } from './model.ts';
import type { UseCase } from './use-case.ts';

export type UseCases = ReadonlyMap<string, UseCase>;

const commonAttributes = {
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens'),
  description: z.string().min(1),
};

/** Answered from passages. */
const knowledgeSchema = z.strictObject({
  ...commonAttributes,
  knowledge: z.string().min(1),
  vocabulary: z.string().optional(),
  /** Made by training/understanding.ts. */
  understanding: z.string().optional(),
  subject: z.string().min(1).optional(),
  topics: z.array(z.string()).optional(),
});

/** Answered by fixed rules. */
const deskSchema = z.strictObject({
  ...commonAttributes,
  desk: z.string().min(1),
  /** The documented flaws, and those of them that are planted. */
  flaws: z.string().optional(),
  planted: z.array(z.string()).default([]),
});

const nothing: readonly never[] = Object.freeze([]);

const echoMetadata = Object.freeze({ use_case: 'echo', mode: 'text' });

export const echo: UseCase = {
  name: 'echo',
  description:
    'Returns the message unchanged, to test a connection. It does not count against the daily limit.',
  exemptFromQuota: true,
  flaws: nothing,
  respond: ({ message }) => ({ message, context: nothing, metadata: echoMetadata, tool_calls: nothing }),
};

/** Reads every Markdown file directly in the folder as one use case, and adds the built-in echo. */
export function loadUseCases(folder: string, model: LanguageModel | undefined): UseCases {
  const useCases = new Map<string, UseCase>([[echo.name, echo]]);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  if (files.length === 0)
    throw new Error(`No use case files (*.md) found in ${folder}. Check USE_CASES_DIR.`);
  for (const file of files.toSorted()) {
    const useCase = readUseCase(folder, file, model);
    if (useCases.has(useCase.name))
      throw new Error(`${file}: another use case is already named ${useCase.name}.`);
    useCases.set(useCase.name, useCase);
  }
  return useCases;
}

function readUseCase(folder: string, file: string, model: LanguageModel | undefined): UseCase {
  const { attributes, body } = readFrontMatter(readFileSync(join(folder, file), 'utf8'), file);
  if (typeof attributes === 'object' && attributes !== null && 'desk' in attributes)
    return readDeskUseCase(folder, file, attributes);
  const { name, description, knowledge, vocabulary, understanding, subject, topics } = parseAttributes(
    knowledgeSchema,
    attributes,
    file,
  );
  const collections = loadKnowledge(join(folder, knowledge));
  const assistant = createAssistant({
    subject: subject ?? name,
    topics: topics ?? collections.map((collection) => collection.subject),
    instructions: body.trim(),
    collections,
    vocabulary: readVocabulary(vocabulary === undefined ? undefined : join(folder, vocabulary)),
    understanding: understanding === undefined ? undefined : loadUnderstanding(join(folder, understanding)),
    model,
  });
  return { name, description, exemptFromQuota: false, flaws: nothing, respond: assistant.respond };
}

function readDeskUseCase(folder: string, file: string, attributes: unknown): UseCase {
  const { name, description, desk, flaws, planted } = parseAttributes(deskSchema, attributes, file);
  try {
    const documented = flaws === undefined ? nothing : readFlaws(join(folder, flaws));
    return {
      name,
      description,
      exemptFromQuota: false,
      flaws: plantedFlaws(planted, documented),
      respond: createDesk(readDesk(join(folder, desk)), planted),
    };
  } catch (reason) {
    throw new Error(`${file}: ${reason instanceof Error ? reason.message : String(reason)}`, {
      cause: reason,
    });
  }
}

function parseAttributes<Schema extends z.ZodType>(schema: Schema, attributes: unknown, file: string) {
  const parsed = schema.safeParse(attributes);
  if (!parsed.success)
    throw new Error(`${file}: the front matter is not valid.\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
