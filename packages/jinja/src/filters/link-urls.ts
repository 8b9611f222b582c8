import { escapeHtml } from '../html-escape.ts';
import { charge, chargeText } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { SafeText } from '../values.ts';

export interface LinkOptions {
  limit: number | undefined;
  rel: string;
  target: string | undefined;
}

const webUrl = /^(?:https?:\/\/|www\.)[^\s<>"]+$/iu;
const bareDomain = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|net|int|edu|gov|org|info|mil)(?:[/?#:][^\s<>"]*)?$/iu;
const mailAddress = /^[^\s@<>"]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/iu;
/** Longer words are no addresses that anybody could follow. */
const longestWord = 8192;
const trailing = new Set(['.', ',', ')', '\n', ':', ';', '!', '?', '&gt;']);

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
  let head = '';
  let middle = word;
  let tail = '';
  for (const open of ['(', '&lt;']) {
    if (middle.startsWith(open)) {
      head += open;
      middle = middle.slice(open.length);
    }
  }
  // No mark at the end is an opening one, so what is cut off changes nothing about it.
  const isOpened = middle.includes('(');
  for (let cut = trailingMark(middle); cut !== undefined; cut = trailingMark(middle)) {
    if (cut === ')' && isOpened) break;
    middle = middle.slice(0, -cut.length);
    tail = cut + tail;
  }
  return head + linkAddress(middle, options) + tail;
}

function trailingMark(text: string): string | undefined {
  if (text.endsWith('&gt;')) return '&gt;';
  const last = text.at(-1);
  return last !== undefined && trailing.has(last) ? last : undefined;
}

function linkAddress(address: string, options: LinkOptions): string {
  const rel = options.rel === '' ? '' : ` rel="${escapeHtml(options.rel)}"`;
  const target = options.target === undefined ? '' : ` target="${escapeHtml(options.target)}"`;
  const { limit } = options;
  const shown = limit !== undefined && address.length > limit ? `${address.slice(0, limit)}...` : address;
  if (webUrl.test(address)) {
    const href = /^https?:/iu.test(address) ? address : `https://${address}`;
    return `<a href="${href}"${rel}${target}>${shown}</a>`;
  }
  if (bareDomain.test(address)) return `<a href="https://${address}"${rel}${target}>${shown}</a>`;
  const mail = address.startsWith('mailto:') ? address.slice(7) : address;
  if (mailAddress.test(mail)) return `<a href="mailto:${mail}">${mail}</a>`;
  return address;
}
