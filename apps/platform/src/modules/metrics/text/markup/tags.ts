import { attributesOf, leadOf, type Lead } from './address.ts';

/** What of a shown text is not harmless. Sure is what runs or loads something; the rest is not known to be harmless. */
export interface Harm {
  readonly what: string;
  readonly isSure: boolean;
  readonly start: number;
  readonly end: number;
}

const listed = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/** Elements that are text, tables and controls that do nothing by themselves. */
const harmless = listed(`
  a abbr acronym address article aside b bdi bdo big blockquote body br button caption center cite code col colgroup data dd
  del details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i img
  input ins kbd label legend li main mark menu meter nav nobr ol optgroup option output p pre progress q rb rp rt ruby s samp
  search section select small span strike strong sub summary sup table tbody td tfoot th thead time title tr tt u ul var wbr`);
/** They run something, load something, or lead the page or what is typed in it elsewhere. */
const harmful = listed(
  'script iframe object embed applet meta base link form frame frameset portal fencedframe bgsound',
);
/** Known to browsers, and not known to be harmless whatever stands in them. */
const doubtful = listed(`
  style svg math template noscript noembed noframes xmp plaintext listing textarea audio video track source picture image
  param dialog slot canvas marquee keygen isindex area map animate set use foreignobject feimage selectedcontent`);

/** Values of these are text, measures and names. */
const plainAttributes = listed(`
  abbr align alt aria axis border cellpadding cellspacing char charset checked cite class clear color bgcolor cols colspan compact
  content contenteditable controls coords data datetime decoding dir disabled download draggable enctype face for frame
  headers height hidden high hreflang hspace id inert itemid itemprop itemref itemscope itemtype kind label lang loading low
  max maxlength media min minlength multiple name noshade nowrap open optimum pattern placeholder readonly rel required rev
  reversed role rowspan rows rules scope selected shape size sizes span spellcheck start step summary tabindex target title
  translate type valign value vspace width wrap`);
const addresses = listed(
  'href src srcset poster background lowsrc dynsrc longdesc xlink:href imagesrcset icon data archive codebase classid code',
);

