import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { UnreadableFileError, type FileRequest, type Thumbnails } from '../messages.ts';
import { openPdf } from './pdf.ts';

sharp.cache(false);
sharp.concurrency(1);
// Named one by one and from memory only: SVG can read neighbouring files, and other loaders are little looked after.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});

const mostPixels = 40_000_000;
const webpQuality = 85;

type Request = Extract<FileRequest, { kind: 'thumbnails' }>;

/** One picture per size; the longest side has that many pixels, unless the picture is smaller. */
export async function makeThumbnails({ path, contentType, sizes }: Request): Promise<Thumbnails> {
  const bytes = await readFile(path);
  const largest = Math.max(...sizes);
  const picture = contentType === 'application/pdf' ? await firstPage(bytes, largest) : decode(bytes);
  // Decoded once and shrunk to the largest; the smaller ones are made of that.
  const { data, info } = await shrink(picture, largest)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw new UnreadableFileError(reasonOf(error));
    });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const images = [];
  for (const size of sizes)
    images.push(await shrink(sharp(data, { raw }), size).webp({ quality: webpQuality }).toBuffer());
  return { kind: 'thumbnails', images };
}

const decode = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).autoOrient();

const shrink = (picture: Sharp, size: number): Sharp =>
  picture.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true });

async function firstPage(bytes: Buffer, size: number): Promise<Sharp> {
  const document = await openPdf(bytes);
  try {
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const { data, width, height } = await page.render({
      // Twice as large, so that shrinking makes it smooth; a page of any size in points costs the same.
      scale: (2 * size) / Math.max(originalWidth, originalHeight, 1),
      render: (bitmap) => Promise.resolve(bitmap.data),
    });
    return sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
  } finally {
    document.destroy();
  }
}

const reasonOf = ({ message }: Error): string =>
  /pixel limit/.test(message)
    ? `The picture has more than ${mostPixels / 1e6} megapixels.`
    : 'The picture is broken or of a kind that is not shown.';
