import { wholeHole } from '../holes.ts';
import { expanded, lexBash } from './bash-lexer.ts';

const NAME = String.raw`([A-Za-z_]\w*)`;
const LINE = String.raw`(?:^|[\n;])[ \t]*(?:[$>%❯][ \t]+)?`;
const BASH_WORDS = String.raw`(?:(?:export|local|readonly|declare|typeset)[ \t]+(?:-\w+[ \t]+)*)?`;

/** `NAME=value`, `export NAME="value"`, `set NAME=value`, `$name = "value"`. */
const PLAIN = new RegExp(
  String.raw`${LINE}(?:export[ \t]+|set[ \t]+|\$(?:env:)?)?${NAME}[ \t]?=[ \t]?(?:"([^"\n]*)"|'([^'\n]*)'|([^\s;|&"']+))`,
  'g',
);
/** `set -gx NAME value` of fish. */
const FISH = new RegExp(
  String.raw`${LINE}set[ \t]+(?:-{1,2}[\w-]+[ \t]+)*${NAME}[ \t]+(?:"([^"\n]*)"|'([^'\n]*)'|([^\s;()"']+))`,
  'g',
);
/** A value over several lines, with defaults, or from another command. */
const QUOTED = new RegExp(String.raw`${LINE}${BASH_WORDS}${NAME}=(?=["'$])`, 'g');
/** `read -r -d '' NAME <<EOF`, `cat > body.json <<EOF`: what follows is kept under the name, of a file with an @. */
const HERE_DOCUMENT =
  /(?:\bread\b[^\n<]*?[ \t]([A-Za-z_]\w*)|\bcat[ \t]*(?:>[ \t]*([\w./-]+)[ \t]*<<-?[ \t]*(['"]?)(\w+)\3|<<-?[ \t]*(['"]?)(\w+)\5[ \t]*>[ \t]*([\w./-]+)))(?:[ \t]*<<-?[ \t]*(['"]?)(\w+)\8)?[ \t]*\n/g;
/** A server that a comment names, as notes below a command do. */
const COMMENTED = /^[ \t]*#[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*[=:][ \t]*["']?(https?:\/\/[^\s"']+)/gm;

/** The values of a script. Variables that hold one another make far more than the text has: at last none is filled in. */
class Values extends Map<string, string> {
  #left = MOST_FILLED_IN;

  override get(name: string): string | undefined {
    const value = super.get(name);
    this.#left -= value?.length ?? 0;
    return this.#left < 0 ? undefined : value;
  }
}

/** In characters; scripts of several requests use one body of some thousand in each of them. */
const MOST_FILLED_IN = 1_000_000;

/** What the script sets before or beside its commands; a file that it writes stands under `@` and its name. */
export function readVariables(text: string): Map<string, string> {
  const variables = new Values();
  const keep = (name: string, value: string): void => {
    if (value !== '' && wholeHole(value) === undefined) variables.set(name, value);
  };
  for (const pattern of [PLAIN, FISH])
    for (const [, name = '', double, single, bare] of text.matchAll(pattern)) {
      const value = double ?? single ?? bare ?? '';
      if (!/[$`{}()<]/.test(value)) keep(name, value);
    }
  for (const match of text.matchAll(QUOTED)) {
    const value = lexBash(text, match.index + match[0].length, variables).words[0];
    if (value !== undefined && !variables.has(match[1] ?? '')) keep(match[1] ?? '', value);
  }
  for (const match of text.matchAll(HERE_DOCUMENT)) {
    const delimiter = match[4] ?? match[6] ?? match[9];
    const file = match[2] ?? match[7];
    const start = match.index + match[0].length;
    const end = new RegExp(`^[ \\t]*${delimiter ?? ''}[ \\t]*$`, 'm').exec(text.slice(start))?.index;
    if (delimiter === undefined || end === undefined) continue;
    const isQuoted = (match[3] ?? match[5] ?? match[8] ?? '') !== '';
    const content = text.slice(start, start + end);
    keep(
      file === undefined ? (match[1] ?? '') : `@${file}`,
      isQuoted ? content : expanded(content, variables),
    );
  }
  for (const [, name = '', value = ''] of text.matchAll(COMMENTED))
    if (!variables.has(name)) keep(name, value);
  return variables;
}
