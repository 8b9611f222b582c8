/** A value inside a template text: where it stands, and what stands inside it. */
export interface Place {
  readonly from: number;
  readonly to: number;
  readonly children: readonly { readonly key: string; readonly place: Place }[];
  /** Where a further member of this object would be written; only objects have one. */
  readonly end: number | null;
}

/**
 * The values of a template that renders to JSON, without rendering it: JSON in which `{{ … }}` may stand for a value or
 * inside a text, and `{% … %}` and `{# … #}` anywhere between. `null` for a text that is something else.
 */
export function placesOf(template: string): Place | null {
  const reader = createReader(template);
  try {
    const place = reader.value();
    reader.skip();
    return reader.atEnd() ? place : null;
  } catch (error) {
    if (error instanceof NotJson) return null;
    throw error;
  }
}

/** The place at a path such as `messages.0.content`. Keys may hold dots themselves, so every split is tried. */
export function placeAt(place: Place, path: string): Place | null {
  if (path === '') return place;
  for (const { key, place: child } of place.children) {
    if (path === key) return child;
    const found = path.startsWith(`${key}.`) ? placeAt(child, path.slice(key.length + 1)) : null;
    if (found) return found;
  }
  return null;
}

class NotJson extends Error {}

function createReader(text: string) {
  let at = 0;

  const past = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    if (found === -1) throw new NotJson();
    return found + mark.length;
  };
  const starts = (mark: string): boolean => text.startsWith(mark, at);
  /** White space, statements and comments: nothing that is a value. */
  const skip = (): void => {
    for (;;) {
      if (starts('{%')) at = past('%}', at);
      else if (starts('{#')) at = past('#}', at);
      else if (/\s/.test(text[at] ?? '')) at += 1;
      else return;
    }
  };
  const string = (): string => {
    const from = at + 1;
    at = from;
    while (text[at] !== '"') {
      if (at >= text.length) throw new NotJson();
      if (starts('{{')) at = past('}}', at);
      else if (starts('{%')) at = past('%}', at);
      else at += text[at] === '\\' ? 2 : 1;
    }
    at += 1;
    return text.slice(from, at - 1);
  };
  const leaf = (from: number): Place => ({ from, to: at, children: [], end: null });

  const list = (from: number): Place => {
    const children: { key: string; place: Place }[] = [];
    at += 1;
    for (skip(); text[at] !== ']'; skip()) {
      if (children.length > 0 && text[at] === ',') {
        at += 1;
        continue;
      }
      children.push({ key: String(children.length), place: value() });
    }
    at += 1;
    return { from, to: at, children, end: null };
  };
  const object = (from: number): Place => {
    const children: { key: string; place: Place }[] = [];
    at += 1;
    let end = at;
    for (skip(); text[at] !== '}'; skip()) {
      if (children.length > 0 && text[at] === ',') {
        at += 1;
        continue;
      }
      if (text[at] !== '"') throw new NotJson();
      const key = string();
      skip();
      if (text[at] !== ':') throw new NotJson();
      at += 1;
      children.push({ key, place: value() });
      end = at;
    }
    at += 1;
    return { from, to: at, children, end };
  };
  const value = (): Place => {
    skip();
    const from = at;
    if (starts('{{')) {
      at = past('}}', at);
      return leaf(from);
    }
    if (text[at] === '{') return object(from);
    if (text[at] === '[') return list(from);
    if (text[at] === '"') {
      string();
      return leaf(from);
    }
    const word = /^(?:true|false|null|-?\d[\d.eE+-]*)/.exec(text.slice(at, at + 40));
    if (!word) throw new NotJson();
    at += word[0].length;
    return leaf(from);
  };
  return { value, skip, atEnd: () => at >= text.length };
}
