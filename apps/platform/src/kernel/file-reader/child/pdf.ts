import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';
import { UnreadableFileError } from '../messages.ts';

let library: Promise<PDFiumLibrary> | undefined;

export async function openPdf(bytes: Uint8Array): Promise<PDFiumDocument> {
  library ??= PDFiumLibrary.init();
  const pdfium = await library;
  try {
    return await pdfium.loadDocument(bytes);
  } catch (error) {
    throw new UnreadableFileError(
      /password/i.test((error as Error).message)
        ? 'The PDF asks for a password.'
        : 'The PDF is broken or of another kind.',
    );
  }
}
