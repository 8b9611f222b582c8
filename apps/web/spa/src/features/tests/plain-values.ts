/** A figure with the word it counts, if that is a plain one; a time of day; a code such as WV-48213. */
const plainValue =
  /(?:[€$£¥]\s?)?\d+(?:[.,:]\d+)*(?:\s?(?:%|percent|[€$£¥]|[A-Z]{3}\b|euros?\b|dollars?\b|pounds?\b|cents?\b|[ap]\.?m\b\.?|(?:business |working )?days?\b|weeks?\b|months?\b|years?\b|hours?\b|minutes?\b|nights?\b|km\b|kg\b))?|\b[A-Z]{2,}-?\d[\w-]*/giu;

const most = 5;
const shortWords = 3;

/**
 * What an expected answer comes down to where that can be looked for as it stands: its figures with what they count, or all of
 * it where it is a name. A yes or a no is no such thing, since it stands in many answers that mean the other.
 */
export function plainValuesIn(expected: string): string[] {
  const text = expected.trim();
  const found = [...new Set([...text.matchAll(plainValue)].map(([value]) => value.trim()))];
  if (found.length > 0) return found.length > most ? [] : found;
  const bare = text.replace(/[.!]$/u, '');
  const words = bare.split(/\s+/u).filter((word) => word !== '');
  const isName =
    words.length <= shortWords && /^\p{Lu}/u.test(bare) && !/^(?:yes|no|none|never)\b/iu.test(bare);
  return bare !== '' && isName ? [bare] : [];
}
