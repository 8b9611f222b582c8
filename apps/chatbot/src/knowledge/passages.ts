import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readFrontMatter } from './front-matter.ts';

export type Passage = Readonly<{
  /** File name and title, such as `renters/what-renters-insurance-covers`. */
  id: string;
  title: string;
  text: string;
  /** Other words people use for the same thing; searched, never shown. */
  also: string;
  /** The same in a case with numbers, for whoever asks for an example; shown, not searched. */
  example?: string;
  collection: string;
}>;

/** One knowledge file: a subject, the words people call it by, and its passages. */
export type Collection = Readonly<{
  name: string;
  subject: string;
  named: readonly string[];
  passages: readonly Passage[];
}>;

const frontMatterSchema = z.strictObject({
  subject: z.string().min(1),
  named: z.array(z.string()).default([]),
});

/** Reads a folder of Markdown files; every `## Title` opens a passage, `<!-- also: … -->` adds search words, `<!-- example: … -->` a case. */
export function loadKnowledge(folder: string): Collection[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  const collections = files.toSorted().map((file) => readCollection(folder, file));
  const passages = collections.flatMap((collection) => collection.passages);
  if (passages.length === 0) throw new Error(`No passages ("## Title" in *.md) found in ${folder}.`);
  refuseDuplicates(passages);
  return collections;
}

function readCollection(folder: string, file: string): Collection {
  const { attributes, body } = readFrontMatter(readFileSync(join(folder, file), 'utf8'), file);
  const parsed = frontMatterSchema.safeParse(attributes);
  if (!parsed.success)
    throw new Error(`${file}: the front matter is not valid.\n${z.prettifyError(parsed.error)}`);
  const name = file.slice(0, -'.md'.length);
  const sections = body.split(/^## /m).slice(1);
  return { name, ...parsed.data, passages: sections.map((section) => readPassage(section, name)) };
}

function readPassage(section: string, collection: string): Passage {
  const [title = '', ...rest] = section.split('\n');
  const also: string[] = [];
  let example: string | undefined;
  const text = rest
    .join('\n')
    .replaceAll(/<!--\s*also:([\s\S]*?)-->/g, (_whole, words: string) => {
      also.push(words.trim());
      return '';
    })
    .replaceAll(/<!--\s*example:([\s\S]*?)-->/g, (_whole, words: string) => {
      example = words.replaceAll(/\s+/g, ' ').trim();
      return '';
    })
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text === '') throw new Error(`${collection}.md: the passage "${title.trim()}" has no text.`);
  return {
    id: `${collection}/${slug(title)}`,
    title: title.trim(),
    text,
    also: also.join(', '),
    ...(example === undefined ? {} : { example }),
    collection,
  };
}

function refuseDuplicates(passages: readonly Passage[]): void {
  const seen = new Set<string>();
  for (const { id } of passages) {
    if (seen.has(id)) throw new Error(`Two passages are called ${id}; give one another title.`);
    seen.add(id);
  }
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
