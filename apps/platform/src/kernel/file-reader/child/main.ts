import {
  UnreadableFileError,
  type ExtractedText,
  type FileAnswer,
  type FileRequest,
  type PlainValue,
  type Records,
  type Thumbnails,
} from '../messages.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { convertRecords } from './records/convert.ts';
import { makeThumbnails } from './thumbnails.ts';
import { extractText } from './text/extract-text.ts';

// The program of the child. It knows no settings, and it ends with the process that started it.
const tell = (answer: FileAnswer): void => void process.send?.(answer);

async function answer(request: FileRequest): Promise<FileAnswer> {
  try {
    const work = await workOf(request);
    const { user, system } = process.cpuUsage();
    return { ...work, cpuSeconds: (user + system) / 1e6, residentBytes: process.memoryUsage.rss() };
  } catch (error) {
    return {
      kind: 'fault',
      reason:
        error instanceof UnreadableFileError
          ? error.message.slice(0, 1000)
          : 'The file is broken or of another kind.',
    };
  }
}

async function workOf(request: FileRequest): Promise<ExtractedText | Thumbnails | Records | PlainValue> {
  if (request.kind === 'yaml') return { kind: 'value', value: readPlainYaml(request.content) };
  if (request.kind === 'text') return extractText(request);
  return request.kind === 'records' ? convertRecords(request) : makeThumbnails(request);
}

process.on('message', (request) => void answer(request as FileRequest).then(tell));
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready' });
