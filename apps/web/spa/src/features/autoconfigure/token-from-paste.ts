import { isPlaceholder } from '@sonde/secrets';

const place = '{{ auth_token }}';

/**
 * The token that the pasted text itself carries where the worked-out headers want one. The server takes secrets out
 * and never gives one back, so the page that has the text keeps the person from typing it again.
 */
export function tokenFromPaste(text: string, headers: Readonly<Record<string, string>>): string | null {
  for (const [name, template] of Object.entries(headers)) {
    const at = template.indexOf(place);
    if (at === -1) continue;
    const prefix = template.slice(0, at).trim();
    const pattern = `${escape(name)}["'\`]?\\s*[:=,]\\s*[bfr]?["'\`]?\\s*${prefix === '' ? '' : `${escape(prefix)}\\s+`}([^\\s"'\`\\\\,;]{8,})`;
    const token = new RegExp(pattern, 'i').exec(text)?.[1];
    if (token !== undefined && !isPlaceholder(token)) return token;
  }
  return null;
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
