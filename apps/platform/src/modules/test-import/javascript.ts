import type { MadeMetric } from './fields.ts';

/** The code of an assertion and what it passes by: a number above nought, or from the threshold on. */
export function codeMetric(value: string, threshold: number | undefined): MadeMetric {
  return {
    backend: 'code',
    source: `export default function ({ input, output, expected, metadata, args }) {
  const given = ((context) => {
${bodyOf(value)}
  })(new Proxy({ prompt: input, vars: (args && args.vars) || {} }, {
    get: (known, name) => {
      if (name in known) return known[name];
      throw new Error('What context.' + String(name) + ' is in promptfoo is not known here.');
    },
  }));
  if (typeof given !== 'object' || given === null || !('pass' in given)) return given;
  const score = typeof given.score === 'number' && given.score > 0 ? given.score : 1;
  return { score: given.pass === true ? score : 0, reason: String(given.reason || 'The code says so.') };
}
`,
    threshold_operator: threshold === undefined ? '>' : '>=',
    threshold: threshold ?? 0,
  };
}

/** What the file says, without what is put around it to run it. */
export const writtenIn = (source: string): string =>
  (/\(context\) => \{\n([^]*?)\n {2}\}\)\(/.exec(source)?.[1] ?? source)
    .replace(/^return \(([^]*)\);$/, '$1')
    .replace(/^return ([^\n]*)$/, '$1');

/** Words that no expression begins with. */
const statement = /^(?:return|if|for|while|do|switch|try|throw)\b/;

/**
 * The body of a function, as promptfoo makes it: several lines are one as they stand. One line is an expression, whatever words
 * stand in its texts and inner functions; behind declarations its last part is. One that begins as a statement is run as one.
 */
function bodyOf(value: string): string {
  const code = value.trimEnd();
  if (code.includes('\n')) return code;
  const line = code.trim().replace(/;+$/, '');
  if (statement.test(line)) return line;
  if (!/^(?:const|let|var)\s/.test(line)) return `return ${line}`;
  const last = lastPartOf(line);
  const end = line.slice(last).trim();
  return last === 0 || statement.test(end) ? line : `${line.slice(0, last)} return ${end}`;
}

/** Where the part behind the last semicolon begins that ends a statement: none in a text, a pattern, a comment or brackets does. */
function lastPartOf(code: string): number {
  let begins = 0;
  let depth = 0;
  /** The last sign that is no blank. */
  let before = ';';
  for (let at = 0; at < code.length; at += 1) {
    const sign = code.charAt(at);
    if (sign.trim() === '') continue;
    const from = at;
    if ('"\'`'.includes(sign)) at = endOf(code, at, sign);
    else if (code.startsWith('//', at)) break;
    else if (code.startsWith('/*', at)) {
      const end = code.indexOf('*/', at + 2);
      if (end === -1) break;
      at = end + 1;
      continue;
    } else if (
      sign === '/' &&
      ('(,=:[!&|?{};+-*%<>~^'.includes(before) ||
        /\breturn\s*$/.test(code.slice(Math.max(0, from - 8), from)))
    )
      at = endOf(code, at, '/');
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (sign === ';' && depth === 0) begins = at + 1;
    before = at === from ? sign : 'a';
  }
  return begins;
}

/** Where a text or a pattern ends that begins here; the end of the code where nothing closes it. */
function endOf(code: string, start: number, closing: string): number {
  let isSet = false;
  for (let at = start + 1; at < code.length; at += 1) {
    const sign = code[at];
    if (sign === '\\') at += 1;
    else if (closing === '/' && sign === '[') isSet = true;
    else if (sign === ']') isSet = false;
    else if (sign === closing && !isSet) return at;
  }
  return code.length;
}
