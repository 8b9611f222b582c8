import type { Credential, Pair } from '../../finding.ts';
import { hole } from '../../holes.ts';
import { inHeader, inQuery } from '../../http-parts.ts';
import { enclosed } from '../../scanning.ts';
import { allowedValue } from './allowed-values.ts';

/** A header that a handler looks at. */
type HeaderRead = { readonly name: string; readonly at: number; readonly isOptional: boolean };

const NAME = String.raw`["']([\w-]+)["']`;
/** A second argument, a fallback or a word of the framework's own that does without the header. */
const FALLBACK = String.raw`(?<open>\s*,\s*(?!status)[^)\]\n]{0,120}\bdefault(?:Value|_value)?\b[^)\]\n]{0,120}|\s*,\s*required\s*=\s*false[^)\n]{0,120}|\s*,\s*["'][^"'\n]{0,120}["']|\s*,\s*None\b|["']?\s*[)\]]\s*(?:\?\?|\|\||or\b)\s*(?!return|throw|raise|halt|abort|respond|await|call|c\.|res\b|die|exit|error))?`;

/** A header as frameworks write that they look at it. */
const READS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!(?:res|resp|response|reply|rsp|outgoing)\.?(?:set)?)headers?(?:["']?\s*[,\]]\s*(?:\{\}\s*)?\)?)?(?:\(\))?\??\.?(?:get(?:_one|_line)?|->get|\.fetch|->header|header|first)?\s*[([]\s*(?:name:\s*)?${NAME}${FALLBACK}`,
    'gi',
  ),
  new RegExp(
    String.raw`(?:GetHeader|Header\.Get|getHeader|RequestHeader|(?<![.\w])Header|req\.header|req\.get|ctx\.get|c\.req\.header|TryGetValue|Headers|HeaderParam|get_header|getHeaderLine|headers\.get|headerValueByName|get_req_header)\(\s*(?:(?:value|name)\s*=\s*|conn\s*,\s*)?${NAME}${FALLBACK}`,
    'g',
  ),
  new RegExp(String.raw`(?:FromHeader\(\s*Name\s*=\s*|APIKeyHeader\(\s*name\s*=\s*)${NAME}`, 'g'),
  new RegExp(
    String.raw`Header\(\s*(?<open>None\b|default\s*=\s*[^.\s)][^)\n]{0,120})?[^)\n]{0,200}alias\s*=\s*${NAME}`,
    'g',
  ),
  /\bc\.Get\(\s*"(\w+(?:-\w+)+)"/g,
  /(?:HTTP_)(X_\w+|API_KEY|AUTHORIZATION)/g,
  /headers\.(x_?\w*(?:key|token|secret|auth)\w*|authorization)\b/gi,
  // What a comment or a guard names is asked for; what an object holds is sent on to somebody else.
  /\b(x-(?:[a-z0-9]+-)*(?:key|token|secret)(?:-[a-z0-9]+)*)\b(?!["']?\s*(?::|=>|,\s*[\w$]))/gi,
  // FastAPI turns the underscores of a parameter into hyphens.
  /\b(\w+)\s*:\s*[^=\n,()]{0,120}(?:\[[^\n]{0,120}?)?(?:=\s*|,\s*)Header\((?!.{0,200}alias)\s*(?<open>None\b|default\s*=\s*[^.\s)]|["'])?/g,
];

const OF_THE_CONNECTION =
  /^(?:content-type|content-length|accept|user-agent|host|origin|referer|x-request-id|x-forwarded-\w+|x-correlation-id|x-trace-id|traceparent|accept-language|cookie|idempotency-key|x-real-ip|x-session-id|x-conversation-id|x-hub-signature.*|stripe-signature|retry-after|cache-control|etag|location|connection|upgrade|if-\w+.*)$/i;

const KEYISH = /key|token|secret|auth(?!orization|or)|pass|credential|signature/i;

/** Whoever is not known is turned away. */
const TURNS_AWAY =
  /\b40[13]\b|[uU]nauthori[sz]ed|UNAUTHORIZED|[fF]orbidden|FORBIDDEN|compare_digest|timingSafeEqual|secure_compare|hash_equals|process\.env|os\.(?:environ|getenv|Getenv)|\bENV[.[]|\benv\(|config\(|settings\./;

const REACH = 260;

/**
 * The headers that a handler asks for: the one by which it knows its callers, and all others, with the values that the code
 * compares them with.
 */
export function headersRead(code: string, part = code) {
  const reads = readsIn(code);
  const isOwn = ({ at }: HeaderRead): boolean => TURNS_AWAY.test(code.slice(at, at + REACH));
  const named = reads.filter(({ name }) => !/^authorization$/i.test(name));
  const own =
    named.find(({ name }) => KEYISH.test(name)) ??
    named.find((read) => /^x-/i.test(read.name) && isOwn(read));
  const here = part === code ? reads : readsIn(part);
  const further = [...here, ...validatedIn(part)].filter(
    ({ name, isOptional }) =>
      !isOptional &&
      name.includes('-') &&
      name.toLowerCase() !== own?.name.toLowerCase() &&
      !KEYISH.test(name),
  );
  return {
    credential: own ? inHeader(own.name) : usualCredential(code, reads),
    further: [...new Map(further.map(({ name }) => [name.toLowerCase(), name])).values()].map(
      (name): Pair => [name, comparedWith(name, code) ?? hole(name)],
    ),
  };
}

function readsIn(code: string): HeaderRead[] {
  return READS.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => ({
      name: properCase((match[1] ?? match[2] ?? '').replaceAll('_', '-')),
      at: match.index,
      isOptional: match.groups?.['open'] !== undefined,
    })),
  ).filter(({ name }) => name !== '' && !OF_THE_CONNECTION.test(name));
}

/** `headers: z.object({ 'x-tenant': z.string() })`, a JSON schema of the headers: what is validated has to be there. */
function validatedIn(part: string): HeaderRead[] {
  const found: HeaderRead[] = [];
  for (const match of part.matchAll(/\b(?:headers|[hH]eaderSchema|header)["']?\s*[:=(,]\s*[\w.]*\(?\s*\{/g)) {
    const block = enclosed(part, match.index + match[0].length - 1);
    if (!block || !/\b(?:z|v|[jJ]oi|yup|t|Type|S)\.\w|properties/.test(match[0] + block.inner)) continue;
    const listed = /\brequired["']?\s*:\s*\[([^\]]*)\]/.exec(block.inner)?.[1];
    for (const [whole, name = '', rest = ''] of block.inner.matchAll(
      /["'](\w+(?:-\w+)+)["']\s*:\s*([^\n]*)/g,
    ))
      if (!OF_THE_CONNECTION.test(name))
        found.push({
          name: properCase(name),
          at: match.index + whole.length,
          isOptional:
            /optional|nullish|default/i.test(rest) || (listed !== undefined && !listed.includes(name)),
        });
  }
  return found;
}

/** The one value, or one of the values, that the code lets pass. */
function comparedWith(name: string, code: string): string | undefined {
  const schema = new RegExp(
    String.raw`["']${name}["']\s*:\s*[^\n]{0,200}?(?:const["']?\s*:\s*|enum["']?\s*:\s*\[\s*|literal\(\s*|Literal\(\s*|[vV]alid\(\s*|examples?["']?\s*:\s*\[?\s*|enum\(\s*\[\s*)["']([^"'\n]+)["']`,
    'i',
  ).exec(code)?.[1];
  const read = new RegExp(
    String.raw`["']${name}["']\s*[)\]]+\s*(?:!==?|===?|!=|==)\s*["']([^"'\n]+)["']`,
    'i',
  );
  return (
    schema ??
    read.exec(code)?.[1] ??
    allowedValue(name, code) ??
    allowedValue(name.toLowerCase().replaceAll('-', '_'), code)
  );
}

/** Without a header of its own: the usual one, a cookie where there is none. */
function usualCredential(code: string, reads: readonly HeaderRead[]): Credential | undefined {
  if (
    /bearer|auth:sanctum|\[Authorize\]|OAuth2PasswordBearer/i.test(code) ||
    reads.some(({ name }) => /^authorization$/i.test(name))
  )
    return inHeader('Authorization', schemeIn(code));
  const cookie =
    /(?:cookies?\??\.(?:get\(|\[)?\s*|cookies?\[|getCookie\(\s*\w+\s*,\s*|COOKIES\[|COOKIES\.get\(|\$_COOKIE\[|CookieValue\(\s*|Cookie\(\s*(?:alias\s*=\s*)?|cookies\(\)\.get\()["':]?([\w-]*(?:sess|sid|token|auth|jwt|login)[\w-]*)/i.exec(
      code,
    )?.[1] ?? /\b(\w*(?:session|token|auth|jwt)\w*)\s*:\s*[^=\n]*(?:=|,)\s*Cookie\(/i.exec(code)?.[1];
  if (cookie !== undefined) return inHeader('Cookie', `${cookie}=`);
  const query =
    /(?:\bargs|query|query_params|searchParams|QueryParams|params|GET|Query)(?:\(\))?\??(?:\.(?:get|Get)?\(?|\[|\()\s*["':]?((?:api|access|auth)?[_-]?(?:key|token)|sig|signature)\b["']?/.exec(
      code,
    );
  return query?.[1] !== undefined && TURNS_AWAY.test(code.slice(query.index, query.index + REACH))
    ? inQuery(query[1])
    : undefined;
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
const properCase = (name: string): string => (name === name.toUpperCase() ? name.toLowerCase() : name);
