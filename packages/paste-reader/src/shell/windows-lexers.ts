import { hole } from '../holes.ts';
import type { ShellCommand, Variables } from './bash-lexer.ts';

/** cmd.exe: carets escape outside quotes, then the program splits its line by the rules of the C runtime. */
export function lexCmd(text: string, start: number, variables: Variables): ShellCommand {
  const { line, end } = unescapeCarets(text, start, variables);
  return { words: splitArguments(line), start, end, stdin: undefined };
}

function unescapeCarets(text: string, start: number, variables: Variables): { line: string; end: number } {
  let line = '';
  let quoted = false;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') quoted = !quoted;
    const continuation = character === '^' ? /^\^[ \t]*\r?\n/.exec(text.slice(at, at + 40)) : null;
    if (character === '^' && (!quoted || continuation)) {
      if (continuation) {
        at += continuation[0].length - 1;
        // Browsers write a line break of the data as an escaped empty line.
        if (text[at + 1] === '\n') {
          line += '\n';
          at += 1;
        }
      } else {
        line += text[at + 1] ?? '';
        at += 1;
      }
    } else if (character === '%' && !quoted && text[at + 1] === '%') {
      line += '%';
      at += 1;
    } else if (character === '%' && /^%\w+%/.test(text.slice(at, at + 60))) {
      const name = /^%(\w+)%/.exec(text.slice(at, at + 60))?.[1] ?? '';
      line += variables.get(name) ?? hole(name);
      at += name.length + 1;
    } else if (character === '\n' && !quoted) break;
    else if ((character === '|' || character === '&') && !quoted && !/https?:\/\/\S*$/.test(line)) break;
    else line += character;
  }
  return { line, end: at };
}

function splitArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    // What is written twice, or behind a backslash, stands for itself.
    const isEscaped =
      (character === '\\' &&
        (line[at + 1] === '"' || (line[at + 1] === '\\' && /^\\+"/.test(line.slice(at))))) ||
      (character === '"' && quoted && line[at + 1] === '"');
    if (isEscaped) {
      word = `${word ?? ''}${line[at + 1] ?? ''}`;
      at += 1;
    } else if (character === '"') {
      quoted = !quoted;
      word ??= '';
    } else if (/\s/.test(character) && !quoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** PowerShell calling a program such as curl.exe. */
export function lexPowerShell(text: string, start: number, variables: Variables): ShellCommand {
  const words: string[] = [];
  let word: string | undefined;
  let at = start;
  const append = (piece: string): void => void (word = (word ?? '') + piece);
  while (at < text.length) {
    const character = text[at] ?? '';
    const continuation = /^`[ \t]*\r?\n/.exec(text.slice(at, at + 40));
    if (continuation) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += continuation[0].length;
    } else if (character === "'" || character === '"') {
      const read = readQuoted(text, at, variables);
      append(read.value);
      at = read.end;
    } else if (character === '`') {
      append(text[at + 1] ?? '');
      at += 2;
    } else if (character === '$' && /^\$(?:env:)?\w+/i.test(text.slice(at, at + 80))) {
      const read = readVariable(text, at, variables);
      append(read.value);
      at = read.end;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if (character === '\n') break;
      at += 1;
    } else if ((character === '|' || character === ';') && word === undefined) break;
    else {
      append(character);
      at += 1;
    }
  }
  if (word !== undefined) words.push(word);
  return { words, start, end: at, stdin: undefined };
}

/** A quoted PowerShell text; `\"` is read as an escaped quote, since that is what programs need there. */
export function readQuoted(text: string, start: number, variables: Variables) {
  const quote = text[start] ?? '';
  let value = '';
  let at = start + 1;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === quote && text[at + 1] === quote) {
      value += quote;
      at += 2;
    } else if (character === quote) return { value, end: at + 1 };
    else if (character === '\\' && text[at + 1] === '"') {
      value += '"';
      at += 2;
    } else {
      const special = quote === '"' ? readSpecial(text, at, variables) : undefined;
      if (special !== undefined) {
        value += special.value;
        at = special.end;
        continue;
      }
      value += character;
      at += 1;
    }
  }
  return { value, end: at };
}

/** The text between `@"` and `"@`: quotes are its own, the rest is read as within double quotes. */
export function expandHereString(text: string, variables: Variables): string {
  let value = '';
  for (let at = 0; at < text.length;) {
    const special = readSpecial(text, at, variables);
    value += special?.value ?? text[at] ?? '';
    at = special?.end ?? at + 1;
  }
  return value;
}

/** A backtick with what it escapes, or a variable, where one of them stands. */
function readSpecial(text: string, at: number, variables: Variables) {
  if (text[at] === '`') {
    const next = text[at + 1] ?? '';
    return { value: { n: '\n', t: '\t', r: '\r', '0': '\0' }[next] ?? next, end: at + 2 };
  }
  return text[at] === '$' && /^\$(?:env:)?[\w{(]/i.test(text.slice(at, at + 6))
    ? readVariable(text, at, variables)
    : undefined;
}

function readVariable(text: string, start: number, variables: Variables): { value: string; end: number } {
  const match = /^\$(?:\{(?:env:)?(\w+)\}|\(([^()]*)\)|(?:env:)?(\w+))/i.exec(text.slice(start, start + 200));
  if (!match) return { value: '$', end: start + 1 };
  const code = /^\s*\[char\]\s*(0x[0-9a-f]+|\d+)\s*$/i.exec(match[2] ?? '')?.[1];
  // Browsers write every character beyond ASCII by its number.
  if (code !== undefined) return { value: String.fromCharCode(Number(code)), end: start + match[0].length };
  const name = match[1] ?? match[3] ?? (match[2] ?? '').replace(/^\$/, '');
  return { value: variables.get(name) ?? hole(name), end: start + match[0].length };
}
