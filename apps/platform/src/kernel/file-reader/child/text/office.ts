import type { Readable } from 'node:stream';
import type { Parser } from 'htmlparser2';
import { createMarkupParser } from '../markup-parser.ts';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { UnreadableFileError } from '../../messages.ts';
import type { Parts } from './parts.ts';
import { readSheet, readSharedStrings } from './sheet.ts';
import type { TextCollector } from './text-collector.ts';

const mostEntries = 5_000;
const mostInflatedBytes = 100 * 1024 * 1024;

export async function readOffice(path: string, contentType: string, into: TextCollector): Promise<void> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const parts = await openParts(zip);
    const read = contentType.includes('wordprocessingml')
      ? readDocument
      : contentType.includes('presentationml')
        ? readSlides
        : readWorkbook;
    await read(parts, into);
  } finally {
    zip.close();
  }
}

export async function openParts(zip: ZipFile, maxBytes = mostInflatedBytes): Promise<Parts> {
  if (zip.entryCount > mostEntries) throw new UnreadableFileError('The document has too many parts.');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  let inflated = 0;
  return {
    names: [...entries.keys()],
    async feed(name, parser, isEnough = () => false) {
      const entry = entries.get(name);
      if (!entry) return;
      const stream: Readable = await zip.openReadStreamPromise(entry);
      const decoder = new TextDecoder();
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        inflated += chunk.length;
        if (inflated > maxBytes)
          throw new UnreadableFileError(`The document unpacks to more than ${maxBytes / 1024 / 1024} MB.`);
        parser.write(decoder.decode(chunk, { stream: true }));
        if (isEnough()) break;
      }
      parser.end();
    },
  };
}

/** Text runs, with a line for each paragraph and a tab between cells; the same words in Word and PowerPoint. */
const runsInto = (into: TextCollector): Parser => {
  let isText = false;
  return createMarkupParser(
    {
      onopentagname(name) {
        if (name === 'w:t' || name === 'a:t') isText = true;
        else if (name === 'w:tab' || name === 'a:tab') into.add('\t');
        else if (name === 'w:br' || name === 'a:br') into.add('\n');
      },
      ontext(text) {
        if (isText) into.add(text);
      },
      onclosetag(name) {
        if (name === 'w:t' || name === 'a:t') isText = false;
        else if (name === 'w:p' || name === 'a:p') into.add('\n');
        else if (name === 'w:tc' || name === 'a:tc') into.add('\t');
      },
    },
    { xmlMode: true },
  );
};

async function readDocument(parts: Parts, into: TextCollector): Promise<void> {
  for (const name of ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml'])
    await parts.feed(name, runsInto(into), () => into.isFull);
}

async function readSlides(parts: Parts, into: TextCollector): Promise<void> {
  const targets = await related(parts, 'ppt/presentation.xml', 'p:sldId');
  for (const [index, slide] of targets.entries()) {
    if (into.isFull) return;
    if (index > 0) into.add('\f');
    await parts.feed(slide.path, runsInto(into), () => into.isFull);
  }
}

async function readWorkbook(parts: Parts, into: TextCollector): Promise<void> {
  const shared = await readSharedStrings(parts);
  for (const sheet of await related(parts, 'xl/workbook.xml', 'sheet')) {
    if (into.isFull) return;
    into.add(`\n${sheet.name}\n`);
    await readSheet(parts, sheet.path, shared, into);
  }
}

interface Related {
  readonly path: string;
  readonly name: string;
}

/** Slides and sheets in the order of the document, which is not that of their file names. */
export async function related(parts: Parts, main: string, element: string): Promise<Related[]> {
  const targets = new Map<string, string>();
  const [folder = '', file = ''] = main.split('/');
  await parts.feed(
    `${folder}/_rels/${file}.rels`,
    attributesOf('Relationship', ({ Id: id, Target: target }) => {
      if (id && target) targets.set(id, target.startsWith('/') ? target.slice(1) : `${folder}/${target}`);
    }),
  );
  const found: Related[] = [];
  await parts.feed(
    main,
    attributesOf(element, (attributes) => {
      const path = targets.get(attributes['r:id'] ?? '');
      if (path) found.push({ path, name: attributes['name'] ?? '' });
    }),
  );
  return found;
}

const attributesOf = (element: string, take: (attributes: Record<string, string>) => void): Parser =>
  createMarkupParser(
    {
      onopentag(name, attributes) {
        if (name === element) take(attributes);
      },
    },
    { xmlMode: true },
  );
