import { createMarkupParser } from '../markup-parser.ts';
import type { Parts } from '../text/parts.ts';

/** Formats that Excel knows by number and that show a date or a time (ECMA-376, 18.8.30). */
const builtin = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** The styles whose numbers are dates: a cell itself does not say so. */
export async function readDateStyles(parts: Parts): Promise<ReadonlySet<number>> {
  const formats = new Set(builtin);
  const styles = new Set<number>();
  let isCellFormats = false;
  let count = 0;
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        if (name === 'numFmt' && isDateFormat(attributes['formatCode'] ?? ''))
          formats.add(Number(attributes['numFmtId']));
        if (name === 'cellXfs') isCellFormats = true;
        if (name !== 'xf' || !isCellFormats) return;
        if (formats.has(Number(attributes['numFmtId']))) styles.add(count);
        count += 1;
      },
      onclosetag(name) {
        if (name === 'cellXfs') isCellFormats = false;
      },
    },
    { xmlMode: true },
  );
  await parts.feed('xl/styles.xml', parser);
  return styles;
}

/** Letters of dates outside quoted texts and bracketed colours. */
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\./gi, ''));

const dayMs = 86_400_000;

/** Day 60 is the 29th of February 1900, which there never was; days count from 1899-12-30 after it. */
export function isoOf(serial: number): string {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return String(serial);
  const at = new Date(Math.round(Date.UTC(1899, 11, serial < 60 ? 31 : 30) + serial * dayMs));
  const iso = at.toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return serial % 1 === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}
