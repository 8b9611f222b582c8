import type { Pair, Read } from '../finding.ts';
import { hole, withQuotedHoles } from '../holes.ts';
import { requestSketch } from '../http-parts.ts';
import { outputPathsOf } from '../code/output-paths.ts';
import { enclosed } from '../scanning.ts';
import { readBodyText } from '../shell/curl.ts';

/** Files of Bruno: blocks in braces, each with a name that says what it holds. */
export function readBruno(text: string): Omit<Read, 'answers'> {
  const blocks = new Map<string, string>();
  let words: [number, number] | undefined;
  let from = text.length;
  let to = 0;
  for (const match of text.matchAll(
    /^(meta|get|post|put|patch|headers|params:\w+|query|auth(?::\w+)?|body(?::[\w-]+)?|vars(?::[\w-]+)?|script:[\w-]+|tests|assert|docs)[ \t]*\{/gm,
  )) {
    const block = enclosed(text, match.index + match[0].length - 1);
    if (!block || (match.index < to && match.index > from)) continue;
    blocks.set(match[1] ?? '', block.inner);
    // What is written about the request is read like any words.
    if (match[1] === 'docs') words = [match.index + match[0].length, block.end - 1];
    from = Math.min(from, match.index);
    to = Math.max(to, block.end);
  }
  const method = ['post', 'put', 'patch', 'get'].find((name) => blocks.has(name));
  const url =
    method === undefined ? undefined : pairsIn(blocks.get(method)).find(([name]) => name === 'url')?.[1];
  if (method === undefined || url === undefined || !blocks.has('meta')) return { requests: [], ranges: [] };
  const headers = pairsIn(blocks.get('headers'));
  const token = pairsIn(blocks.get('auth:bearer')).find(([name]) => name === 'token')?.[1];
  if (token !== undefined) headers.push(['Authorization', `Bearer ${token}`]);
  const key = new Map(pairsIn(blocks.get('auth:apikey')));
  if (key.has('key')) headers.push([key.get('key') ?? '', key.get('value') ?? '']);
  const form = blocks.get('body:form-urlencoded');
  const multipart = blocks.get('body:multipart-form');
  const json = blocks.get('body:json') ?? blocks.get('body') ?? blocks.get('body:text');
  const body =
    form !== undefined
      ? { bodyKind: 'form' as const, body: Object.fromEntries(pairsIn(form)) }
      : multipart !== undefined
        ? { bodyKind: 'multipart' as const, body: Object.fromEntries(pairsIn(multipart)) }
        : json === undefined
          ? { bodyKind: 'none' as const, body: undefined }
          : readBodyText(withQuotedHoles(filled(json.trim())), 'application/json');
  const tests = `${blocks.get('tests') ?? ''}\n${blocks.get('script:post-response') ?? ''}\n${blocks.get('assert') ?? ''}`;
  return {
    requests: [
      requestSketch('postman', from, {
        method: method.toUpperCase(),
        url,
        headers,
        query: pairsIn(blocks.get('params:query') ?? blocks.get('query')),
        ...body,
        outputPaths: outputPathsOf(tests),
        label: pairsIn(blocks.get('meta')).find(([name]) => name === 'name')?.[1],
      }),
    ],
    ranges: [
      [from, words?.[0] ?? to],
      [words?.[1] ?? to, to],
    ],
  };
}

const filled = (text: string): string =>
  text.replace(/\{\{\s*([\w.$-]+)\s*\}\}/g, (_all, name: string) => hole(name));

/** `name: value` lines; those that begin with a tilde are switched off. */
const pairsIn = (block: string | undefined): Pair[] =>
  [...(block ?? '').matchAll(/^[ \t]*([\w-]+):[ \t]*([^\n]*)$/gm)].map((match): Pair => [
    match[1] ?? '',
    filled((match[2] ?? '').trim()),
  ]);
