import { chargedLength, textLength } from '../text-length.ts';
import { intArgument, textArgument } from '../arguments.ts';
import { truthy } from '../comparison.ts';
import { escapeHtml } from '../html-escape.ts';
import { capitalize, titleCase } from '../letter-case.ts';
import { formatPercent } from '../percent-format.ts';
import { charge, chargeItems, chargeText, dearness, inSlices, mappingEntries, toItems } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { str } from '../spelling.ts';
import { runtimeError } from '../template-error.ts';
import { chargedByLetter, justify, replaceText, splitLines, strip } from '../text-methods.ts';
import { Dict, Fragment, isMapping, isText, plainText, SafeText, Tuple } from '../values.ts';
import { filter, restFilter } from './define-filter.ts';
import type { FilterTable } from './define-filter.ts';
import type { BuiltInFilter } from '../runtime.ts';
import { wrapWords } from './word-wrap.ts';

/** Filters from text to text. */
export function textFilters(): FilterTable {
  return {
    upper: textFilter('', (_rt, text) => text.toUpperCase()),
    lower: textFilter('', (_rt, text) => text.toLowerCase()),
    capitalize: textFilter('', (_rt, text) => capitalize(text)),
    title: textFilter('', (rt, text) => titleCase(chargedByLetter(rt, text), 'filter')),
    trim: filter('chars?', (rt, value, [chars]) =>
      value instanceof Fragment ? trimFragment(value) : keepSafe(value, trimText(rt, str(rt, value), chars)),
    ),
    center: textFilter('width?', (rt, text, [width = 80]) => justify(rt, text, width, undefined, 'center')),
    replace: filter('old new count?', replaceFilter),
    indent: textFilter('width? first? blank?', indent),
    truncate: filter('length? killwords? end? leeway?', truncateValue),
    wordwrap: textFilter('width? break_long_words? wrapstring? break_on_hyphens?', wrapWords),
    wordcount: filter('', (rt, value) => {
      const text = str(rt, value);
      charge(rt, text.length * dearness.letters);
      let words = 0;
      for (const _ of text.matchAll(/[\p{L}\p{N}_]+/gu)) words++;
      return words;
    }),
    format: restFilter((rt, value, positional, { named }) => {
      if (positional.length > 0 && named.size > 0) {
        throw runtimeError("can't handle positional and keyword arguments at the same time");
      }
      const values = named.size > 0 ? new Dict(named) : new Tuple(positional);
      const escape = value instanceof SafeText ? escapeHtml : undefined;
      return keepSafe(value, formatPercent(rt, str(rt, value), values, escape));
    }),
    urlencode: filter('', (rt, value) => urlEncode(rt, value)),
  };
}

function keepSafe(value: unknown, text: string): unknown {
  return value instanceof SafeText ? new SafeText(text) : text;
}

function textFilter(
  signature: string,
  run: (rt: Runtime, text: string, bound: unknown[]) => string,
): BuiltInFilter {
  return filter(signature, (rt, value, bound) => {
    const text = str(rt, value);
    charge(rt, text.length);
    return keepSafe(value, run(rt, text, bound));
  });
}

function trimText(rt: Runtime, text: string, chars: unknown): string {
  charge(rt, text.length * dearness.letters);
  return strip(text, chars, 'both');
}

/** A block or macro whose blanks are trimmed is still template text and values, not one text. */
function trimFragment(fragment: Fragment): unknown {
  const parts = [...fragment.parts];
  const first = parts[0];
  if (first?.kind === 'text') parts[0] = { ...first, text: strip(first.text, undefined, 'left') };
  const last = parts.at(-1);
  if (last?.kind === 'text')
    parts[parts.length - 1] = { ...last, text: strip(last.text, undefined, 'right') };
  return fragment.withParts(parts);
}

