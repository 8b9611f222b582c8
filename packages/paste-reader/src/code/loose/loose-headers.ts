import type { Pair } from '../../finding.ts';
import { hole } from '../../holes.ts';

const NAME = String.raw`(?:[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|[xX]-[\w-]+|[Aa]uthorization|[Cc]ontent-[Tt]ype|[Aa]ccept|api-key|apikey|[a-z]+(?:-[a-z]+)*-(?:key|token|version))`;

const VALUE = String.raw`("(?:\\.|[^"\\])*"(?:\s*(?:\+|<>|\.\.)\s*[\w.()"]+)*|'[^']*'|[A-Za-z_$][\w.$()!?"\[\]:]*)`;

const PLACES: readonly { pattern: RegExp; name: number; value: number; mark?: string }[] = [
  // ("X-Auth-Token", value), "x-api-key": value, {"authorization", "Bearer …"}, "X-Key" to value, "X-Key" = value
  {
    pattern: new RegExp(String.raw`["'](${NAME})["']\s*(?:,|:|=>|to\b|=)\s*${VALUE}`, 'g'),
    name: 1,
    value: 2,
  },
  // setValue("Bearer …", forHTTPHeaderField: "Authorization")
  {
    pattern: new RegExp(String.raw`${VALUE}\s*,\s*forHTTPHeaderField:\s*"(${NAME})"`, 'g'),
    name: 2,
    value: 1,
    mark: 'forHTTPHeaderField',
  },
  // HttpHeaders.Authorization, "Bearer …"; .header(AUTHORIZATION, format!("Bearer {}", key))
  {
    pattern: new RegExp(
      String.raw`(?:HttpHeaders\.|header::)?\b(Authorization|AUTHORIZATION)\s*[,:]\s*(?:format!\(\s*)?${VALUE}`,
      'g',
    ),
    name: 1,
    value: 2,
  },
];

/** Headers as any language writes them: a name that looks like one beside a value. */
export function looseHeaders(code: string): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { pattern, name, value, mark } of PLACES)
    for (const match of mark === undefined || code.includes(mark) ? code.matchAll(pattern) : []) {
      const key = properName(match[name] ?? '');
      if (!pairs.has(key.toLowerCase())) pairs.set(key.toLowerCase(), [key, textOf(match[value] ?? '')]);
    }
  const bearer =
    /\.?bearer_?[aA]uth\(\s*([^)]+)\)|\bauth:\s*\{:bearer,\s*([^}]+)\}|req_auth_bearer_token\(\s*([^)]+)\)|\.with_?[tT]oken\(\s*([^)]+)\)/.exec(
      code,
    );
  const token = bearer?.slice(1).find((part) => part !== undefined);
  if (token !== undefined && !pairs.has('authorization'))
    pairs.set('authorization', ['Authorization', `Bearer ${textOf(token.trim())}`]);
  return [...pairs.values()];
}

const properName = (name: string): string =>
  name.toLowerCase() === 'authorization' ? 'Authorization' : name;

function textOf(given: string): string {
  const literal = /^(["'])([\s\S]*?)\1/.exec(given);
  if (!literal) return hole(given);
  const rest = given
    .slice(literal[0].length)
    .replace(/^\s*(?:\+|<>|\.\.)\s*/, '')
    .trim();
  return (
    withInterpolations(literal[2] ?? '').replace(/\{\}|%s/g, hole('value')) + (rest === '' ? '' : hole(rest))
  );
}

/** `\(name)`, `#{name}`, `${name}` and `$name` inside of literals become holes. */
export const withInterpolations = (text: string): string =>
  text
    .replace(/\\\(([^()]*(?:\([^()]*\))?[^()]*)\)/g, (_all, inner: string) => hole(inner))
    .replace(/[#$]\{([^{}]*)\}/g, (_all, inner: string) => hole(inner))
    .replace(/(?<![\w\\])\$([a-zA-Z_]\w*)/g, (_all, inner: string) => hole(inner));
