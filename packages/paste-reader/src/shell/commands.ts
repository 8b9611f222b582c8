import type { Read, RequestSketch } from '../finding.ts';
import { lexBash, type Dialect, type ShellCommand, type Variables } from './bash-lexer.ts';
import { readCurl } from './curl.ts';
import { readHttpie } from './httpie.ts';
import { readInvoke } from './powershell.ts';
import { readVariables } from './variables.ts';
import { lexCmd, lexPowerShell } from './windows-lexers.ts';

const PROGRAM =
  /(?<=^|[\n\r;&|("'`]|[$>%#]\s|[A-Za-z]:\\[^>\n]*>|\s)(curl(?:\.exe)?|wget|https?|xhs?|Invoke-RestMethod|Invoke-WebRequest|irm|iwr)(?=[ \t\\^`])/gi;

/** Every request that a shell command of the text would send. */
export function readShell(text: string): Omit<Read, 'answers'> {
  const variables = readVariables(text);
  const requests: RequestSketch[] = [];
  const ranges: [number, number][] = [];
  for (const match of text.matchAll(PROGRAM)) {
    const start = match.index;
    if (ranges.some(([from, to]) => start >= from && start < to)) continue;
    const program = (match[1] ?? '').toLowerCase().replace('.exe', '');
    const found = readCommand(text, start, program, variables);
    if (found === undefined) continue;
    const filter = jqPath(text.slice(found.end, found.end + 300));
    const end = found.end + (filter?.length ?? 0);
    requests.push(
      ...found.requests.map((request) =>
        filter
          ? { ...request, outputPaths: [filter.path], printed: filter.isWhole ? filter.path : undefined }
          : request,
      ),
    );
    ranges.push([start, end]);
  }
  return { requests, ranges };
}

/** `| jq -r '.choices[0].message.content'`: what people pick out of an answer is its output. */
function jqPath(after: string): { path: (string | number)[]; length: number; isWhole: boolean } | undefined {
  const match =
    /^[ \t\\\r\n]*\|[ \t\r\n]*(?:jq|gojq|fx)\b((?:[ \t]+-[\w-]+)*)[ \t]+(?:'([^'\n]*)'|"([^"\n]*)"|(\.\S*))/.exec(
      after,
    );
  if (!match) return undefined;
  const given = match[2] ?? match[3] ?? match[4] ?? '';
  const filter = given.split('|')[0]?.trim() ?? '';
  const steps = [...filter.matchAll(/\.?\[\s*(\d+)\s*\]|\.?\["([^"]+)"\]|\."?([\w-]+)"?/g)].map(
    ([, index, quoted, name]) => (index === undefined ? (quoted ?? name ?? '') : Number(index)),
  );
  return steps.length === 0 || /select|map|,/.test(filter)
    ? undefined
    : // Where nothing else is done to that part before it is printed, it is the whole of what is.
      { path: steps, length: match[0].length, isWhole: !given.includes('|') };
}

function readCommand(text: string, start: number, program: string, variables: Variables) {
  if (program.startsWith('i')) return readInvoke(text, start, variables);
  let command = quotedCommand(text, start, variables) ?? lex(text, start, variables);
  const piped =
    /(?:^|\n|[$>%#] )[ \t]*(?:echo|printf)[ \t]+(?:-[neE]+[ \t]+)?(["'])([\s\S]{0,4000}?)\1[ \t]*\|[ \t\\\r\n]*$/.exec(
      text.slice(0, start),
    );
  if (command.stdin === undefined && piped) command = { ...command, stdin: piped[2] ?? '' };
  // A file that the paste itself writes is known.
  command = {
    ...command,
    words: command.words.map((word) => (word.startsWith('@') ? (variables.get(word) ?? word) : word)),
  };
  const requests = program === 'curl' ? readCurl(command) : readHttpie(command, program);
  const useful = requests.filter(({ url }) => url !== undefined);
  if (useful.length === 0) return undefined;
  const unclosed = command.unclosed === undefined ? undefined : unclosedAt(text, command.unclosed);
  return {
    requests: unclosed === undefined ? useful : useful.map((request) => ({ ...request, unclosed })),
    end: command.end,
  };
}

/** Where a person finds it in what they pasted; what stands around it may be a secret, and is not told. */
function unclosedAt(text: string, place: number): NonNullable<RequestSketch['unclosed']> {
  const before = text.slice(0, place).split('\n');
  return { mark: text[place] ?? '', line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** `ssh host "curl …"`, `sh -c '…'`: a command that is the text given to another has one level of quotes more. */
function quotedCommand(text: string, start: number, variables: Variables): ShellCommand | undefined {
  const quoted = /(?<=[\s=:(,])(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)')(?=[\s)\],;]|$)/y;
  quoted.lastIndex = start - 1;
  const found = quoted.exec(text);
  if (!found) return undefined;
  const inner = found[2] ?? (found[1] ?? '').replace(/\\(["\\$`])/g, '$1');
  // A mark of its own that is not closed would stand at another place of the text.
  return { ...lexBash(inner, 0, variables), start, end: found.index + found[0].length, unclosed: undefined };
}

function lex(text: string, start: number, variables: Variables): ShellCommand {
  const dialect = dialectOf(text, start);
  if (dialect === 'cmd') return lexCmd(text, start, variables);
  return dialect === 'powershell' ? lexPowerShell(text, start, variables) : lexBash(text, start, variables);
}

function dialectOf(text: string, start: number): Dialect {
  const rest = text.slice(start, start + 20_000);
  const firstLine = rest.split('\n', 1)[0] ?? '';
  if (/\^\s*$/.test(firstLine) || /\^"/.test(firstLine)) return 'cmd';
  if (/`\s*$/.test(firstLine) || /^curl\.exe\s.*(?:\$env:|`")/i.test(firstLine)) return 'powershell';
  // Windows users also write one line with doubled or backslashed double quotes; bash reads the latter alike.
  return 'bash';
}
