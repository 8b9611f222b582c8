import { fillHoles, hasHole, wholeHole } from '../holes.ts';
import { isObject, keyOf, type Json, type JsonObject, type Path } from '../json-value.ts';
import { plain } from '../names.ts';

const DROP = Symbol('drop');

export type FilledBody = { readonly body: Json | undefined; readonly guessed: string[] };

/**
 * Fills what the paste leaves open: settings that have defaults everywhere are left out, names get a plain value.
 * Texts that look like templates are quoted, so that they are sent as they are.
 */
export function fillBody(body: Json | undefined, isTemplate: (path: Path) => boolean): FilledBody {
  const guessed: string[] = [];
  const fill = (node: Json, path: Path): Json | typeof DROP => {
    if (isTemplate(path)) return node;
    if (typeof node === 'string') return fillText(node, path, guessed);
    if (Array.isArray(node))
      return node.map((item, index) => fill(item, [...path, index])).filter((item) => item !== DROP);
    if (!isObject(node)) return node;
    const filled: JsonObject = {};
    for (const [key, item] of Object.entries(node)) {
      const value = fill(item, [...path, key]);
      if (value !== DROP) filled[key] = value;
    }
    return filled;
  };
  if (body === undefined) return { body, guessed };
  const filled = fill(body, []);
  return { body: filled === DROP ? undefined : filled, guessed };
}

const OPTIONAL =
  /^(?:temperature|topp|topk|maxtokens|maxnewtokens|maxcompletiontokens|maxoutputtokens|n|seed|stop|presencepenalty|frequencypenalty|limit|k|files|file|image|images|attachments|tools|toolchoice|responseformat|history|chathistory|metadata|context|parentmessageid|callback|callbackurl|webhook)$/;

const PLAIN_VALUES: Readonly<Record<string, Json>> = {
  lang: 'en',
  language: 'en',
  locale: 'en-US',
  user: 'sonde',
  userid: 'sonde',
  username: 'sonde',
  sender: 'sonde',
  email: 'sonde@example.com',
  timezone: 'UTC',
  stream: false,
  streaming: false,
  channel: 'web',
  role: 'user',
  country: 'US',
};

function fillText(text: string, path: Path, guessed: string[]): Json | typeof DROP {
  const key = plain(keyOf(path));
  if (!hasHole(text)) return quoteTemplate(oneOf(text));
  if (wholeHole(text) !== undefined) {
    if (OPTIONAL.test(key)) return DROP;
    guessed.push(path.join('.'));
    return PLAIN_VALUES[key] ?? 'string';
  }
  guessed.push(path.join('.'));
  return quoteTemplate(fillHoles(text, (name) => name));
}

/** `query | chat`: documentation lists what is allowed, the target takes one of it. */
function oneOf(text: string): string {
  if (!/^\w[\w-]*(?: ?\| ?\w[\w-]*)+$/.test(text)) return text;
  return (
    text
      .split('|')
      .map((value) => value.trim())
      .find((value) => !/^(?:null|none|string|undefined)$/i.test(value)) ?? text
  );
}

/** `{{` of a literal would be taken for a template of ours. */
export const quoteTemplate = (text: string): string =>
  text.replace(
    /\{\{ (?:auth_token|params\.\w+|conversation_id|input|files(?:\[\d+:\d+\])?) \}\}|\{\{|\{%|\{#/g,
    (mark) => (mark.length > 2 ? mark : `{{ '${mark}' }}`),
  );
