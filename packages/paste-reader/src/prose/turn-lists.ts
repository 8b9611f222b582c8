import { hole } from '../holes.ts';
import type { ProseField } from './fields.ts';

const LIST = String.raw`(?:[Ll]ist|array|[Ll]iste|lista|lijst|tableau|messages|turns|nachrichten|列表|数组|配列)`;
const NAMED = String.raw`[\x60"'“„«](?<name>\w+)[\x60"'”“»]`;
const ENTRIES = String.raw`[^\n]{0,140}?(?<![\w])["'\x60]?role\b[^\n]{0,90}?\bcontent\b`;
const BEFORE = new RegExp(
  String.raw`(?<!\p{L})${LIST}(?!\p{L})[^.\n"'\x60“„«]{0,50}${NAMED}${ENTRIES}`,
  'iu',
);
const AFTER = new RegExp(String.raw`${NAMED}[^.\n]{0,40}?(?<!\p{L})${LIST}(?!\p{L})${ENTRIES}`, 'iu');

/** `messages is a list of …`: the subject of a sentence needs no quotes. */
const SUBJECT = new RegExp(
  String.raw`(?<![\p{L}\p{N}_"'\x60])(?<name>[a-z]\w*)\s+(?:is|are|ist|es|est|è|é|=)\s+(?:an?\s|eine\s|una\s|une\s|uma\s)?(?:[a-z]+\s)?${LIST}(?!\p{L})${ENTRIES}`,
  'u',
);

/** A sentence names the list that holds the whole conversation, each entry with its role and content. */
export function withTurnList(fields: readonly ProseField[], text: string): ProseField[] {
  const match = BEFORE.exec(text) ?? AFTER.exec(text) ?? SUBJECT.exec(text);
  const name = match?.groups?.['name'];
  if (name === undefined || /^(?:role|content)$/i.test(name)) return [...fields];
  const kept = fields.filter(
    (field) => field.name !== name && !/^(?:role|content|user|assistant|system)$/i.test(field.name),
  );
  return [
    ...kept,
    {
      name,
      side: 'request',
      description: '',
      type: 'array',
      isRequired: true,
      value: [{ role: 'user', content: hole('message') }],
      at: match?.index ?? 0,
    },
  ];
}