function replaceFilter(rt: Runtime, value: unknown, [old, fresh, count]: unknown[]): unknown {
  const limit = count === undefined || count === null ? -1 : intArgument(count, -1, 'replace');
  if (!(value instanceof SafeText))
    return replaceText(rt, str(rt, value), str(rt, old), str(rt, fresh), limit);
  const escape = (part: unknown) =>
    part instanceof SafeText ? part.text : inSlices(rt, str(rt, part), dearness.scan, escapeHtml);
  return new SafeText(replaceText(rt, value.text, escape(old), escape(fresh), limit));
}

function indent(rt: Runtime, text: string, [width = 4, first = false, blank = false]: unknown[]): string {
  const prefix = isText(width) ? plainText(width) : blanks(rt, intArgument(width, 4, 'indent'));
  const withEnd = `${text}\n`;
  charge(rt, text.length * dearness.scan);
  const lines = splitLines(withEnd, false);
  chargeText(rt, text.length + lines.length * prefix.length);
  const indented = lines.map((line, i) =>
    i === 0 || (line === '' && !truthy(rt, blank)) ? line : prefix + line,
  );
  return (truthy(rt, first) ? prefix : '') + indented.join('\n');
}

function blanks(rt: Runtime, count: number): string {
  chargeText(rt, Math.max(0, count));
  return ' '.repeat(Math.max(0, count));
}

/** A list is measured as a list, and one that is short enough stays what it is. */
function truncateValue(rt: Runtime, value: unknown, bound: unknown[]): unknown {
  const [length, , , leeway] = bound;
  const count = Array.isArray(value) ? value.length : value instanceof Tuple ? value.items.length : undefined;
  const limit = intArgument(length, 255, 'truncate') + intArgument(leeway ?? undefined, 5, 'truncate');
  if (count !== undefined && count <= limit) return value;
  const text = str(rt, value);
  return keepSafe(value, truncate(rt, text, bound));
}

function truncate(rt: Runtime, text: string, [length, killWords, end, leeway]: unknown[]): string {
  const limit = intArgument(length, 255, 'truncate');
  const mark = end === undefined ? '...' : textArgument(end, 'truncate');
  const slack = leeway === undefined || leeway === null ? 5 : intArgument(leeway, 5, 'truncate');
  const markLength = textLength(mark);
  if (limit < markLength) throw runtimeError(`expected length >= ${markLength}, got ${limit}`);
  if (slack < 0) throw runtimeError(`expected leeway >= 0, got ${slack}`);
  if (chargedLength(rt, text) <= limit + slack) return text;
  charge(rt, text.length * dearness.letters);
  const cut = Array.from(text)
    .slice(0, limit - markLength)
    .join('');
  if (truthy(rt, killWords ?? false)) return cut + mark;
  const space = cut.lastIndexOf(' ');
  return (space === -1 ? cut : cut.slice(0, space)) + mark;
}

/** What `encodeURIComponent` leaves as it is and Python does not. */
const reservedMarks = /[!'()*]/g;

function percentEncode(rt: Runtime, text: string, keepSlash: boolean): string {
  return inSlices(rt, text, dearness.letters, (piece) => {
    const encoded = encodeURIComponent(piece.toWellFormed()).replace(
      reservedMarks,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    return keepSlash ? encoded.replaceAll('%2F', '/') : encoded;
  });
}

function urlEncode(rt: Runtime, value: unknown): string {
  if (isText(value) || (!isMapping(value) && !Array.isArray(value) && !(value instanceof Tuple))) {
    return percentEncode(rt, str(rt, value), true);
  }
  const pairs = isMapping(value)
    ? mappingEntries(rt, value)
    : toItems(rt, value).map((pair) => toItems(rt, pair));
  // Two texts each, however short.
  chargeItems(rt, pairs.length * 4);
  const query = (part: unknown) => percentEncode(rt, str(rt, part), false).replaceAll('%20', '+');
  return pairs.map(([key, item]) => `${query(key)}=${query(item)}`).join('&');
}
