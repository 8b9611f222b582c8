import { escapeHtml } from '../html-escape.ts';
import { charge, chargeText } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { SafeText } from '../values.ts';

export interface LinkOptions {
  limit: number | undefined;
  rel: string;
  target: string | undefined;
  /** Beginnings of addresses that are links as well, such as `tel:`. */
  schemes: readonly string[];
}

const word = String.raw`[\p{L}\p{N}_]`;
const label = String.raw`[\p{L}\p{N}_%-]`;
/** An address of the web: with a scheme or www., of a well-known domain, or of numbers. */
const webUrl = new RegExp(
  String.raw`^(?:(?:https?://|www\.)(?:${label}+\.)*(?:[a-z]{2,63}|xn--[\p{L}\p{N}_%]{2,59})` +
    String.raw`|(?:${label}{2,63}\.)+(?:com|net|int|edu|gov|org|info|mil)` +
    String.raw`|https?://(?:\d{1,3}(?:\.\d{1,3}){3}|\[(?:[\da-f]{0,4}:){2}(?:[\da-f]{0,4}:?){1,6}\]))` +
    String.raw`(?::\d{1,5})?(?:[/?#]\S*)?$`,
  'iu',
);
const mailAddress = new RegExp(String.raw`^\S+@${word}(?:${word}|[.-])*\.${word}+$`, 'u');
/** Longer words are no addresses that anybody could follow. */
const longestWord = 8192;
const opening = /^(?:\(|<|&lt;)+/u;
const closing = new Set([')', '>', '.', ',', '\n']);
const pairs = [
  ['(', ')'],
  ['<', '>'],
  ['&lt;', '&gt;'],
] as const;

/** `urlize`: words that are addresses become links. */
export function linkUrls(rt: Runtime, text: string, options: LinkOptions): SafeText {
  const escaped = escapeHtml(text);
  charge(rt, escaped.length * 8);
  const linked = escaped
    .split(/(\s+)/u)
    .map((word) => (word === '' || /^\s/u.test(word) ? word : linkWord(word, options)))
    .join('');
  chargeText(rt, linked.length);
  return new SafeText(linked);
}

function linkWord(word: string, options: LinkOptions): string {
  if (word.length > longestWord) return word;
  const head = opening.exec(word)?.[0] ?? '';
  let end = word.length;
  for (let mark = closingMark(word, end); mark > 0 && end > head.length; mark = closingMark(word, end))
    end -= mark;
  let middle = word.slice(head.length, end);
  const tail = word.slice(head.length + middle.length);
  // A bracket that the address itself opens belongs to it.
  let taken = 0;
  for (const [open, close] of pairs) {
    const opened = countOf(middle, open);
    if (opened <= countOf(middle, close)) continue;
    const from = taken;
    for (let left = Math.min(opened, countOf(tail.slice(from), close)); left > 0; left -= 1)
      taken = tail.indexOf(close, taken) + close.length;
    middle += tail.slice(from, taken);
  }
  return head + linkAddress(middle, options) + tail.slice(taken);
}

/** Of the mark that ends here, its length; 0 where none does. */
const closingMark = (text: string, end: number): number =>
  text.endsWith('&gt;', end) ? 4 : closing.has(text[end - 1] ?? '') ? 1 : 0;

const countOf = (text: string, part: string): number => text.split(part).length - 1;

function linkAddress(address: string, options: LinkOptions): string {
  const rel = options.rel === '' ? '' : ` rel="${escapeHtml(options.rel)}"`;
  const target = options.target === undefined ? '' : ` target="${escapeHtml(options.target)}"`;
  const { limit } = options;
  const shown = limit !== undefined && address.length > limit ? `${address.slice(0, limit)}...` : address;
  const link = (href: string, said: string): string => `<a href="${href}"${rel}${target}>${said}</a>`;
  if (webUrl.test(address))
    return link(/^https?:\/\//u.test(address) ? address : `https://${address}`, shown);
  const isMail = address.startsWith('mailto:');
  const mail = isMail ? address.slice(7) : address;
  if ((isMail || !/^www\.|:/u.test(mail)) && mailAddress.test(mail))
    return `<a href="mailto:${mail}">${mail}</a>`;
  const scheme = options.schemes.find((one) => address !== one && address.startsWith(one));
  return scheme === undefined ? address : link(address, address);
}
