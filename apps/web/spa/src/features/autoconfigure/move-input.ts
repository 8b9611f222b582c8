import type { AutoConfigureResult } from '@sonde/contract';
import { type Place, placeAt, placesOf } from './template-places.ts';

type Mapping = NonNullable<AutoConfigureResult['request_mapping']>;

/** Which of the candidates holds the message now: a correction may have settled on another than the likeliest. */
export function placeOfMessage(mapping: Mapping, candidates: readonly string[]): string | null {
  const text = textOf(mapping);
  const root = placesOf(text);
  if (!root) return null;
  const holds = (path: string): boolean => {
    const place = placeAt(root, plain(path));
    return place !== null && /\{[{%][^}]*\b(?:input|messages)\b/.test(text.slice(place.from, place.to));
  };
  return candidates.find(holds) ?? null;
}

/**
 * The template with the message moved from one field to another; what stood there takes its place. The text between
 * stays as it is, statements and comments included. `null` where the template is not JSON, or has no such fields: the
 * editor is the place for those.
 */
export function moveInput(mapping: Mapping, from: string, to: string): Mapping | null {
  const text = textOf(mapping);
  const root = placesOf(text);
  const source = root && placeAt(root, plain(from));
  if (!root || !source) return null;
  const message = text.slice(source.from, source.to);
  const target = placeAt(root, plain(to));
  const moved = target
    ? exchanged(text, source, target)
    : inserted(text, root, plain(to), { source, message });
  if (moved === null) return null;
  return typeof mapping === 'string' ? moved : (JSON.parse(moved) as Mapping);
}

const textOf = (mapping: Mapping): string =>
  typeof mapping === 'string' ? mapping : JSON.stringify(mapping, null, 2);

/** Paths are written `a.b.0` or `$.a.b[0]`. */
const plain = (path: string): string =>
  path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[(?:'([^']*)'|"([^"]*)"|(\d+))\]/g, '.$1$2$3')
    .replace(/^\./, '');

function exchanged(text: string, one: Place, other: Place): string | null {
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  // A field inside the other cannot change places with it.
  if (second.from < first.to) return null;
  return (
    text.slice(0, first.from) +
    text.slice(second.from, second.to) +
    text.slice(first.to, second.from) +
    text.slice(first.from, first.to) +
    text.slice(second.to)
  );
}

/** A candidate that the template left out, such as an optional field, is written at the end of its object. */
function inserted(
  text: string,
  root: Place,
  path: string,
  { source, message }: { source: Place; message: string },
): string | null {
  const cut = path.lastIndexOf('.');
  const holder = placeAt(root, cut === -1 ? '' : path.slice(0, cut));
  if (!holder || holder.end === null) return null;
  if (source.from < holder.end && holder.end < source.to) return null;
  const member = `${holder.children.length > 0 ? ', ' : ''}${JSON.stringify(path.slice(cut + 1))}: ${message}`;
  const isAfter = holder.end >= source.to;
  const emptied = (part: string, offset: number): string =>
    part.slice(0, source.from - offset) + '""' + part.slice(source.to - offset);
  const [before, after] = [text.slice(0, holder.end), text.slice(holder.end)];
  return isAfter ? emptied(before, 0) + member + after : before + member + emptied(after, holder.end);
}
