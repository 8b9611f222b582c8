import type { Path } from '../json-value.ts';

/** The text is no JSON, however loosely one takes it. */
export class NotJson extends Error {}

/** A place in a text that is read from its beginning to its end. */
export class Cursor {
  readonly text: string;
  at: number;

  constructor(text: string, start: number) {
    this.text = text;
    this.at = start;
  }

  /** Takes what a sticky pattern fits at this place. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}

/** The words of relaxed JSON: names, white space, comments, and what stands for "and so on". */
export class RelaxedScanner extends Cursor {
  readonly notes: { path: Path; text: string }[] = [];
  looseness = 0;
  /** What a comment that comes next is about. */
  protected lastPath: Path = [];

  /** A name, a member chain or a call: what code writes where a value is open. */
  protected word(): string {
    const start = this.at;
    let found = this.take(/[$@]?\{?[\p{L}_$][\p{L}\p{N}_$.?[\]"'-]*\}?/uy);
    if (found === undefined) throw new NotJson();
    found = trimUnbalanced(found);
    this.at = start + found.length;
    if (this.text[this.at] === '(') {
      const end = closing(this.text, this.at);
      if (end === undefined) throw new NotJson();
      found += this.text.slice(this.at, end);
      this.at = end;
    }
    return found.replace(/^\$?\{/, '').replace(/\}$/, '');
  }

  /** White space and comments; `sameLine` stops at the end of the line. */
  protected space(sameLine = false): void {
    for (;;) {
      this.take(sameLine ? /[ \t\r]*/y : /\s*/y);
      const found = this.take(/(?:\/\/|#|--\s|←|<-)[^\n]*|\/\*[\s\S]*?\*\//y);
      if (found === undefined) return;
      this.looseness += 1;
      const words = found
        .replace(/^(?:\/\/|#|--|←|<-|\/\*+)/, '')
        .replace(/\*\/$/, '')
        .trim();
      if (words !== '') this.notes.push({ path: this.lastPath, text: words });
    }
  }

  protected eat(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  protected eatText(wanted: string): boolean {
    if (!this.text.startsWith(wanted, this.at)) return false;
    this.at += wanted.length;
    this.looseness += 1;
    return true;
  }

  protected eatEllipsis(): boolean {
    if (this.take(/(?:\.{3,}|…|\[\.\.\.\])(?:[A-Za-z_$][\w.$]*)?/y) === undefined) return false;
    this.looseness += 1;
    return true;
  }
}

function trimUnbalanced(text: string): string {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '[') open += 1;
    else if (text[at] === ']') {
      open -= 1;
      if (open < 0) return text.slice(0, at);
    } else if ((text[at] === '"' || text[at] === "'") && open === 0) return text.slice(0, at);
  }
  const braces = text.split('{').length - text.split('}').length;
  return braces < 0 && text.endsWith('}') ? text.slice(0, -1) : text;
}

function closing(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length && at < start + 500; at += 1) {
    const character = text[at];
    if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (character === '"' || character === "'") {
      const end = text.indexOf(character, at + 1);
      if (end === -1) return undefined;
      at = end;
    }
  }
  return undefined;
}
