import { hasHole } from '../holes.ts';
import { parseRelaxedJson } from '../formats/relaxed-json.ts';

/** What a command inside `$(…)` prints, where that follows from its words alone. */
export function printedBy(words: readonly string[], stdin: string | undefined): string | undefined {
  const [program = '', ...given] = words;
  if (program === 'cat') return stdin ?? given.join(' ');
  if (program === 'echo') return given.filter((word) => !/^-[neE]+$/.test(word)).join(' ');
  if (program === 'printf') return formatted(given);
  if (program === 'jq') return builtByJq(given);
  return program === 'jo' ? builtByJo(given) : undefined;
}

function formatted([format = '', ...values]: readonly string[]): string {
  const rest = [...values];
  return format.replace(/%(?:[sdfbq]|%)/g, (mark) => (mark === '%%' ? '%' : (rest.shift() ?? '')));
}

/** `jq -n --arg q "$Q" '{question: $q}'`: an object written down, with texts filled in as JSON. */
function builtByJq(words: readonly string[]): string | undefined {
  const values = new Map<string, string>();
  let filter: string | undefined;
  let isEmpty = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^--(?:arg|argjson)$/.test(word)) {
      const value = words[at + 2] ?? '';
      values.set(words[at + 1] ?? '', word === '--arg' || hasHole(value) ? JSON.stringify(value) : value);
      at += 2;
    } else if (/^(?:--null-input|-[a-zA-Z]*n[a-zA-Z]*)$/.test(word)) isEmpty = true;
    else if (!word.startsWith('-')) filter ??= word;
  }
  if (!isEmpty || filter === undefined) return undefined;
  const filled = filter
    .replace(/([{,]\s*)\$(\w+)(?=\s*[,}])/g, '$1$2: $$$2')
    .replace(/\$(\w+)/g, (all, name: string) => values.get(name) ?? all);
  const parsed = parseRelaxedJson(filled);
  return parsed && filled.slice(parsed.end).trim() === '' ? JSON.stringify(parsed.value) : undefined;
}

/** `jo message="Hello" n=4`. */
function builtByJo(words: readonly string[]): string {
  const entries = words
    .map((word) => /^([\w.-]+)=([\s\S]*)$/.exec(word))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']): [string, unknown] => [
      name,
      /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(value) ? JSON.parse(value) : value,
    ]);
  return JSON.stringify(Object.fromEntries(entries));
}
