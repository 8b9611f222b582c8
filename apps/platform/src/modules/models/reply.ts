import type { z } from 'zod';
import { readJsonObjects } from './json-in-text.ts';

export interface ReplyForm<T> {
  readonly schema: z.ZodType<T>;
  /**
   * Texts of others in the prompt. An object that stands in one of them word for word is quoted: whoever is judged does not
   * write the verdict.
   */
  readonly quotable?: readonly string[] | undefined;
  /** What several objects of one reply have to agree in; all of them where it is not said. */
  readonly decided?: ((object: T) => unknown) | undefined;
}

/**
 * The object a model was asked for, out of a reply that is more than that: words before it, a fence, thoughts. Of several that
 * fit the last counts where they agree, and none where they do not; undefined where there is none.
 */
export function readReply<T>(text: string, form: ReplyForm<T>): T | undefined {
  const isQuoted = quotedIn(form.quotable);
  const fitting = readJsonObjects(withoutThoughts(text)).flatMap(({ value, source }) => {
    if (isQuoted(source) || isQuoted(JSON.stringify(value))) return [];
    const read = form.schema.safeParse(value);
    return read.success ? [read.data] : [];
  });
  const { decided = (object: T): unknown => object } = form;
  const outcomes = new Set(fitting.map((object) => JSON.stringify(decided(object))));
  return outcomes.size === 1 ? fitting.at(-1) : undefined;
}

/** Whether a reply, or an object of it, stands in one of these texts, however it is laid out or escaped there. */
export function quotedIn(texts: readonly string[] = []): (text: string) => boolean {
  const folded = texts.map(folding);
  return (text) => {
    const sought = folding(text);
    return sought !== '' && folded.some((one) => one.includes(sought));
  };
}

const folding = (text: string): string => text.replaceAll(/[\s\\]+/g, '');

const THOUGHTS = /^\s*<(think|thinking|thought|thoughts|reasoning)>/i;

/**
 * What a model thinks aloud before it answers is no answer yet. It ends at the first mark that closes it: the thoughts may quote
 * another, and what is left over of them disagrees with the answer or says the same.
 */
function withoutThoughts(text: string): string {
  const name = THOUGHTS.exec(text)?.[1];
  if (name === undefined) return text;
  const mark = `</${name.toLowerCase()}>`;
  const end = text.toLowerCase().indexOf(mark);
  return end === -1 ? '' : text.slice(end + mark.length);
}
