import { hole, hasHole } from '../holes.ts';
import { parseRelaxedJson } from '../formats/relaxed-json.ts';
import { Cursor } from '../formats/relaxed-scanner.ts';

/** One command as a shell would hand it to a program. Words may hold holes for variables nobody set. */
export type ShellCommand = {
  readonly words: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Standard input, when a here-document gives it. */
  readonly stdin: string | undefined;
  /** Where a quotation mark stands that nothing closes. */
  readonly unclosed?: number | undefined;
};

export type Dialect = 'bash' | 'cmd' | 'powershell';

/** Values of variables set before the command. */
export type Variables = Pick<ReadonlyMap<string, string>, 'get'>;

/** Reads one command that begins at `start`, as bash would, forgiving what documents get wrong. */
export function lexBash(text: string, start: number, variables: Variables): ShellCommand {
  return new BashLexer(text, start, variables).command();
}

/** Text with its variables filled in, as within double quotes but with quotes of its own. */
export function expanded(text: string, variables: Variables): string {
  const quoted = `"${text.replaceAll(/(?<!\\)"/g, '\\"')}"`;
  return lexBash(quoted, 0, variables).words[0] ?? text;
}

class BashLexer extends Cursor {
  readonly #start: number;
  readonly #variables: Variables;
  #words: string[] = [];
  #word: string | undefined;
  #hereDocument: { delimiter: string; isQuoted: boolean } | undefined;
  /** The number of the word that `<<<` gives as standard input. */
  #hereString: number | undefined;
  #unclosed: number | undefined;

  constructor(text: string, start: number, variables: Variables) {
    super(text, start);
    this.#start = start;
    this.#variables = variables;
  }

  command(): ShellCommand {
    while (this.at < this.text.length && !this.#step()) continue;
    this.#endWord();
    const given = this.#hereString === undefined ? [] : this.#words.splice(this.#hereString, 1);
    const stdin =
      this.#hereDocument === undefined
        ? given[0]
        : this.#readHereDocument(this.#hereDocument.delimiter, this.#hereDocument.isQuoted);
    return { words: this.#words, start: this.#start, end: this.at, stdin, unclosed: this.#unclosed };
  }

  /** Takes one character or more; true at the end of the command. */
  #step(): boolean {
    const character = this.text[this.at] ?? '';
    switch (character) {
      case "'":
        return this.#singleQuoted();
      case '"':
        return this.#doubleQuoted();
      case '\\':
        return this.#backslash();
      case '$':
        return this.#dollar();
      case '\n':
        return this.#newline();
      case '|':
      case ';':
      case ')':
      case '`':
        return true;
      case '&':
        return this.#ampersand();
      case '<':
        return this.#less();
      case '>':
        return this.#word === undefined || /\s/.test(this.text[this.at - 1] ?? '') || this.#character();
      default:
        if (character === '#' && this.#word === undefined) this.take(/[^\n]*/y);
        else if (!/\s/.test(character)) this.#character();
        else {
          this.#endWord();
          this.at += 1;
        }
        return false;
    }
  }

  #character(): false {
    this.#append(this.text[this.at] ?? '');
    this.at += 1;
    return false;
  }

  #append(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }

  #singleQuoted(): false {
    const end = this.text.indexOf("'", this.at + 1);
    if (end === -1) this.#unclosed = this.at;
    const stop = end === -1 ? this.text.length : end;
    this.#append(this.text.slice(this.at + 1, stop));
    this.at = stop + 1;
    this.#forgiveApostrophe();
    return false;
  }

  /** `'{"m": "What's up"}'`: the shell would end the text at the apostrophe, but its author did not mean that. */
  #forgiveApostrophe(): void {
    const word = this.#word ?? '';
    if (!/^\s*[{[]/.test(word)) return;
    const next = this.text[this.at] ?? '';
    const before = this.text[this.at - 2] ?? '';
    if (!/[\p{L}]/u.test(next) || !/[\p{L}]/u.test(before)) return;
    const end = /['"]?\s*[}\]]\s*'(?=\s|$|\\)/g;
    end.lastIndex = this.at;
    const found = end.exec(this.text);
    if (!found) return;
    const stop = found.index + found[0].length - 1;
    this.#append(`'${this.text.slice(this.at, stop)}`);
    this.at = stop + 1;
  }

  #doubleQuoted(): false {
    const opened = this.at;
    this.#append('');
    for (this.at += 1; this.at < this.text.length;) {
      const character = this.text[this.at] ?? '';
      if (character === '"') {
        this.at += 1;
        return false;
      }
      if (character === '\\') {
        const next = this.text[this.at + 1] ?? '';
        if ('"\\$`'.includes(next)) this.#append(next);
        else if (next !== '\n') this.#append(`\\${next}`);
        this.at += 2;
      } else if (character === '$') this.#expand();
      else this.#character();
    }
    this.#unclosed = opened;
    return false;
  }

  #dollar(): false {
    if (this.text[this.at + 1] === "'") this.#ansiQuoted();
    else if (this.text[this.at + 1] !== '"') this.#expand();
    // With a dollar before them, double quotes are double quotes.
    else this.at += 1;
    return false;
  }

