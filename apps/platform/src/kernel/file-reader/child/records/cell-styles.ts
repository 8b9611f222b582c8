import { format } from 'numfmt';
import { createMarkupParser } from '../markup-parser.ts';
import type { Parts } from '../text/parts.ts';

/** What a number of one style is shown as; undefined for a style without a format of its own. */
type Shown = (value: number) => string;

/** Formats that Excel knows by number and that show a date or a time (ECMA-376, 18.8.30). */
const builtinDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Formats that Excel knows by number and that show a number (ECMA-376, 18.8.30). */
const builtinNumbers: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [37, '#,##0;-#,##0'],
  [38, '#,##0;-#,##0'],
  [39, '#,##0.00;-#,##0.00'],
  [40, '#,##0.00;-#,##0.00'],
  [48, '##0.0E+0'],
]);

/** Excel itself takes no longer ones. */
const mostFormatCharacters = 255;
const mostStyles = 65_536;

/**
 * How the numbers of each style are shown, by the place of the style: a cell itself says neither that its number is a date, nor
 * that 0.3 reads “30%” or 12.5 “€12.50”, and what somebody typed and reads is what they mean.
 */
export async function readCellStyles(parts: Parts): Promise<readonly (Shown | undefined)[]> {
  const formats = new Map<number, Shown | undefined>();
  for (const id of builtinDates) formats.set(id, isoOf);
  for (const [id, code] of builtinNumbers) formats.set(id, shownBy(code));
  const styles: (Shown | undefined)[] = [];
  let isCellFormats = false;
  const parser = createMarkupParser(
    {
      onopentag(name, attributes) {
        if (name === 'numFmt' && formats.size < mostStyles)
          formats.set(Number(attributes['numFmtId']), shownBy(attributes['formatCode'] ?? ''));
        if (name === 'cellXfs') isCellFormats = true;
        if (name === 'xf' && isCellFormats && styles.length < mostStyles)
          styles.push(formats.get(Number(attributes['numFmtId'])));
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

/** The text of a number in a cell without a format of its own: fifteen digits, as a sheet keeps them. */
export function plainNumber(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) && /\d\.\d{13,}|\de/i.test(value)
    ? String(Number(number.toPrecision(15)))
    : value;
}

function shownBy(code: string): Shown | undefined {
  if (code === '' || code.length > mostFormatCharacters || /^(?:general|@)$/i.test(code)) return undefined;
  if (isDateFormat(code)) return isoOf;
  return (value) => {
    const plain = plainNumber(String(value));
    try {
      // A format that hides a number (`;;;`) still leaves it in the cell.
      return format(code, value).replaceAll(/\s+/g, ' ').trim() || plain;
    } catch {
      // What is no format is shown by no sheet.
      return plain;
    }
  };
}

/** Letters of dates outside quoted texts and bracketed colours. */
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(
    code.replaceAll(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\./gi, '').replaceAll(/general/gi, ''),
  );

const dayMs = 86_400_000;

/** Day 60 is the 29th of February 1900, which there never was; days count from 1899-12-30 after it. */
function isoOf(serial: number): string {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return String(serial);
  const at = new Date(Math.round(Date.UTC(1899, 11, serial < 60 ? 31 : 30) + serial * dayMs));
  const iso = at.toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return serial % 1 === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}
