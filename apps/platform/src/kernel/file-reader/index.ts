export { decodeText } from './decode-text.ts';
export { ReaderBusyError, createFileReader, type FileReader } from './file-reader.ts';
export { UnreadableFileError } from './messages.ts';
