/** Name → type, or type and default; a parameter without a default must be given. */
export type DeclaredParameters = Readonly<
  Record<string, string | { readonly type?: string; readonly default?: string | null }>
>;

type Parameters = Record<string, { type: string; default: string | null }>;

/** What a function is taken to want when nothing says otherwise. */
const usual: Parameters = {
  input: { type: 'string', default: null },
  conversation_id: { type: 'string', default: 'null' },
};

export function parametersOf(run: (...args: never[]) => unknown, declared?: DeclaredParameters): Parameters {
  if (!declared) return destructured(run.toString()) ?? usual;
  return Object.fromEntries(
    Object.entries(declared).map(([name, given]) => [
      name,
      typeof given === 'string'
        ? { type: given, default: null }
        : { type: given.type ?? 'any', default: given.default ?? null },
    ]),
  );
}

/** The keys of `({ input, session_id: id = null, ...rest }) =>`. Minifiers rename variables but never these keys. */
function destructured(source: string): Parameters | undefined {
  const opening = /^[^({]*\(\s*\{/.exec(source)?.[0];
  if (opening === undefined) return undefined;
  const found: Parameters = {};
  for (const part of topLevelParts(source.slice(opening.length))) {
    const match = /^\s*(?:(['"])(?<quoted>[^'"]+)\1|(?<name>[\w$]+))(?<rest>[\s\S]*)$/.exec(part);
    const name = match?.groups?.['quoted'] ?? match?.groups?.['name'];
    if (name === undefined) continue;
    const fallback = /^[^=]*=(?![=>])([\s\S]*)$/.exec(match?.groups?.['rest'] ?? '')?.[1]?.trim();
    found[name] = { type: 'any', default: fallback?.slice(0, 200) ?? null };
  }
  return found;
}

/** Splits at commas up to the closing brace, leaving alone what is nested or quoted. */
function topLevelParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (`'"\``.includes(character)) quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (depth > 0 && ')]}'.includes(character)) depth -= 1;
    else if (depth === 0 && (character === ',' || character === '}')) {
      parts.push(text.slice(start, at));
      start = at + 1;
      if (character === '}') break;
    }
  }
  return parts.filter((part) => part.trim() !== '');
}
