import { hole } from '../holes.ts';
import { CONSTANT_WORDS, type Json, type JsonObject, type Path, textOf } from '../json-value.ts';
import { NotJson, RelaxedScanner } from './relaxed-scanner.ts';

export type RelaxedJson = {
  readonly value: Json;
  readonly end: number;
  /** What comments say about the key or value beside them. */
  readonly notes: readonly { path: Path; text: string }[];
  /** How far the text is from JSON; 0 is JSON. */
  readonly looseness: number;
};

/**
 * Reads JSON as documents, chats and code write it: comments, trailing or missing commas, single quotes, bare keys and
 * words, ellipses, Python and JavaScript constants, placeholders, TypeScript members. Undefined when it is none of that.
 */
export function parseRelaxedJson(text: string, start = 0, onGivenUp?: (at: number) => void) {
  const reader = new RelaxedReader(text, start);
  try {
    const value = reader.value([]);
    return { value, end: reader.at, notes: reader.notes, looseness: reader.looseness };
  } catch (error) {
    onGivenUp?.(reader.at);
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

const MAX_DEPTH = 60;
const QUOTES = '"\'`“';

class RelaxedReader extends RelaxedScanner {
  #steps = 0;

  value(path: Path): Json {
    if (path.length > MAX_DEPTH || ++this.#steps > 200_000) throw new NotJson();
    this.space();
    const character = this.text[this.at];
    if (character === undefined) throw new NotJson();
    if (character === '{') return this.text[this.at + 1] === '{' ? this.doubleBrace() : this.object(path);
    if (character === '[') return this.array(path);
    return QUOTES.includes(character) ? this.strings() : this.bare();
  }

  private object(path: Path): JsonObject {
    this.at += 1;
    const object: JsonObject = {};
    for (;;) {
      this.space();
      if (this.eat('}')) return object;
      if (this.eatEllipsis()) continue;
      if (this.eat(',') || this.eat(';')) continue;
      const key = this.key();
      const here = [...path, key];
      this.lastPath = here;
      this.space();
      if (this.eat('?')) this.looseness += 1;
      this.space();
      if (this.eat(':') || this.eatText('=>') || this.eat('=')) {
        this.space();
        setOwn(object, key, this.memberValue(here));
      } else {
        // JavaScript's shorthand: the key is the name of a variable.
        if (!/[,}\n]/.test(this.text[this.at] ?? '')) throw new NotJson();
        this.looseness += 1;
        setOwn(object, key, hole(key));
      }
      this.lastPath = here;
      this.afterItem('}');
    }
  }

  private memberValue(path: Path): Json {
    const value = this.value(path);
    this.space(true);
    // "user" | "assistant": the alternatives of a type; the first stands for all.
    while (this.text[this.at] === '|' && this.text[this.at + 1] !== '|') {
      this.at += 1;
      this.looseness += 1;
      this.value(path);
      this.space(true);
    }
    return value;
  }

  private array(path: Path): Json {
    this.at += 1;
    const list: Json[] = [];
    for (;;) {
      this.space();
      if (this.eat(']')) return list;
      if (this.eatEllipsis()) continue;
      if (this.eat(',')) continue;
      const here = [...path, list.length];
      const item = this.value(here);
      this.space();
      // PHP writes its maps in brackets.
      if (typeof item === 'string' && list.length === 0 && this.eatText('=>')) return this.phpMap(item, path);
      list.push(item);
      this.lastPath = here;
      this.afterItem(']');
    }
  }

  private phpMap(firstKey: string, path: Path): JsonObject {
    const object: JsonObject = {};
    setOwn(object, firstKey, this.memberValue([...path, firstKey]));
    for (;;) {
      this.afterItem(']');
      this.space();
      if (this.eat(']')) return object;
      const key = this.value(path);
      this.space();
      if (!this.eatText('=>')) throw new NotJson();
      setOwn(object, textOf(key), this.memberValue([...path, textOf(key)]));
    }
  }

  private afterItem(close: string): void {
    const before = this.at;
    this.space(true);
    if (this.eat(',') || this.eat(';')) return;
    this.space();
    if (this.text[this.at] === close || this.eat(',') || this.eat(';') || this.eatEllipsis()) return;
    // A forgotten comma is forgiven only at a line break.
    if (this.text.slice(before, this.at).includes('\n')) this.looseness += 1;
    else this.skipExpression(close);
  }

  /** What code adds to a value: an operator with its other side, a ternary, a call that goes on. */
  private skipExpression(close: string): void {
    const rest = this.text.slice(this.at, this.at + 400);
    if (!/^(?:[+\-*/?:|&=<>.([!]|(?:or|and|if|is|in|to)\b)/.test(rest)) throw new NotJson();
    let depth = 0;
    for (let at = 0; at < rest.length; at += 1) {
      const character = rest[at] ?? '';
      if ('([{'.includes(character)) depth += 1;
      else if (')]}'.includes(character)) {
        if (depth === 0) {
          if (character !== close) break;
          this.at += at;
          this.looseness += 2;
          return;
        }
        depth -= 1;
      } else if (depth === 0 && (character === ',' || character === '\n')) {
        this.at += at + (character === ',' ? 1 : 0);
        this.looseness += 2;
        return;
      }
    }
    throw new NotJson();
  }

  private key(): string {
    if (QUOTES.includes(this.text[this.at] ?? ' ')) return this.quoted();
    const found = this.take(/[\p{L}_$@][\p{L}\p{N}_$.-]*/uy);
    if (found === undefined) throw new NotJson();
    this.looseness += 1;
    return found;
  }

  private strings(): string {
    let value = this.quoted();
    for (;;) {
      // "a" + name + "b", and Python's adjacent strings.
      if (this.take(/\s*\+\s*/y) === undefined) return value;
      this.looseness += 1;
      const next = this.text[this.at] ?? '';
      if (next === '"' || next === "'") value += this.quoted();
      else value += hole(this.word());
    }
  }

  private quoted(): string {
    const open = this.text[this.at] ?? '';
    const close = open === '“' ? '”' : open;
    if (open !== '"') this.looseness += 1;
    let value = '';
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const character = this.text[this.at] ?? '';
      if (character === close) {
        this.at += 1;
        return value;
      }
      if (character === '\\') value += this.escape(open);
      else if (open === '`' && character === '$' && this.text[this.at + 1] === '{') {
        const end = this.text.indexOf('}', this.at);
        if (end === -1) throw new NotJson();
        value += hole(this.text.slice(this.at + 2, end));
        this.at = end;
      } else if (character === '\n' && open === "'") throw new NotJson();
      else {
        if (character === '\n' && open === '"') this.looseness += 1;
        value += character;
      }
    }
    throw new NotJson();
  }

  private escape(open: string): string {
    this.at += 1;
    const character = this.text[this.at] ?? '';
    if (character === 'u') {
      const code = /^[0-9a-fA-F]{4}/.exec(this.text.slice(this.at + 1, this.at + 5))?.[0];
      if (code === undefined) return 'u';
      this.at += 4;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    if (open !== '"' && character === '\n') return '';
    return ESCAPES[character] ?? character;
  }

  /** {{ name }}: a template placeholder in place of a value. */
  private doubleBrace(): string {
    const end = this.text.indexOf('}}', this.at);
    const inner = this.text.slice(this.at + 2, end);
    if (end === -1 || /[{}\n]/.test(inner)) throw new NotJson();
    this.at = end + 2;
    this.looseness += 1;
    return hole(inner);
  }

  private bare(): Json {
    const digits = this.take(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\d_])/uy);
    if (digits !== undefined) return Number(digits);
    if (this.text[this.at] === '<') {
      const end = this.text.indexOf('>', this.at);
      const inner = this.text.slice(this.at + 1, end);
      if (end === -1 || inner.length > 80 || inner.includes('\n')) throw new NotJson();
      this.at = end + 1;
      this.looseness += 1;
      return hole(inner);
    }
    if (this.eatEllipsis()) return hole('...');
    this.take(/(?:await|new|typeof|async)\s+(?=[A-Za-z_$])/y);
    const word = this.word();
    if (Object.hasOwn(CONSTANTS, word)) {
      if (!['true', 'false', 'null'].includes(word)) this.looseness += 1;
      return CONSTANTS[word] ?? null;
    }
    this.looseness += 2;
    return hole(word);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };

const CONSTANTS: Readonly<Record<string, Json>> = { ...CONSTANT_WORDS, NaN: null };

function setOwn(object: JsonObject, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
