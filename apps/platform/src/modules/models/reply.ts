import type { z } from 'zod';
import { readJsonObjects, readShortObjects } from './json-in-text.ts';

export interface ReplyForm<T> {
  readonly schema: z.ZodType<T>;
  /**
   * Texts of others in the prompt. An object that stands in one of them word for word is quoted: whoever is judged does not
   * write the verdict. Where one of them holds an object that decides the same in other words, only a reply that is nothing but
   * its object counts: another may quote that one, put in another order or shortened.
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
  const said = withoutThoughts(text);
  const fitting = readJsonObjects(said).flatMap(({ value, source }) => {
    if (isQuoted(source) || isQuoted(JSON.stringify(value))) return [];
    const read = form.schema.safeParse(value);
    return read.success ? [{ object: read.data, source }] : [];
  });
  const outcomes = new Set(fitting.map(({ object }) => outcomeOf(form, object)));
  const [outcome] = outcomes;
  const last = fitting.at(-1);
  if (!last || outcome === undefined || outcomes.size > 1) return undefined;
  const mayQuote = !isAll(said, last.source) && form.quotable?.some((one) => holds(form, one, outcome));
  return mayQuote ? undefined : last.object;
}

const outcomeOf = <T>({ decided = (object) => object }: ReplyForm<T>, object: T): string =>
  JSON.stringify(decided(object)) ?? '';

/** Whether a reply is nothing but this object, in a fence or not. */
const isAll = (text: string, source: string): boolean =>
  /^\s*(?:```\w*)?\s*(?:```)?\s*$/.test(text.replace(source, ''));

/** Whether a text of others has an object, in whatever words, that would decide this. */
function holds<T>(form: ReplyForm<T>, text: string, outcome: string): boolean {
  const objects = readShortObjects(text);
  return (
    objects === undefined ||
    objects.some((value) => {
      const read = form.schema.safeParse(value);
      return read.success && outcomeOf(form, read.data) === outcome;
    })
  );
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
const LATER = /<(think|thinking|thought|thoughts|reasoning)>/gi;

/**
 * What a model thinks aloud before it answers is no answer yet. It ends at the first mark that closes it: the thoughts may quote
 * another, and what is left over of them disagrees with the answer or says the same.
 */
function withoutThoughts(text: string): string {
  const name = THOUGHTS.exec(text)?.[1];
  if (name === undefined) return withoutLaterThoughts(text);
  const mark = `</${name.toLowerCase()}>`;
  const end = text.toLowerCase().indexOf(mark);
  return end === -1 ? '' : text.slice(end + mark.length);
}

/** Those that nothing closes are left: what stands behind them may be the answer. */
function withoutLaterThoughts(text: string): string {
  const lower = text.toLowerCase();
  let rest = '';
  let from = 0;
  for (const { index, 1: name = '' } of text.matchAll(LATER)) {
    if (index < from) continue;
    const mark = `</${name.toLowerCase()}>`;
    const end = lower.indexOf(mark, index);
    if (end === -1) break;
    rest += `${text.slice(from, index)} `;
    from = end + mark.length;
  }
  return rest + text.slice(from);
}
