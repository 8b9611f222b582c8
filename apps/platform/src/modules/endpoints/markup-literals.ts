/**
 * An element that holds nothing but text, perhaps as CDATA; and the beginning of any, with its attributes. CDATA is read up
 * to where another begins: sections that never end would each be read through those behind them.
 */
const element =
  /<((?:[\w.-]{1,100}:)?([\w.-]{1,100}))((?:\s[^<>]{0,4000})?)>(?:\s{0,20}<!\[CDATA\[((?:[^\]<]|\](?!\]>)|<(?!!\[CDATA\[)){1,8000})\]\]>\s{0,20}|([^<]{1,8000}))<\/\1\s{0,20}>/g;
const opening = /<[\w.-]{1,100}(?::[\w.-]{1,100})?\s[^<>]{1,4000}>/g;
const attribute =
  /(\s(?:[\w.-]{1,100}:)?)([\w.-]{1,100})(\s{0,20}=\s{0,20})(?:"([^"]{1,4000})"|'([^']{1,4000})')/g;

/** What is said by the name of an element or an attribute, without its namespace; what is given back takes its place. */
export function mapMarkup(
  text: string,
  isDecoded: boolean,
  change: (name: string, value: string) => string | undefined,
): string {
  const read = (written: string): string => (isDecoded ? decoded(written) : written);
  return text
    .replace(opening, (tag) =>
      tag.replace(attribute, (whole: string, before: string, name: string, between: string, ...quoted) => {
        const [double, single] = quoted as [string | undefined, string | undefined];
        // The name of a namespace is an address.
        if (before.trim() === 'xmlns:') return whole;
        const changed = change(name, read(double ?? single ?? ''));
        const quote = double === undefined ? "'" : '"';
        return changed === undefined ? whole : `${before}${name}${between}${quote}${changed}${quote}`;
      }),
    )
    .replace(element, (whole: string, full: string, name: string, attributes: string, ...rest) => {
      const [data, content = ''] = rest as [string | undefined, string | undefined];
      const value = content.trim();
      const changed = change(name, data ?? read(value));
      if (changed === undefined) return whole;
      // White space around a value stays; around CDATA it is nothing that anybody meant.
      const shown = data === undefined ? content.replace(value, () => changed) : changed;
      return `<${full}${attributes}>${shown}</${full}>`;
    });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (written: string): string =>
  written.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
