import { UnreadableFileError } from '../messages.ts';

/** As deep as bodies of requests may be: what is imported can be written again. */
const mostDepth = 100;
const mostParts = 200_000;

/**
 * Why a value cannot be handed on; undefined where it can. Whoever asked unpacks it on the thread that serves everybody,
 * by a reader that goes down level by level: one that is too deep would end the process, one that is too wide hold it.
 */
export function faultOfValue(
  value: unknown,
  { mostCharacters }: { readonly mostCharacters: number },
): string | undefined {
  const left: (readonly [part: unknown, depth: number])[] = [[value, 0]];
  let characters = 0;
  let parts = 0;
  for (let next = left.pop(); next; next = left.pop()) {
    const [part, depth] = next;
    if (typeof part === 'string') characters += part.length;
    else if (typeof part === 'object' && part !== null) {
      if (depth >= mostDepth) return 'is nested too deeply';
      parts += Object.keys(part).length;
      if (parts > mostParts) return `has more than ${mostParts} parts`;
      for (const [key, inner] of Object.entries(part)) {
        if (!Array.isArray(part)) characters += key.length;
        left.push([inner, depth + 1]);
      }
    }
    if (characters > mostCharacters) return `has more than ${mostCharacters / 1_000_000} million characters`;
  }
  return undefined;
}

export function requireTellable(what: string, value: unknown, mostCharacters: number): void {
  const fault = faultOfValue(value, { mostCharacters });
  if (fault) throw new UnreadableFileError(`${what} ${fault}.`);
}
