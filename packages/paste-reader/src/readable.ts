import { withoutMarks } from './holes.ts';

/** A run shorter than this is left as it is; what is left of a longer one is half of it. */
const LONG = 2000;
/** The longest unit whose repetition is looked for. */
const LONGEST_UNIT = 250;

/**
 * What is said over and over says no more than when it is said a few times, and patterns that look ahead would read it
 * again from each of its places: of a long run of the same characters, words or lines only the beginning stays.
 */
export function withoutRepetitions(text: string): string {
  if (text.length < LONG) return text;
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at + LONG / 2 <= text.length; at += LONG / 2) {
    if (at < from) continue;
    const unit = unitAt(text, at);
    if (unit === undefined) continue;
    let start = at;
    while (start > from && text[start - 1] === text[start - 1 + unit]) start -= 1;
    let end = at + unit;
    while (end < text.length && text[end] === text[end - unit]) end += 1;
    if (end - start < LONG) continue;
    kept.push(text.slice(from, start + Math.floor(LONG / 2 / unit) * unit));
    // The last of them stays whole, with whatever it begins.
    from = end - ((end - start) % unit) - unit;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

/** The length of what is repeated from a place on, if anything is. */
function unitAt(text: string, at: number): number | undefined {
  const probe = LONG / 2 - LONGEST_UNIT;
  for (let unit = 1; unit <= LONGEST_UNIT; unit += 1) {
    let same = 0;
    while (same < probe && text[at + same] === text[at + same + unit]) same += 1;
    if (same === probe) return unit;
  }
  return undefined;
}

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
function withoutSession(text: string): string {
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

/** Without what editors, terminals, mail programs and browsers add; all places are those of the text that is left. */
export const readable = (given: string): string =>
  [
    withoutMarks,
    withoutRepetitions,
    withoutWikiMarkup,
    withoutMarkup,
    withoutLogMarks,
    withoutSpeakers,
    withoutQuoteMarks,
    withoutPrompts,
    withPlainQuotes,
    withoutSession,
  ].reduce((text, without) => without(text), given.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));

/** Who says something when, before each message of a chat: a line of its own, or the beginning of one. */
const withoutSpeakers = (text: string): string =>
  [...text.matchAll(SPEAKER)].length < 2 ? text : text.replace(SPEAKER, '\n');

const CLOCK = String.raw`\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[AaPp]\.?[Mm]\.?)?`;
const DAY = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|[\p{L}]{3,12}|[\p{L}]{3,12} \d{1,2})`;
const PERSON = String.raw`\p{L}[\p{L}\p{N}_.'’-]{0,24}(?: [\p{L}(][\p{L}\p{N}_.'’)-]{0,24}){0,3}`;
const SPEAKER = new RegExp(
  [
    // lena — Today at 21:14; Dan O'Hara  9:14 AM; Mira [10:02]
    String.raw`^${PERSON}(?:[ \t]*[—–|,·-][ \t]*|[ \t]{1,3})(?:${DAY},? (?:at |um |à )?)?[[(]?${CLOCK}[\])]?[ \t]*$`,
    // [14.03.24, 10:02:11] Tobi: …; [20:31] zed: …; 14.03.24, 10:02 - Tobi: …
    String.raw`^\[(?:${DAY},? )?${CLOCK}\] ?${PERSON}:[ \t]*`,
    String.raw`^${DAY},? ${CLOCK} - ${PERSON}:[ \t]*`,
  ].join('|'),
  'gmu',
);

/** Jira and Confluence write code, headings and tables in marks of their own; every place keeps its number. */
const withoutWikiMarkup = (text: string): string =>
  /(?<!\{)\{(?:code|noformat)\b[^}\n]*\}(?!\})|^h[1-6]\. |^\|\|/m.test(text)
    ? text
        .replace(
          /(?<!\{)\{(?:code|noformat)(?::(\w+)[^}\n]*)?\}(?!\})/g,
          (mark, language: string | undefined) =>
            `\`\`\`${language ?? ''}`.padEnd(mark.length).slice(0, mark.length),
        )
        .replace(/^h[1-6]\. /gm, '#   ')
        .replace(/^\|\|.*$/gm, (row) => row.replaceAll('||', ' |'))
    : text;

