import { z } from 'zod';
import { isRecord, type Item } from '../item.ts';
import { defineKind, failed, scored, span, unread, type Evidence } from '../kind.ts';
import { PatternError, compilePattern, isTooCostly, patternLengthMax } from '../text/patterns.ts';

const citationsMax = 500;

const Args = z
  .strictObject({
    pattern: z
      .string()
      .min(1)
      .max(patternLengthMax)
      .optional()
      .meta({ title: 'Pattern', description: 'A regular expression, whose first group is what is cited.' }),
    field: z.string().min(1).max(200).optional().meta({ title: 'Field of the metadata' }),
  })
  .superRefine(({ pattern }, context) => {
    try {
      compilePattern(pattern ?? defaultPattern);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      context.addIssue({ code: 'custom', path: ['pattern'], message: error.message });
    }
  });

const defaultPattern = String.raw`\[(\d{1,3})\]|\[\^(\d{1,3})\]|\((?:source|quelle|see)[: ]\s?([^()]{1,200})\)|【(\d{1,3})[^】]{0,20}】`;

export const citation = defineKind({
  kind: 'citation',
  title: 'Cites its context',
  page: 'Passes when the answer cites, and each citation points into the context, the texts that the application answered from: a number to a text that exists (`[1]` is the first), or words that stand in one. A pattern of your own (a regular expression, whose first group is what is cited) reads other styles; citations may also be taken from a field of the metadata instead of the text. A citation that points somewhere is not yet one that supports the sentence: see “Grounded in the context”.',
  needs: ['output', 'context'],
  args: Args,
  threshold: 1,
  operator: '>=',
  charactersMax: 500_000,
  readsMetadata: true,
  // Every citation is a search of its own, and a member's pattern may look through the whole answer each time.
  isHeavy: ({ pattern }) => pattern !== undefined,
  open({ pattern, field }, isNegated) {
    const compiled = compilePattern(pattern ?? defaultPattern, 'i');
    return (item) => {
      const text = item.output ?? '';
      const context = item.context ?? [];
      if (field !== undefined) {
        const cited = citedIn(item, field);
        if (cited) return judgeCitations(cited, context);
        return unread(isNegated, `Neither the metadata nor the answer has a field “${field}”.`);
      }
      if (isTooCostly(compiled, text.length))
        return failed('too_costly', 'The pattern is too large for an answer of this length.');
      const cited: Cited[] = [];
      const matcher = compiled.matcher(text);
      while (cited.length < citationsMax && matcher.find()) {
        const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1));
        const what = groups.find((group) => typeof group === 'string' && group !== '') ?? matcher.group();
        cited.push({ what: what ?? '', evidence: span('output', text, matcher.start(), matcher.end()) });
      }
      return judgeCitations(cited, context);
    };
  },
});

interface Cited {
  readonly what: string;
  readonly evidence?: Evidence;
}

function judgeCitations(cited: readonly Cited[], context: readonly string[]) {
  if (cited.length === 0) return scored(0, 'The answer cites nothing.');
  const passages = context.map(plain);
  const astray = cited.filter(({ what }) => !pointsInto(what.trim(), passages));
  return scored(
    1 - astray.length / cited.length,
    astray.length === 0
      ? `All ${cited.length} citations point into the context.`
      : `${astray.length} of ${cited.length} citations point to nothing in the context.`,
    (astray.length > 0 ? astray : cited).flatMap(({ evidence }) => (evidence ? [evidence] : [])),
  );
}

function pointsInto(what: string, passages: readonly string[]): boolean {
  if (/^\d{1,4}$/.test(what)) return Number(what) >= 1 && Number(what) <= passages.length;
  const wanted = plain(what);
  return wanted.length >= 3 && passages.some((passage) => passage.includes(wanted));
}

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** The field stands in the metadata, or in an answer that is JSON; undefined where it does in neither. */
function citedIn({ metadata, output }: Item, field: string): Cited[] | undefined {
  let from: unknown = metadata;
  if (!isRecord(from) || valueAt(from, field) === undefined) {
    try {
      from = JSON.parse(output ?? '');
    } catch {
      return undefined;
    }
  }
  const value = valueAt(from, field);
  if (value === undefined) return undefined;
  const list = Array.isArray(value) ? value.slice(0, citationsMax) : [value];
  return list.flatMap((entry: unknown): Cited[] => {
    const named = isRecord(entry)
      ? (entry['quote'] ?? entry['text'] ?? entry['index'] ?? entry['id'] ?? entry['title'] ?? entry['url'])
      : entry;
    return typeof named === 'string' || typeof named === 'number' ? [{ what: String(named) }] : [];
  });
}

function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const part of path.split('.'))
    current = isRecord(current) && Object.hasOwn(current, part) ? current[part] : undefined;
  return current;
}
