import type { Credential } from '../../finding.ts';

const NAME = String.raw`["']([\w-]+)["']`;

/** A header that a handler looks at, as its framework writes it. */
const HEADER_READS: readonly RegExp[] = [
  new RegExp(String.raw`headers?\??\.?(?:get|\[|->get|\.fetch|->header|header)?\s*[([]\s*${NAME}`, 'gi'),
  new RegExp(
    String.raw`(?:GetHeader|Header\.Get|getHeader|RequestHeader|Header|req\.header|req\.get|c\.req\.header|TryGetValue|Headers|HeaderParam|get_header|getHeaderLine|headers\.get)\(\s*(?:(?:value|name)\s*=\s*)?${NAME}`,
    'g',
  ),
  new RegExp(
    String.raw`(?:FromHeader\(\s*Name\s*=\s*|APIKeyHeader\(\s*name\s*=\s*|Header\([^)\n]*alias\s*=\s*)${NAME}`,
    'g',
  ),
  /(?:HTTP_)(X_\w+|API_KEY|AUTHORIZATION)/g,
  /headers\.(x_?\w*(?:key|token|secret|auth)\w*|authorization)\b/gi,
  // What a comment or a guard names is asked for; what an object holds is sent on to somebody else.
  /\b(x-(?:[a-z0-9]+-)*(?:key|token|secret)(?:-[a-z0-9]+)*)\b(?!["']?\s*(?::|=>|,\s*[\w$]))/gi,
  // FastAPI turns the underscores of a parameter into hyphens.
  /\b(\w+)\s*:\s*[^=\n,()]*(?:\[[^\n]*?)?(?:=\s*|,\s*)Header\(\s*(?!.*alias)/g,
];

const NO_CREDENTIAL =
  /^(?:content-type|accept|user-agent|host|origin|referer|x-request-id|x-forwarded-\w+|x-correlation-id|x-trace-id|accept-language|cookie|idempotency-key|x-real-ip|x-session-id|x-conversation-id|x-hub-signature.*|stripe-signature|retry-after|cache-control|etag|location|connection)$/i;

/** The credential that a handler looks for: a header of its own before the usual one, a cookie where there is no header. */
export function credentialOf(code: string): Credential | undefined {
  const names = HEADER_READS.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''))
    .map((name) => name.replaceAll('_', '-'))
    .filter((name) => name !== '' && !NO_CREDENTIAL.test(name));
  const own =
    names.find(
      (name) =>
        /key|token|secret|auth(?!orization)|pass|credential/i.test(name) && !/^authorization$/i.test(name),
    ) ?? names.find((name) => /^x-/i.test(name));
  if (own !== undefined) return { in: 'header', name: properCase(own), prefix: '' };
  if (
    /bearer|auth:sanctum|\[Authorize\]|OAuth2PasswordBearer/i.test(code) ||
    names.some((name) => /^authorization$/i.test(name))
  )
    return { in: 'header', name: 'Authorization', prefix: schemeIn(code) };
  const cookie =
    /(?:cookies?\??\.(?:get\(|\[)?\s*|cookies?\[|getCookie\(\s*\w+\s*,\s*|COOKIES\[|COOKIES\.get\(|\$_COOKIE\[|CookieValue\(\s*|Cookie\(\s*(?:alias\s*=\s*)?|cookies\(\)\.get\()["':]?([\w-]*(?:sess|sid|token|auth|jwt|login)[\w-]*)/i.exec(
      code,
    )?.[1] ?? /\b(\w*(?:session|token|auth|jwt)\w*)\s*:\s*[^=\n]*(?:=|,)\s*Cookie\(/i.exec(code)?.[1];
  return cookie === undefined ? undefined : { in: 'header', name: 'Cookie', prefix: `${cookie}=` };
}

/** `startswith("Token ")` asks for another word than the usual one. */
const schemeIn = (code: string): string => {
  const word =
    /(?:starts_?[wW]ith|StartsWith|start_with\?|HasPrefix|removeprefix|TrimPrefix|CutPrefix|split|replace)\(?[^)\n]*?["'`/](?:\^)?(Token|ApiKey|Api-Key|Key|Basic|Bearer|JWT)[\s\\]/i.exec(
      code,
    )?.[1];
  return `${word === undefined || /^bearer$/i.test(word) ? 'Bearer' : word} `;
};

/** Names of headers are read without regard to case; the usual spelling is what people know. */
const properCase = (name: string): string =>
  /[A-Z]/.test(name) && name !== name.toUpperCase()
    ? name
    : name === name.toUpperCase()
      ? name.toLowerCase()
      : name;
