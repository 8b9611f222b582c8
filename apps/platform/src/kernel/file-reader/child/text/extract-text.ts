import { open } from 'node:fs/promises';
import { UnreadableFileError, type ExtractedText, type FileRequest } from '../../messages.ts';
import { decodeText } from '../../decode-text.ts';
import { readEmail } from './email.ts';
import { decodeHtml, readHtml } from './html.ts';
import { readOffice } from './office.ts';
import { readPdf } from './pdf-text.ts';
import { createTextCollector, type TextCollector } from './text-collector.ts';

/** A page or mail of which this is not the whole is read as far as it goes. */
const mostMarkupBytes = 20 * 1024 * 1024;
const mostPlainBytes = 8 * 1024 * 1024;

type Request = Extract<FileRequest, { kind: 'text' }>;

export async function extractText({ path, contentType }: Request): Promise<ExtractedText> {
  const into = createTextCollector();
  await read(path, contentType, into);
  return into.result();
}

async function read(path: string, contentType: string, into: TextCollector): Promise<void> {
  if (contentType === 'application/pdf') return readPdf(await beginningOf(path, Infinity, into), into);
  if (contentType.startsWith('application/vnd.openxmlformats-officedocument.'))
    return readOffice(path, contentType, into);
  if (contentType === 'text/html')
    return readHtml(decodeHtml(await beginningOf(path, mostMarkupBytes, into)), into);
  if (contentType === 'message/rfc822')
    return readEmail(await beginningOf(path, mostMarkupBytes, into), into);
  if (contentType.startsWith('text/') || contentType === 'application/json')
    return into.add(decodeText(await beginningOf(path, mostPlainBytes, into)));
  throw new UnreadableFileError('There is no text in a file of this kind.');
}

async function beginningOf(path: string, maxBytes: number, into: TextCollector): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const wanted = Math.min(size, maxBytes);
    const buffer = Buffer.alloc(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await file.read(buffer, filled, wanted - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (wanted < size) into.cut();
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}
