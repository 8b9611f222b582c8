import { openPdf } from '../pdf.ts';
import type { TextCollector } from './text-collector.ts';

const mostPages = 500;

/** Page by page, with a form feed between them, by which passages know their page. */
export async function readPdf(bytes: Uint8Array, into: TextCollector): Promise<void> {
  const document = await openPdf(bytes);
  try {
    const pages = document.getPageCount();
    for (let index = 0; index < Math.min(pages, mostPages) && !into.isFull; index += 1)
      into.add(`${index > 0 ? '\f' : ''}${document.getPage(index).getText()}`);
    if (pages > mostPages) into.cut();
  } finally {
    document.destroy();
  }
}
