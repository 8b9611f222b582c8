import { isSecretName } from '@sonde/secrets';
import { isConversationByWords } from '../decisions/conversation.ts';
import type { Json } from '../json-value.ts';
import { isListedField, isSpacedLine, NAME, SENTENCE, typeIn, type ProseField } from './fields.ts';
import { sideInSentence } from './sides.ts';

/** Names in quotes, backticks or before a parenthesis, with the words of the sentence around them. */
export function sentenceFields(text: string): ProseField[] {
  const fields: ProseField[] = [];
  for (const sentence of text.matchAll(SENTENCE)) {
    const words = sentence[0];
    // Lines of a stack trace are full of dotted names.
    if (/^\s*at\s+[\w.$/<>]+\(|\b\w+(?:Exception|Error)\b/.test(words)) continue;
    if (isSpacedLine(words) || /(?:^|\s)\|(?:\s|$)/.test(words) || isListedField(words)) continue;
    const pattern = new RegExp(
      String.raw`(?:[\x60"“”„«'「]\s?(${NAME})\s?[\x60"”“»'」]|(?<![$@\w])([a-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+|\[\d\])+|[a-z]{3,}[A-Z][A-Za-z0-9]+)\b|\b([a-z]\w{1,24})(?=\s?\((?!\s?${ASIDE}))|(?<=\b(?:parameter|field|param|property|key named|field named|called|feld|campo|champ|paramètre|parametro) )([a-z]\w{0,24})\b(?!-| (?:is|are|to|of|in|for|with|and|or|the|a)\b))(?:\s*(?:[(（]([^)）]*)[)）]))?`,
      'gu',
    );
    for (const match of words.matchAll(pattern)) {
      const name = match[1] ?? match[2] ?? match[3] ?? match[4] ?? '';
      if (!isFieldName(name) || isCredentialShown(name, match[5])) continue;
      const around = words.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60);
      fields.push({
        name: name.replace(/[.:]+$/, ''),
        // What is taken from an answer to go on with it is sent, whatever stands beside it.
        side: isConversationByWords(name, around)
          ? 'request'
          : sideInSentence(words, match.index, text, sentence.index),
        description: match[5] ? `${match[5]} ${around}` : around,
        type: typeIn(match[5] ?? ''),
        isRequired: /\boptional|可选|任意/i.test(
          match[5] ?? words.slice(Math.max(0, match.index - 14), match.index + match[0].length + 14),
        )
          ? false
          : undefined,
        value: givenValue(
          words.slice(match.index + match[0].length - (match[5] === undefined ? 0 : match[5].length + 2)),
        ),
        at: sentence.index + match.index,
      });
    }
  }
  // `tone` is either `formal` or `friendly`: what a field may hold is no field.
  const values = new Set(fields.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));
  return fields.filter(({ name, value }) => value !== undefined || !values.has(name));
}

/** A remark about the sentence, in brackets: the word before it is no name. */
const ASIDE = String.raw`(?:it(?:['’]?s| is| was)|we|they|he|she|you|please|i|i['’]m|this|that['’]s|is|are|was|not|no|and|or|see|ask|because|since|but|also|which|chat)\b`;

const NO_FIELD =
  /^(?:https?|post|get|put|json|true|false|null|bearer|authorization|content-type|application|api|x-api-key|curl|utf-8|e\.g|i\.e|z\.b|localhost|post\w*|string|the|a|an|is|and|or|not|ok|user|assistant|none|http)$/i;
const isFieldName = (name: string): boolean =>
  !NO_FIELD.test(name) &&
  name.length <= 40 &&
  !/^(?:www|[\w-]+\.(?:com|org|io|ai|net|dev|de|fr|json|py|js))/.test(name) &&
  !/^(?:\d|\$\w)/.test(name) &&
  !/^x-/i.test(name) &&
  !/\.(?:com|io|ai|net|org)\b/.test(name);

/** `your key (8f3a…)`: the word for a credential with the credential itself beside it names no field. */
const isCredentialShown = (name: string, aside: string | undefined): boolean =>
  aside !== undefined && isSecretName(name) && /^[\w.:+/=-]{12,}$/.test(aside.trim());

const GIVEN: readonly RegExp[] = [
  // One of several values: (es, ca o eu), (web, app or mail)
  /^[\s"'”»`]*[(（]\s*[`"“']?([\w-]{1,20})[`"”']?(?:,\s*[`"“']?[\w-]{1,20}[`"”']?)*,?\s+(?:o|ó|u|or|oder|ou|of|lub|eller)\s+[`"“']?[\w-]{1,20}[`"”']?\s*[)）]/i,
  /^[`"”']?\s+with\s+[`"“']?(\d+|true|false|(?<=[`"“'])[\w.-]+)[`"”']?/i,
  /^[\s»”"'`]*[^;.]{0,12}?(?:=|\bset to\b|\bmust be\b|\balways\b|\b(?:ist )?(?:immer|stets)\b|\bauf\b|\bsiempre\b|\bsempre\b|\btoujours\b|\baltijd\b|\balltid\b|\baltid\b|\bzawsze\b|\bhas to be\b|\bneeds to be\b|\bmuss\b|\b(?:qui )?vaut\b|\bmit dem wert\b|\bcon (?:el )?valor\b|\bcom (?:o )?valor\b|\bwith the value\b)\s*[`"“'«]?\s?([\w.-]+)[`"”']?/i,
  // In brackets beside the name: (use 4711, …), (nehmt 4711), (e.g. "de"), (例: web)
  /^\s*[(（][^)）]{0,20}?(?:\b(?:use|take|we use|zum testen|for tests?|for testing|for now|para pruebas|pour tester|nehmt|nimm|nutzt?|usa|metti|mets|e\.g\.,?|for example|z\.\s?B\.|por ejemplo|p\.\s?ej\.|par exemple|immer|siempre|sempre|toujours|altijd|alltid|altid|zawsze|always|fixed|constant|fest)|例|例如|例えば)[\s:：]*[`"“']?([\w.-]+)[`"”']?/iu,
  // Several values, and which of them is meant: either formal or friendly (we always use formal), please use short
  /^[`"”'»]?,?[^.\n"`]{0,60}?(?:\b(?:we|please|bitte|wir)\s+(?:always\s+|immer\s+)?(?:use|send|take|nehmen|nutzen)|[-–—:,]\s*use)\s+[`"“']?([\w-]+)/i,
  // either short or long
  /^[`"”'»]?,?\s*(?:which |that |(?:is|are) |die |das )*(?:either|entweder|one of)\s+[`"“']?([\w-]+)[`"”']?(?:,|\s+(?:or|oder)\b)/i,
];

/** `maxchars limits the length, we send 500`, `lang = "en"`, `set to "x"`. */
function givenValue(after: string): Json | undefined {
  const value = GIVEN.map((pattern) => pattern.exec(after)?.[1])
    .find((found) => found !== undefined)
    ?.replace(/\.$/, '');
  if (value === undefined || /^(?:a|an|the|your|ein|eine|un|une|um)$/i.test(value)) return undefined;
  if (/^(?:true|false)$/.test(value)) return value === 'true';
  return /^\d+\.\d+$/.test(value) || /^\d{1,3}$/.test(value) ? Number(value) : value;
}
