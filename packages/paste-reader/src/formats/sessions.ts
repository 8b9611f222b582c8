const PROMPT =
  /^(?<sign>>>> ?|\.\.\.(?: |$)|In \[\d+\]: ?| {2,}\.{3,}: ?|irb\([^)\n]*\)[^>*\n]*[>*] ?|\[\d+\] pry\(\w+\)> )/;
const ANSWER = /^(?:Out\[\d+\]: ?|=> )/;
/** Mails quote with the same sign; what follows it there is no code. */
const SESSION =
  /^(?:>>> (?:import |from |\w+\s*=\s*\S|[\w.]+\()|In \[\d+\]: \S|irb\([^)\n]*\)[^>*\n]*[>*] \S|\[\d+\] pry\()/m;

/**
 * What people copy out of an interactive interpreter, as the code and what it printed: prompts go, empty lines part the
 * two. The text keeps its length, so that places stay comparable.
 */
export function withoutSession(text: string): string {
  if (!SESSION.test(text)) return text;
  let wasAnswer = false;
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const sign = PROMPT.exec(line)?.[0];
      if (sign !== undefined) {
        const next = lines[index + 1];
        const isLast = next !== undefined && next.trim() !== '' && !PROMPT.test(next);
        const spare = ' '.repeat(sign.length - 1);
        const code = line.slice(sign.length);
        const parted = wasAnswer ? `\n${code}${spare}` : isLast ? `${code}${spare}\n` : `${code}${spare} `;
        wasAnswer = false;
        return parted;
      }
      if (line.trim() !== '') wasAnswer = true;
      const mark = ANSWER.exec(line)?.[0] ?? '';
      return ' '.repeat(mark.length) + line.slice(mark.length);
    })
    .join('\n');
}
