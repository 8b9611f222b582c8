import PostalMime, { type Address } from 'postal-mime';
import { readHtml } from './html.ts';
import type { TextCollector } from './text-collector.ts';

/** Subject, people and body; attachments are named and not opened. */
export async function readEmail(bytes: Uint8Array, into: TextCollector): Promise<void> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 20 });
  const people = (list: readonly Address[] | undefined): string =>
    (list ?? [])
      .slice(0, 50)
      .map(({ name, address }) => (name ? `${name} <${address ?? ''}>` : (address ?? '')))
      .join(', ');
  const lines: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Subject', mail.subject],
    ['From', people(mail.from ? [mail.from] : [])],
    ['To', people(mail.to)],
    ['Date', mail.date],
  ];
  for (const [name, value] of lines) if (value) into.add(`${name}: ${value}\n`);
  into.add('\n');
  if (mail.text) into.add(mail.text);
  else if (mail.html) readHtml(mail.html, into);
  for (const { filename } of mail.attachments.slice(0, 100))
    if (filename) into.add(`\n[Attachment: ${filename}]`);
}
