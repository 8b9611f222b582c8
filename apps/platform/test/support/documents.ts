import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** Documents made on the spot, so that no binary lies in the repository. */

const office = 'application/vnd.openxmlformats-officedocument.';
export const contentTypes = {
  pdf: 'application/pdf',
  docx: `${office}wordprocessingml.document`,
  pptx: `${office}presentationml.presentation`,
  xlsx: `${office}spreadsheetml.sheet`,
} as const;

const zip = (parts: Record<string, string>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';

export const docx = (paragraphs: readonly string[], further: Record<string, string> = {}): Buffer =>
  zip({
    '[Content_Types].xml': types.replace(
      '/>',
      `><Override PartName="/word/document.xml" ContentType="${contentTypes.docx}.main+xml"/></Types>`,
    ),
    'word/document.xml': `<w:document><w:body>${paragraphs
      .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
    ...further,
  });

/** The first slide of the document is the last of its files, as it may be. */
export function pptx(slides: readonly string[]): Buffer {
  const file = (index: number): string => `slides/slide${slides.length - index}.xml`;
  return zip({
    '[Content_Types].xml': types,
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${index}" r:id="r${index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${slides
      .map((_, index) => `<Relationship Id="r${index}" Target="${file(index)}"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      slides.map((text, index) => [
        `ppt/${file(index)}`,
        `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
      ]),
    ),
  });
}

export const xlsx = (name: string, rows: readonly (readonly (string | number)[])[]): Buffer => {
  const texts = rows.flat().filter((cell) => typeof cell === 'string');
  const cell = (value: string | number): string =>
    typeof value === 'string' ? `<c t="s"><v>${texts.indexOf(value)}</v></c>` : `<c><v>${value}</v></c>`;
  return zip({
    '[Content_Types].xml': types,
    'xl/workbook.xml': `<workbook><sheets><sheet name="${name}" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows
      .map((row) => `<row>${row.map(cell).join('')}</row>`)
      .join('')}</sheetData></worksheet>`,
  });
};

/** A sheet whose cells carry formats of numbers, by their place in `formats`; one with an `error` holds that. */
export const formattedSheet = (
  formats: readonly string[],
  rows: readonly (readonly (
    | string
    | { readonly number: number; readonly as: number }
    | { readonly error: string }
  )[])[],
): Buffer => {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const cell = (value: (typeof rows)[number][number], place: string): string => {
    if (typeof value === 'string')
      return `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
    if ('error' in value) return `<c r="${place}" t="e"><v>${value.error}</v></c>`;
    return `<c r="${place}" s="${value.as}"><v>${value.number}</v></c>`;
  };
  return zip({
    '[Content_Types].xml': types,
    'xl/workbook.xml': '<workbook><sheets><sheet name="Tests" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows
      .map(
        (row, index) =>
          `<row r="${index + 1}">${row
            .map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${index + 1}`))
            .join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  });
};

/** One page for each text; `contents` replaces what is drawn, with the filter it is packed by. */
export function pdf(
  pages: readonly string[],
  contents?: { readonly bytes: Buffer; readonly filter: string },
  box = '0 0 300 400',
): Buffer {
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [index, text] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const drawn = contents?.bytes ?? Buffer.from(`BT /F1 18 Tf 20 300 Td (${text}) Tj ET`);
    const filter = contents ? ` /Filter ${contents.filter}` : '';
    objects.push(
      Buffer.concat([
        Buffer.from(`<< /Length ${drawn.length}${filter} >>\nstream\n`),
        drawn,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  return withCrossReferences(objects);
}

function withCrossReferences(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A PNG that says how large it is and holds next to nothing. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
