import { intArgument, textArgument } from '../arguments.ts';
import { truthy } from '../comparison.ts';
import { escapeHtml } from '../html-escape.ts';
import {
  charge,
  chargeOperand,
  chargeText,
  dearness,
  inSlices,
  mappingEntries,
  toItems,
} from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { str } from '../spelling.ts';
import { runtimeError } from '../template-error.ts';
import { isMapping, SafeText, Undefined } from '../values.ts';
import { filter } from './define-filter.ts';
import type { FilterTable } from './define-filter.ts';
import { linkUrls } from './link-urls.ts';

/** Filters about HTML. */
export function htmlFilters(): FilterTable {
  const escape = filter('', (rt, value) =>
    value instanceof SafeText ? value : new SafeText(escapeCharged(rt, str(rt, value))),
  );
  return {
    escape,
    e: escape,
    forceescape: filter('', (rt, value) => new SafeText(escapeCharged(rt, str(rt, value)))),
    striptags: filter('', (rt, value) => stripTags(rt, str(rt, value))),
    xmlattr: filter('autospace?', (rt, value, [autospace = true]) =>
      xmlAttributes(rt, value, truthy(rt, autospace)),
    ),
    urlize: filter('trim_url_limit? nofollow? target? rel? extra_schemes?', (rt, value, bound) => {
      const [limit, nofollow, target, rel, schemes] = bound;
      return linkUrls(rt, str(rt, value), {
        limit: limit === undefined || limit === null ? undefined : intArgument(limit, 0, 'urlize'),
        rel: relations(rt, nofollow, rel),
        target: target === undefined || target === null ? undefined : textArgument(target, 'urlize'),
        schemes: schemes === undefined || schemes === null ? [] : schemesOf(rt, schemes),
      });
    }),
  };
}

const schemePrefix = /^[\p{L}\p{N}_.+-]{2,}:\/{0,2}$/u;
const mostSchemes = 50;

function schemesOf(rt: Runtime, given: unknown): string[] {
  const schemes = [...toItems(rt, given)].map((scheme) => textArgument(scheme, 'urlize'));
  if (schemes.length > mostSchemes) throw runtimeError(`urlize takes at most ${mostSchemes} schemes`);
  const odd = schemes.find((scheme) => !schemePrefix.test(scheme));
  if (odd !== undefined) throw runtimeError(`'${odd}' is not a valid URI scheme prefix.`);
  return schemes;
}

function relations(rt: Runtime, nofollow: unknown, rel: unknown): string {
  const names = new Set(['noopener']);
  if (rel !== undefined && rel !== null)
    for (const name of textArgument(rel, 'urlize').split(/\s+/u)) names.add(name);
  if (truthy(rt, nofollow ?? false)) names.add('nofollow');
  return [...names]
    .filter((name) => name !== '')
    .sort()
    .join(' ');
}

function escapeCharged(rt: Runtime, text: string): string {
  return inSlices(rt, text, dearness.letters, escapeHtml);
}

/** Removes comments and tags by scanning, then joins blanks and reads the entities. */
function stripTags(rt: Runtime, text: string): string {
  charge(rt, text.length * 16);
  const bare = dropBetween(dropBetween(text, '<!--', '-->'), '<', '>');
  return unescapeHtml(
    bare
      .split(/\s+/u)
      .filter((word) => word !== '')
      .join(' '),
  );
}

function dropBetween(text: string, open: string, close: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at + open.length);
    if (end === -1) break;
    kept += text.slice(from, at);
    from = end + close.length;
  }
  return kept + text.slice(from);
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function unescapeHtml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/gu,
    (whole, decimal, hex, name) => {
      if (typeof name === 'string') return named[name] ?? whole;
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function xmlAttributes(rt: Runtime, value: unknown, autospace: boolean): SafeText {
  if (!isMapping(value)) throw runtimeError('xmlattr needs a mapping');
  const pairs: string[] = [];
  for (const [key, item] of mappingEntries(rt, value)) {
    if (item === null || item instanceof Undefined) continue;
    const name = str(rt, key);
    chargeOperand(rt, name);
    if (/[\s/>=]/u.test(name)) throw runtimeError(`Invalid character in attribute name: '${name}'`);
    pairs.push(
      `${escapeCharged(rt, name)}="${item instanceof SafeText ? item.text : escapeCharged(rt, str(rt, item))}"`,
    );
  }
  const text = pairs.join(' ');
  chargeText(rt, text.length);
  return new SafeText(autospace && text !== '' ? ` ${text}` : text);
}
