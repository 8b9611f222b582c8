import { Parser } from 'htmlparser2';

/** What happens to an address that is shown: `here` stays with the page, `elsewhere` asks a stranger, `runs` is a script or a page of its own. */
export type Lead =
  | { readonly to: 'here' | 'runs' | 'unclear' }
  | { readonly to: 'elsewhere'; readonly host: string };

/** Where the answer may be shown; `https:a.example` is a path on the one and a host on the other. */
const pages = ['https://the-page.invalid/', 'http://the-page.invalid/'];
const ownHost = 'the-page.invalid';

/** Read as a browser reads it: blanks and line ends dropped, backslashes as slashes, a scheme without slashes as one with them. */
export function leadOf(written: string): Lead {
  const leads = pages.map((page) => leadOn(page, written));
  return leads.find(({ to }) => to !== 'here') ?? { to: 'here' };
}

function leadOn(page: string, address: string): Lead {
  if (!URL.canParse(address, page)) return { to: 'unclear' };
  const { protocol, hostname, pathname } = new URL(address, page);
  if (protocol === 'javascript:' || protocol === 'vbscript:') return { to: 'runs' };
  if (protocol === 'data:')
    return { to: /^image\/(?:png|gif|jpe?g|webp|avif|bmp)[;,]/i.test(pathname) ? 'here' : 'runs' };
  if (hostname === ownHost) return { to: 'here' };
  if (['http:', 'https:', 'ftp:', 'ws:', 'wss:'].includes(protocol))
    return { to: 'elsewhere', host: hostname };
  return { to: ['mailto:', 'tel:', 'sms:'].includes(protocol) ? 'here' : 'unclear' };
}

/** The attributes of one tag that is well formed, entities read. */
export function attributesOf(tag: string): readonly (readonly [string, string])[] {
  let found: readonly (readonly [string, string])[] = [];
  const parser = new Parser({
    onopentag: (_name, attributes) => {
      found = Object.entries(attributes);
    },
  });
  parser.end(tag);
  return found;
}

/** Entities as they are read in an address. */
export const withoutEntities = (text: string): string =>
  text.includes('&') ? (attributesOf(`<a href="${text.replaceAll('"', '&quot;')}">`)[0]?.[1] ?? text) : text;
