import { createMarkupParser } from '../markup-parser.ts';
import { decodeText } from '../../decode-text.ts';
import type { TextCollector } from './text-collector.ts';

const unseen = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object']);
const blocks = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table title tr ul'.split(
    ' ',
  ),
);

/** What a reader of the page would see, a line for each block. */
export function readHtml(html: string, into: TextCollector): void {
  let hidden = 0;
  const parser = createMarkupParser({
    onopentag(name) {
      if (unseen.has(name)) hidden += 1;
      if (hidden === 0 && blocks.has(name)) into.add('\n');
      if (hidden === 0 && (name === 'td' || name === 'th')) into.add('\t');
      if (hidden === 0 && name === 'li') into.add('- ');
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden = Math.max(0, hidden - 1);
      else if (hidden === 0 && blocks.has(name)) into.add('\n');
    },
    ontext(text) {
      if (hidden === 0) into.add(text.replace(/\s+/g, ' '));
    },
  });
  const step = 64 * 1024;
  for (let start = 0; start < html.length && !into.isFull; start += step)
    parser.write(html.slice(start, start + step));
  parser.end();
}

/** A page names its own encoding near its beginning. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return decodeText(bytes, /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1]);
}
