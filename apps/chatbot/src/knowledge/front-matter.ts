import { parse } from 'yaml';

/** Splits a Markdown text into the YAML between its first two `---` lines and the rest. */
export function readFrontMatter(text: string, source: string): { attributes: unknown; body: string } {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (match === null) throw new Error(`${source}: must begin with front matter between two lines of "---".`);
  try {
    return { attributes: parse(match[1] ?? ''), body: match[2] ?? '' };
  } catch (reason) {
    throw new Error(`${source}: the front matter is not valid YAML.`, { cause: reason });
  }
}
