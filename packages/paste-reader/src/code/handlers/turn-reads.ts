import { hole } from '../../holes.ts';
import type { Json } from '../../json-value.ts';

const ROLE = /^(?:role|who|from|author|speaker|sender|by|rolle|type)$/;
const WORDS = /^(?:content|text|message|body|parts|inhalt|value|utterance)$/;

/**
 * A field that a handler walks through is a list; where it reads of each entry who speaks and what is said, the list is
 * the history of the conversation.
 */
export function turnsOf(name: string, part: string): Json | undefined {
  const walked = new RegExp(
    String.raw`\bfor\s*\(?\s*(?:const\s+|let\s+|var\s+|\w+\s*,\s*)?(?<each>\w+)\s*(?:of|in|:=\s*range)\s+(?:reversed\(\s*)?(?:[\w.]+[.>])?${name}\b|\b${name}\s*(?:\?\.|\.|->)(?:map|forEach|filter|reduce|each|some|every|findLast)\s*\(?\s*(?:\(?\s*(?<arrow>\w+)|\(?\s*\{(?<taken>[^}]*)\}|\{\s*\|(?<block>\w+)\|)|\bforeach\s*\(\s*[$\w>-]*\b${name}\s+as\s+\$(?<as>\w+)`,
  ).exec(part);
  const isList =
    walked !== null ||
    new RegExp(
      String.raw`isArray\(\s*(?:[\w.]+\.)?${name}\b|\b${name}\s*\[\s*-1\s*\]|\b${name}\.(?:at\(\s*-1|last\b)|isinstance\(\s*${name}\s*,\s*list`,
    ).test(part);
  if (!isList) return undefined;
  const { each, arrow, block, as, taken = '' } = walked?.groups ?? {};
  const entry = each ?? arrow ?? block ?? as;
  const members = [
    ...(taken.match(/\w+/g) ?? []),
    ...(entry === undefined
      ? []
      : [
          ...part.matchAll(
            new RegExp(String.raw`\$?\b${entry}(?:\??\.|->|\[\s*["':]?|\.get\(\s*["'])(\w+)`, 'g'),
          ),
        ].map((match) => match[1] ?? '')),
  ];
  const role = members.find((member) => ROLE.test(member));
  const words = members.find((member) => WORDS.test(member));
  if (words !== undefined) return [{ [role ?? 'role']: 'user', [words]: hole('message') }];
  return /message|conversation|history|turns|dialog|transcript|verlauf/i.test(name)
    ? [{ role: 'user', content: hole('message') }]
    : undefined;
}
