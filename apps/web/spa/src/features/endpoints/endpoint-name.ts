/** What a new endpoint is called until somebody says otherwise: the title of the document, or what is called and where. */
export function nameFor(url: string, pasted = ''): string {
  const title = titleIn(pasted);
  if (title !== undefined) return title;
  if (!URL.canParse(url)) return '';
  const { host, pathname } = new URL(url);
  const word = pathname
    .split('/')
    .filter((part) => /^[a-z][a-z-]{2,}$/i.test(part) && !saysNothing.has(part.toLowerCase()))
    .at(-1);
  const where = host.replace(/^www\./, '');
  return word === undefined
    ? where
    : `${word[0]?.toUpperCase()}${word.slice(1).replaceAll('-', ' ')} on ${where}`;
}

/** Parts of a path that every interface has. */
const saysNothing = new Set(['api', 'rest', 'public', 'completions', 'invoke', 'stream', 'http', 'https']);

/** Interface descriptions and collections have a title of their own. */
function titleIn(text: string): string | undefined {
  if (!/["']?(?:openapi|swagger|schema)["']?\s*:/i.test(text)) return undefined;
  const info = /["']?info["']?\s*:\s*\{?([^}]*)/.exec(text)?.[1] ?? '';
  const title = /["']?(?:title|name)["']?\s*:\s*["']?([^"'\n,]{2,80})/.exec(info)?.[1]?.trim();
  return title === '' ? undefined : title;
}

/** The name, or the first number of it that no other endpoint has. */
export function distinctName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const candidate = `${name.slice(0, 200 - suffix.length)}${suffix}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}
