import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Answer } from '#kernel/http';
import { escapeMarkup } from '#kernel/markup';

/** What people send on to others: said once, written as Markdown or as one page. */
export interface Report {
  readonly title: string;
  readonly lead: string;
  readonly blocks: Iterable<Block> | AsyncIterable<Block>;
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly isMinor?: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [string, string])[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'quotes'; readonly quotes: readonly { readonly text: string; readonly by: string }[] }
  | {
      readonly kind: 'table';
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** One of many, told by its mark and title; on a page the rest is opened by a click. */
  | {
      readonly kind: 'fold';
      readonly mark: string;
      readonly tone: 'good' | 'bad' | 'warn' | 'plain';
      readonly title: string;
      readonly isOpen: boolean;
      readonly blocks: readonly Block[];
    };

const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A report travels: it says its zone, since nobody knows the reader's. */
export const momentInReport = (at: Date | string | null): string =>
  at === null ? '–' : `${moments.format(new Date(at))} UTC`;

type ReportFormat = 'html' | 'markdown';

const forms = {
  html: { write: htmlOf, type: 'text/html; charset=utf-8', ending: 'html' },
  markdown: { write: markdownOf, type: 'text/markdown; charset=utf-8', ending: 'md' },
} as const;

/** A report as a file; `name` has no ending. */
export function reportAnswer(report: Report, format: ReportFormat, name: string): Answer<Readable> {
  const { write, type, ending } = forms[format];
  return fileAnswer({ body: Readable.from(write(report)), type, name: `${name}.${ending}` });
}

const stemMax = 80;

/**
 * The name of a file that is sent on, without its ending: what it is and of what, so that it is found among others. Only
 * letters and digits that every system and every header takes; of a name that has none, the id.
 */
export function fileStem(kind: string, name: string, id: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, stemMax)
    .replaceAll(/^-+|-+$/g, '');
  return plain.startsWith(`${kind}-`) ? plain : `${kind}-${plain === '' ? id : plain}`;
}

/** What a browser saves and never shows as a page of ours. */
export const fileAnswer = (file: { body: Readable; type: string; name: string }): Answer<Readable> =>
  new Answer(200, file.body, {
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });

/** One self-contained page: no script, no address outside of it, readable in the dark and on paper, which unfolds everything. */
export async function* htmlOf({ title, lead, blocks }: Report): AsyncGenerator<string> {
  const hash = createHash('sha256').update(style).digest('base64');
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'"><title>${escapeMarkup(title)}</title><style>${style}</style></head><body><main><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(lead)}</p>`;
  for await (const block of blocks) yield htmlBlock(block);
  yield '</main></body></html>';
}

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.isMinor ? `<h3>${escapeMarkup(block.text)}</h3>` : `<h2>${escapeMarkup(block.text)}</h2>`;
    case 'text':
      return `<p>${escapeMarkup(block.text)}</p>`;
    case 'facts':
      return `<table class="facts">${block.rows.map(([name, value]) => `<tr><th>${escapeMarkup(name)}</th><td>${escapeMarkup(value)}</td></tr>`).join('')}</table>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escapeMarkup(item)}</li>`).join('')}</ul>`;
    case 'quotes':
      return block.quotes
        .map(({ text, by }) => `<h4>${escapeMarkup(by)}</h4><pre>${escapeMarkup(text)}</pre>`)
        .join('');
    case 'table':
      return `<table><tr>${block.header.map((name) => `<th>${escapeMarkup(name)}</th>`).join('')}</tr>${block.rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
    case 'fold':
      return `<details class="${block.tone}"${block.isOpen ? ' open' : ''}><summary><span class="mark">${escapeMarkup(block.mark)}</span> ${escapeMarkup(block.title)}</summary>${block.blocks.map(htmlBlock).join('')}</details>`;
  }
}

export async function* markdownOf({ title, lead, blocks }: Report): AsyncGenerator<string> {
  yield `# ${escapeMarkdown(title)}\n\n${escapeMarkdown(lead)}\n`;
  for await (const block of blocks) yield `\n${markdownBlock(block)}\n`;
}

function markdownBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${block.isMinor ? '###' : '##'} ${escapeMarkdown(block.text)}`;
    case 'text':
      return escapeMarkdown(block.text);
    case 'facts':
      return markdownTable(['', ''], block.rows);
    case 'list':
      return block.items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
    case 'quotes':
      return block.quotes
        .map(
          ({ text, by }) =>
            `**${escapeMarkdown(by)}**\n\n${text
              .split(/\r?\n/)
              .map((line) => `> ${escapeMarkdown(line)}`)
              .join('\n')}`,
        )
        .join('\n\n');
    case 'table':
      return markdownTable(block.header, block.rows);
    case 'fold':
      return [
        `**${escapeMarkdown(block.mark)}** ${escapeMarkdown(block.title)}`,
        ...block.blocks.map(markdownBlock),
      ].join('\n\n');
  }
}

const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header.map(escapeMarkdown), header.map(() => '---'), ...rows.map((cells) => cells.map(escapeMarkdown))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/**
 * The target's words must not become markup in somebody's pull request: nor a link, which GitHub makes of an address
 * without being asked, nor a list, a rule or a heading for what they begin with, nor another character for `&lt;`.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    // Nothing is seen of them, and they turn round what stands behind them, words of ours included.
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(
      /[\\`*_{}[\]()#+!|<>~@&$]|:(?=\/\/)|(?<=^ ?)[-=]|(?<=^ ?\d{1,9})\.|(?<=\bwww)\./gi,
      (character) => `\\${character}`,
    );

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.15rem 1.5rem .15rem 0}th{font-weight:600}h4{margin:.75rem 0 .25rem;font-size:.85rem}details{border:1px solid #8885;border-radius:.5rem;padding:.5rem 1rem;margin:.5rem 0}summary{cursor:pointer}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;padding-left:1rem;border-left:3px solid #8885;font:inherit}.mark{font-weight:600;display:inline-block;min-width:7rem}.bad .mark{color:#b3261e}.good .mark{color:#1e7a3c}.warn .mark{color:#8a5a00}@media(prefers-color-scheme:dark){.bad .mark{color:#ff8f85}.good .mark{color:#6fd08c}.warn .mark{color:#f0b64f}}@media print{details::details-content{content-visibility:visible;block-size:auto}}`;
