import { leadOf, withoutEntities, type Lead } from './address.ts';
import { harmsMax, type Harm } from './tags.ts';

const definition = /\[((?:[^\][\\]|\\[^]){1,999})\]:\s{0,20}(<[^<>\n]{0,2000}>|[^\s<]\S{0,2000})/g;
const destination =
  /\(\s{0,200}(<[^<>\n]{0,2000}>|[^\s<)]?(?:\\[^\s]|[^\s()\\]|\([^\s()]{0,500}\)){0,2000})/y;

/** Images and links of Markdown: inline, by a reference, or by a reference that is their own text. */
export function harmsOfMarkdown(shown: string): Harm[] {
  const harms: Harm[] = [];
  for (const { leads, isImage, isSure, start, end } of addressesOfMarkdown(shown)) {
    if (harms.length >= harmsMax) break;
    const found = harmOf(leads, { isImage, isSure });
    if (found) harms.push({ ...found, start, end });
  }
  return harms;
}

export interface Addressed {
  /** As one reader or the other reads the address. */
  readonly leads: readonly Lead[];
  readonly start: number;
  readonly end: number;
}

/** Where images and links lead. */
export function* addressesOfMarkdown(
  shown: string,
): Generator<Addressed & Pick<Bracketed, 'isImage' | 'isSure'>> {
  // Each address is read once, however often it is referred to.
  const read = new Map<string, readonly Lead[]>();
  const leadsTo = (address: string): readonly Lead[] => {
    const known = read.get(address) ?? leadsOf(address);
    read.set(address, known);
    return known;
  };
  const definitions = new Map<string, string[]>();
  for (const { 1: label = '', 2: address = '' } of shown.matchAll(definition)) {
    const known = definitions.get(labelOf(label));
    if (known === undefined) definitions.set(labelOf(label), [address]);
    // Which of several counts differs between readers: the first, for most.
    else if (known.length < 20 && !known.includes(address)) known.push(address);
  }
  for (const { addresses, ...place } of brackets(shown, definitions))
    for (const address of addresses) yield { leads: leadsTo(address), ...place };
}

const labelOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase();

/** Backslashes before signs are dropped by a reader of Markdown, and meant by a browser: as either reads it. */
function leadsOf(written: string): Lead[] {
  const address = withoutEntities(/^<.*>$/s.test(written) ? written.slice(1, -1) : written);
  const unescaped = withoutEntities(
    (/^<.*>$/s.test(written) ? written.slice(1, -1) : written).replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'),
  );
  return [...new Set([address, unescaped])].map(leadOf);
}

function harmOf(
  leads: readonly Lead[],
  { isImage, isSure }: { isImage: boolean; isSure: boolean },
): Pick<Harm, 'what' | 'isSure'> | undefined {
  if (leads.some(({ to }) => to === 'runs'))
    return isImage
      ? { what: 'a data address that holds a page', isSure }
      : { what: 'a script address', isSure: true };
  const remote = leads.find((lead) => lead.to === 'elsewhere');
  if (isImage && remote?.to === 'elsewhere') return { what: `an image of ${remote.host}`, isSure };
  return leads.some(({ to }) => to === 'unclear')
    ? { what: `${isImage ? 'an image' : 'a link'} of another kind`, isSure: false }
    : undefined;
}

interface Bracketed {
  readonly isImage: boolean;
  /** False where the brackets around it do not match, so that it may be a link beside an image. */
  readonly isSure: boolean;
  readonly addresses: readonly string[];
  readonly start: number;
  readonly end: number;
}

const signs = /\\[^]|!\[|\[|\]|\n[^\S\n]*\n/g;

function* brackets(shown: string, definitions: ReadonlyMap<string, readonly string[]>): Generator<Bracketed> {
  let open: { readonly isImage: boolean; readonly start: number }[] = [];
  let hasImage = false;
  let isUneven = false;
  for (const { 0: sign, index } of shown.matchAll(signs)) {
    if (sign.startsWith('\\')) continue;
    if (sign.startsWith('\n')) {
      open = [];
      [hasImage, isUneven] = [false, false];
    } else if (sign !== ']') {
      const isImage = sign === '![';
      hasImage ||= isImage;
      open.push({ isImage, start: index });
    } else {
      const opened = open.pop();
      isUneven ||= opened === undefined;
      const own = shown.slice(opened ? opened.start + (opened.isImage ? 2 : 1) : index, index);
      const { addresses, end } = behind(shown, index + 1, { own, definitions });
      if (addresses.length === 0) continue;
      const start = opened?.start ?? index;
      const isImage = opened?.isImage === true;
      // Behind an image whose brackets do not match, a link may be that image.
      if (isImage || !hasImage || !isUneven) yield { isImage, isSure: true, addresses, start, end };
      else yield { isImage: true, isSure: false, addresses, start, end };
    }
  }
}

function behind(
  shown: string,
  at: number,
  { own, definitions }: { own: string; definitions: ReadonlyMap<string, readonly string[]> },
): { addresses: readonly string[]; end: number } {
  destination.lastIndex = at;
  const inline = destination.exec(shown);
  const referred = own.length > 1000 ? [] : (definitions.get(labelOf(own)) ?? []);
  if (inline) return { addresses: [inline[1] ?? '', ...referred], end: at + inline[0].length };
  const label = /^\[([^\][]{0,999})\]/.exec(shown.slice(at, at + 1001))?.[1] ?? '';
  return {
    addresses: [...(definitions.get(labelOf(label)) ?? []), ...referred],
    end: at + (label === '' ? 0 : label.length + 2),
  };
}
