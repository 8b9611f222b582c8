import type { Credential } from '../finding.ts';

/** How to sign in, as sentences say it. */
export function credentialIn(text: string): Credential | undefined {
  const header =
    /\b(x-[\w-]*(?:key|token|auth|secret)[\w-]*|api-key|apikey|ocp-apim-subscription-key|[\w-]*api[_-]?key)\b[`"']?\s*(?:-?\s*(?:http\s*)?header|\s*im header|:)|header[^.\n]{0,30}?[`"'\s](x-[\w-]*(?:key|token|auth)[\w-]*|api-key|apikey)\b/i.exec(
      text,
    );
  const headerName = header?.[1] ?? header?.[2];
  if (headerName) return { in: 'header', name: headerName, prefix: '' };
  const scheme = /authorization["'`]?\s*[:=]\s*["'`]?(?:\$?\{)?([A-Z][\w-]*)\s+[<${[A-Za-z]/i.exec(text)?.[1];
  if (scheme && /^(?:bearer|basic|token|key|api-?key|apikey|bot)$/i.test(scheme))
    return { in: 'header', name: 'Authorization', prefix: `${scheme} ` };
  const query =
    /(?:query|url|parameter)[^.\n]{0,80}?\b(appid|app_id|api_?key|apikey|access_token|token|key)\b|\b(appid|api_?key|apikey|access_token|key)\b[^.\n]{0,30}(?:query|url)[- ]?(?:parameter|string)/i.exec(
      text,
    );
  if (query) return { in: 'query', name: query[1] ?? query[2] ?? 'key', prefix: '' };
  const listed =
    /\bheaders?\b[^\n]*\n(?:[^\n]*\n){0,3}?[ \t]*[-*`•]*[ \t]*([A-Za-z][\w-]*(?:key|token|auth|secret))\b/i.exec(
      text,
    )?.[1];
  if (listed !== undefined && !/^authorization$/i.test(listed))
    return { in: 'header', name: listed, prefix: '' };
  const own = new Set([...text.matchAll(/(?<![\w-])X-[A-Za-z][\w-]*/g)].map((match) => match[0]));
  // One header of the target's own, named in words and without a value: that is how it knows its callers.
  const keys = [...own].filter((name) => /key|token|auth|secret/i.test(name));
  const [only] = keys.length === 1 ? keys : own;
  if (
    only !== undefined &&
    (own.size === 1 || keys.length === 1) &&
    !/\bbearer\b/i.test(text) &&
    !new RegExp(String.raw`${only}[\x60"']?\s*[:=]`, 'i').test(text)
  )
    return { in: 'header', name: only, prefix: '' };
  if (/\bbearer\b/i.test(text)) return { in: 'header', name: 'Authorization', prefix: 'Bearer ' };
  if (/\bbasic auth/i.test(text)) return { in: 'header', name: 'Authorization', prefix: 'Basic ' };
  return undefined;
}