/** The time, level and logger before each line of a log, and the arrows that tell which way it went. */
const withoutLogMarks = (text: string): string =>
  [...text.matchAll(LOG_MARK)].length < 3
    ? text
    : text
        .replace(LOG_MARK, '')
        .replace(/^(?:-{2,3}>|>{3}|→|=>)[ \t]+/gm, '')
        .replace(
          /^(?:<-{2,3}|<{3}|←|<=)[ \t]+(\d{3}\b[ \t]?[A-Za-z ]*)?.*?$/gm,
          (line, status: string | undefined) =>
            status === undefined ? line.replace(/^\S+[ \t]+/, '') : `\nHTTP/1.1 ${status.trim()}`,
        );

const LOG_MARK =
  /^\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d\S*[ \t]+(?:(?:[-|]|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|[Tt]race|[Dd]ebug|[Ii]nfo)\]?:?|\[[\w .:/-]{1,40}\]|[a-zA-Z][\w.-]{0,40}:?(?=[ \t]+(?:[-<>]|→|←|=>)))[ \t]+){0,5}/gm;

/** What a terminal writes at the beginning of a continued line. */
const withoutPrompts = (text: string): string =>
  text
    .replace(/^PS(?:[ \t]+[^\s>][^>\n]*)?>(?=[ \t])/gm, (prompt) => ' '.repeat(prompt.length))
    // Beside arrows of the other direction, they are the arrows of a log.
    .replace(/^<<.*\n/m.test(text) ? /^More\?(?=[ \t])/gm : /^(?:More\?|>>)(?=[ \t])/gm, (prompt) =>
      ' '.repeat(prompt.length),
    )
    .replace(/((?:\\|\^|`)[ \t]*\n)>(?= )/g, '$1 ');

/** Mail programs and word processors curl the quotes of commands and lengthen their dashes; no shell would read them. */
const withPlainQuotes = (text: string): string =>
  /\b(?:curl|https?|xhs?|wget)\b[\s\S]{0,600}(?:[“”„‘’‚]|\s[–—][A-Za-z])/.test(text)
    ? text
        .replace(/[“”„]/g, '"')
        .replace(/[‘’‚]/g, "'")
        .replace(/(?<=\s)[–—](?=[A-Za-z])/g, '-')
        .replaceAll('\u00A0', ' ')
    : text;

const MARKUP =
  /<\/?(?:html|body|head|div|p|span|strong|b|em|i|ul|ol|li|pre|code|table|thead|tbody|tr|td|th|h[1-6]|br|hr|a|section|article|dl|dt|dd|small|label|details|summary|font|center|blockquote)(?:\s[^<>]*)?\/?>/gi;

/** A page pasted with its markup is read as the words on it. */
function withoutMarkup(text: string): string {
  if ((text.match(MARKUP)?.length ?? 0) < 4)
    return /[{[]\s*&(?:quot|#34);/.test(text) ? withoutEntities(text) : text;
  return withoutEntities(
    text.replace(MARKUP, (tag) => {
      const name = /^<\/?(\w+)/.exec(tag)?.[1]?.toLowerCase() ?? '';
      if (/^<li/i.test(tag)) return '\n- ';
      if (/^(?:td|th)$/.test(name)) return '|';
      return /^(?:span|strong|b|em|i|a|code|small|font|label)$/.test(name) ? '' : '\n';
    }),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  apos: "'",
};

/** `&quot;` and `&#39;` are one character each, within texts as between them. */
const withoutEntities = (text: string): string =>
  text.replace(/&(?:(quot|amp|lt|gt|nbsp|apos)|#(\d{2,5})|#x([\da-f]{2,4}));/gi, (_all, name, decimal, hex) =>
    name === undefined
      ? String.fromCharCode(Number.parseInt((decimal ?? hex) as string, decimal === undefined ? 16 : 10))
      : (ENTITIES[(name as string).toLowerCase()] ?? ''),
  );

/** Mail programs mark each line of what they quote, commands included; a transcript of curl has arrows both ways. */
function withoutQuoteMarks(text: string): string {
  if (/^<(?: |$)/m.test(text)) return text;
  return text.replace(/(?:^(?:>[ \t]?)+[^\n]*(?:\n|$)){2,}/gm, (block) =>
    block.replace(/^(?:>[ \t]?)+/gm, ''),
  );
}