const opening = /<[a-z]/gi;
const strict =
  /<([a-z][a-z0-9:-]{0,60})((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>`]+))?)*)\s*\/?>/iy;
/** `<https://example.com>` and `<me@example.com>` are addresses. */
const autolink = /<(?:([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000})|[^\s<>@/"'=]{1,200}@[^\s<>@/"'=]{1,200})>/iy;
/** What could be an attribute that matters, behind a tag that cannot be read surely. */
const loose =
  /[\s"'/](on[a-z]{2,30}|style|href|src|srcset|srcdoc|poster|background|data|action|formaction|xlink:href|is|ping)\s{0,20}=/gi;

/**
 * Tags by a list of elements and attributes. Each `<` before a letter is read as the beginning of one, wherever it stands:
 * what is a comment or a value to one reader is a tag to another.
 */
export function harmsOfTags(shown: string): Harm[] {
  const harms: Harm[] = [];
  let firstLoose: number | undefined;
  for (const { index: start } of shown.matchAll(opening)) {
    if (harms.length >= harmsMax) break;
    autolink.lastIndex = start;
    const address = autolink.exec(shown);
    if (address) {
      const lead = leadOf(address[1] ?? 'mailto:');
      const end = start + address[0].length;
      if (lead.to === 'runs') harms.push({ what: 'a script address', isSure: true, start, end });
      if (lead.to === 'unclear')
        harms.push({ what: 'an address of another kind', isSure: false, start, end });
      continue;
    }
    strict.lastIndex = start;
    const tag = strict.exec(shown);
    const name = (
      tag?.[1] ??
      /^<([a-z][^\s/>]{0,60})/i.exec(shown.slice(start, start + 64))?.[1] ??
      ''
    ).toLowerCase();
    const end = start + (tag?.[0].length ?? Math.min(80, name.length + 1));
    const place = { start, end };
    if (harmful.has(name))
      harms.push({ what: 'an element that runs or loads something', isSure: true, ...place });
    else if (doubtful.has(name) || name.includes(':'))
      harms.push({ what: `an element that may load something (<${name}>)`, isSure: false, ...place });
    if (name === 'style' && loadsByStyle(styleSheetAt(shown, end)))
      harms.push({ what: 'a style that loads something', isSure: true, ...place });
    if (tag === null) firstLoose ??= start;
    else if (tag[2]?.includes('='))
      for (const [attribute, value] of attributesOf(tag[0]))
        harms.push(...harmOf({ element: name, attribute, value }).map((harm) => ({ ...harm, ...place })));
  }
  if (firstLoose !== undefined)
    for (const { 1: attribute = '', index } of shown.slice(firstLoose).matchAll(loose)) {
      if (harms.length >= harmsMax) break;
      const start = firstLoose + index;
      harms.push({
        what: `markup that cannot be read surely (${attribute.toLowerCase()}=)`,
        isSure: false,
        start,
        end: start + attribute.length + 2,
      });
    }
  return harms;
}

export const harmsMax = 200;

/** Where the attributes of tags lead. */
export function* addressesOfTags(
  shown: string,
): Generator<{ readonly lead: Lead; readonly start: number; readonly end: number }> {
  for (const { index: start } of shown.matchAll(opening)) {
    strict.lastIndex = start;
    const tag = strict.exec(shown);
    if (!tag?.[2]?.includes('=')) continue;
    const end = start + tag[0].length;
    for (const [attribute, value] of attributesOf(tag[0]))
      if (addresses.has(attribute) || attribute === 'action' || attribute === 'formaction')
        for (const address of attribute.endsWith('srcset') ? value.split(/[\s,]+/) : [value])
          yield { lead: leadOf(address), start, end };
  }
}

interface Attribute {
  readonly element: string;
  readonly attribute: string;
  readonly value: string;
}

function harmOf({ element, attribute, value }: Attribute): Pick<Harm, 'what' | 'isSure'>[] {
  if (/^on./.test(attribute)) return value.trim() === '' ? [] : [{ what: 'an event handler', isSure: true }];
  if (attribute === 'style') return harmOfStyle(value);
  if (attribute === 'href' && (element === 'a' || element === 'area')) {
    const { to } = leadOf(value);
    if (to === 'runs') return [{ what: 'a script address', isSure: true }];
    return to === 'unclear' ? [{ what: 'a link of another kind', isSure: false }] : [];
  }
  if (addresses.has(attribute) && !(attribute === 'data' && !value.includes(':') && !value.includes('/')))
    return value
      .split(attribute.endsWith('srcset') ? /[\s,]+/ : /(?!)/)
      .filter((one) => one.trim() !== '')
      .flatMap((one) => harmOfLoaded(one, { element, attribute }));
  if (plainAttributes.has(attribute) || /^(?:aria|data)-/.test(attribute)) return [];
  // An element that no browser knows does nothing by an attribute of its own either.
  return harmless.has(element)
    ? [{ what: `an attribute that is not known to be harmless (${attribute})`, isSure: false }]
    : [];
}

function harmOfLoaded(
  address: string,
  { element, attribute }: Pick<Attribute, 'element' | 'attribute'>,
): Pick<Harm, 'what' | 'isSure'>[] {
  const lead = leadOf(address);
  if (lead.to === 'elsewhere') return [{ what: `an image of ${lead.host}`, isSure: true }];
  if (lead.to === 'runs') return [{ what: 'a data address that holds a page', isSure: true }];
  const isImage = element === 'img' && (attribute === 'src' || attribute === 'srcset');
  return lead.to === 'here' && isImage
    ? []
    : [{ what: `something that it loads (${attribute})`, isSure: false }];
}

/** Colours, sizes and fonts; functions that only compute. */
const plainStyle =
  /^(?:[\w\s:;#%.,'"!-]|\b(?:rgba?|hsla?|calc|var|min|max|clamp|translate[xy]?|rotate|scale)\()*$/i;
const loadsByStyle = (style: string): boolean =>
  /url\s{0,20}\(|image-set\s{0,20}\(|@import|expression\s{0,20}\(/i.test(style);

const styleSheetMax = 20_000;
const styleSheetAt = (shown: string, start: number): string =>
  /^[^]*?(?=<\/style|$)/i.exec(shown.slice(start, start + styleSheetMax))?.[0] ?? '';

function harmOfStyle(style: string): Pick<Harm, 'what' | 'isSure'>[] {
  if (loadsByStyle(style)) return [{ what: 'a style that loads something', isSure: true }];
  return plainStyle.test(style.replaceAll(')', ' '))
    ? []
    : [{ what: 'a style that is not known to be harmless', isSure: false }];
}