  /** $'…' as browsers write it. */
  #ansiQuoted(): void {
    const opened = this.at + 1;
    this.#append('');
    for (this.at += 2; this.at < this.text.length;) {
      const character = this.text[this.at] ?? '';
      if (character === "'") {
        this.at += 1;
        return;
      }
      if (character !== '\\') {
        this.#character();
        continue;
      }
      const rest = this.text.slice(this.at + 1, this.at + 11);
      const code = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/.exec(rest);
      if (code) {
        const value =
          code[4] === undefined
            ? Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
            : Number.parseInt(code[4], 8);
        this.#append(value <= 0x10ffff ? String.fromCodePoint(value) : '');
        this.at += 1 + code[0].length;
      } else {
        const next = rest[0] ?? '';
        this.#append(ANSI_ESCAPES[next] ?? `\\${next}`);
        this.at += 2;
      }
    }
    this.#unclosed = opened;
  }

  #expand(): void {
    const rest = this.text.slice(this.at);
    const command = /^\$\(\s*(?=(?:echo|printf|cat|jq|jo)\s)/.exec(rest);
    if (command) {
      const inner = lexBash(this.text, this.at + command[0].length, this.#variables);
      const printed = printedBy(inner.words, inner.stdin);
      // The closing bracket stands behind the text that the command is given, or on the line of its end mark.
      const close = /^\s*\)/.exec(this.text.slice(inner.end));
      if (printed !== undefined && (close || this.text[inner.end - 1] === ')')) {
        this.#append(printed);
        this.at = inner.end + (close?.[0].length ?? 0);
        return;
      }
    }
    const name =
      /^\$(?:\{([A-Za-z_]\w*|[1-9@*])(?::?([-=?])([^}]*))?\}|([A-Za-z_]\w*|[1-9@*])|\(([^()]*)\))/.exec(rest);
    if (!name) {
      this.#character();
      return;
    }
    const variable = name[1] ?? name[4];
    const known = variable === undefined ? undefined : this.#variables.get(variable);
    const preset = name[2] === '?' ? undefined : name[3];
    // What a script is called with has no name of its own.
    const called = /^[1-9@*]$/.test(variable ?? '') ? 'argument' : variable;
    this.#append(known ?? (preset || hole(called ?? name[5] ?? '')));
    this.at += name[0].length;
  }

  #backslash(): boolean {
    if (this.take(/\\[ \t]*(?:\r?\n|$)/y) !== undefined) {
      // A comment line or an empty line inside a continued command is forgiven when options follow.
      this.take(/(?:[ \t]*(?:#[^\n]*)?\r?\n)+(?=[ \t]*-{1,2}[A-Za-z])/y);
      this.#endWord();
      return false;
    }
    this.#append(this.text[this.at + 1] ?? '');
    this.at += 2;
    return false;
  }

  #newline(): boolean {
    const continues = /^\r?\n[ \t]*(?:-{1,2}[A-Za-z][\w-]*(?:[ \t='"]|$)|['"]?https?:\/\/)/.exec(
      this.text.slice(this.at),
    );
    if (!continues) return true;
    // A forgotten backslash: a line that begins with an option can only belong to the command above it.
    this.#endWord();
    this.at += 1;
    return false;
  }

  #ampersand(): boolean {
    // An address pasted without quotes keeps its parameters.
    if (/^https?:\/\/\S*$/.test(this.#word ?? '') && /^&[\w.[\]-]+=/.test(this.text.slice(this.at)))
      return this.#character();
    return true;
  }

  #less(): boolean {
    const here = this.take(/<<<|<<-?\s*(['"]?)\w+\1/y);
    if (here !== undefined) {
      this.#endWord();
      const delimiter = /\w+/.exec(here)?.[0];
      if (delimiter === undefined) this.#hereString = this.#words.length;
      else this.#hereDocument = { delimiter, isQuoted: /['"]/.test(here) };
      return false;
    }
    const placeholder = this.take(/<[\w .:'-]{1,60}>/y);
    if (placeholder === undefined) return true;
    this.#append(placeholder);
    return false;
  }

  #readHereDocument(delimiter: string, isQuoted: boolean): string {
    const lineEnd = this.text.indexOf('\n', this.at);
    if (lineEnd === -1) return '';
    const rest = this.text.slice(lineEnd + 1);
    const close = new RegExp(`^[ \\t]*${delimiter}[ \\t)"]*$`, 'm').exec(rest);
    const body = close ? rest.slice(0, close.index) : rest;
    this.at = lineEnd + 1 + (close ? close.index + close[0].length : rest.length);
    return isQuoted ? body : expanded(body, this.#variables);
  }
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  "'": "'",
  '"': '"',
  '\\': '\\',
  '?': '?',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
  E: '\u001b',
  '\n': '',
};

/** What a command inside `$(…)` prints, where that follows from its words alone. */
function printedBy(words: readonly string[], stdin: string | undefined): string | undefined {
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
