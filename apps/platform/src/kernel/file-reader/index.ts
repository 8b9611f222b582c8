export { decodeText } from './decode-text.ts';
export { ReaderBusyError, createFileReader, type FileReader } from './file-reader.ts';
export { UnreadableFileError, recordFormats, type Records } from './messages.ts';
