import { isConversationByWords } from '../decisions/conversation.ts';
import { inputNameScore, outputNameScore } from '../names.ts';
import { isListedField, isSpacedLine, proseField, SENTENCE, type ProseField } from './fields.ts';
import { sideInSentence } from './sides.ts';

/** A name with a dot may be a place within an object; the end of a sentence is none. */
const WORD = /(?<![\p{L}\p{N}_\-./@"'“„«`$])\p{Ll}[\p{L}\p{N}_]*(?:\.[a-z]\w*)*(?![\p{L}\p{N}_\-/"'”»`])/gu;
const FOREIGN_WORD = /(?<![A-Za-z\d_\-./@$])[a-z][A-Za-z\d_]*(?:\.[a-z]\w*)*(?![A-Za-z\d_\-/])/g;

/** Words of programmers that stand in sentences of any script and name no field. */
const NO_NAME =
  /^(?:https?|json|post|get|put|curl|api|url|string|str|text\/plain|int|number|bool|boolean|array|list|object|header|headers|body|bearer|token|true|false|null|bot|chat|id|ok|sse|stream|localhost|e|o|y|a)$/;

/** Before a noun of the sentence stands an article, a possessive or an adjective of its own; a name has none. */
const BEFORE_A_NOUN =
  /(?:^|[^\p{L}])(?:the|an?|your|my|our|its|his|their|this|that|each|every|any|no|some|plain|raw|free|of|to|der|die|das|de[nmrs]|eine?[nmrs]?|deine?|unsere?|ihre|keine?|el|l[aeo]s?|una?|une|des|su|tu|votre|notre|ton|son|os|as|uma?|seu|sua|il|gli|i|het|een|je|jouw|ett|din)\s+$|['’]s?\s*$/iu;
const FIELD_WORD = String.raw`(?:fields?|feld(?:er)?|campos?|champs?|veld|pole|pola|fält(?:et)?|felt(?:et)?|alan\p{L}*|key|named|called|param\p{L}*|поле|поля|字段|参数|パラメータ)`;
const NAMED_BEFORE = new RegExp(String.raw`(?<![\p{L}-])${FIELD_WORD}(?:\s*[:：]|\s+\p{L}{2,6})?\s*$`, 'iu');
/** What may follow a name: the end of a clause, a link to the next name, brackets, or what it holds. */
const AFTER_A_NAME = new RegExp(
  String.raw`^\s*(?:[,.;:!?)(（=–—、，。]|$|-\s|(?:and|und|y|e|et|en|och|og|i|ve|with|mit|con|com|avec|met|med|back|zur[üu]ck|terug|tillbaka|indietro|${FIELD_WORD})(?!\p{L}))`,
  'iu',
);

/** What says of the word before it that it is a field: it holds something. */
const HOLDS =
  /^\s*(?:(?:must |should |has to |shall |muss |soll |doit |debe |deve |moet )?(?:contains?|holds?|carr(?:y|ies)|enth[äa]lt|enthalten|beinhaltet|tr[äa]gt|contient|contenir|porte|lleva|contiene|contener|cont[ée]m|leva|bevat(?:ten)?|zawiera|i[çc]erir|inneh[åa]ller|indeholder|inneholder|sis[äa]lt[äa][äa]|содержит)|(?:is|ist|est|es|è|é|is|to) (?:what|the|das|der|die|le|la|el|il|lo que|ce que|o que|wat|de|het|een|a|an|un|une|una)(?!\p{L})|のは)(?!\p{L})/iu;
/** Words that link the parts of a sentence; whatever stands behind them, they are no names. */
const LINKS =
  /^(?:\p{L}{1,2}|which|that|who|must|should|shall|may|can|will|this|there|where|what|when|here|only|also|always|each|entry|ist|sind|muss|soll|das|die|der|wer|was|immer|que|qui|quien|siempre|toujours|sempre|che|dat|die|wat|altijd|zawsze|jest|her|zaman|alltid|answer|body|request|response|reply)$/iu;

/** `kanal ist immer app`, `canal vaut appli`, `channel is app`: a field and the value it always has. */
const HAS_VALUE =
  /^\s*(?:(?:is|ist|est|es|è|é|to|alanı)?\s*(?:always|immer|stets|toujours|siempre(?: es)?|sempre|altijd|zawsze|her zaman|alltid|altid|aina|всегда|vaut|set to|auf|muss|must be)|is|ist|est|es|è|é)\s+["'«„]?(?!(?:required|mandatory|optional|empty|missing|needed|needs|sent|given|the|an?|what|not|one|wrong|down|on|in|up|there|here|nötig|erforderlich|optional|leer|obligat\w*|requis\w*|vac[ií]o|pflicht|json|text|string|number|to|be|always|immer|der|die|das|le|la|el|il|un\w*)(?![\w-]))(?<value>[\w-]{1,24})["'»“]?\s*(?=[,.;)]|$|\s(?:and|und|et|y|e|en|i|ve|och|og)\s)/iu;

/** `herd – put "dairy" there`, `tienda, que siempre es "norte"`, `lang は "ja" 固定`: a name and the value it always has. */
const WITH_VALUE =
  /(?<=^|[,;:.(、，。]\s*|(?<!\p{L})(?:and|und|y|e|et|en|och|og|i|plus)\s+)(?!(?:and|und|y|e|et|en|och|og|i|plus)\s)(?<name>[a-z]\w*)(?<between>(?:\s*[,–—:=(-]|\s+\p{L}|\s*[はをに])[^\n.;、，"“”„«「`]{0,36}?)["“„«「`]\s?(?<value>[\w.-]+)\s?["“”»」`]/gu;
/** `tenant = demo`, up to the end of the clause. */
const SET_TO = /(?<![\p{L}\p{N}_?&])(?<name>[a-z]\w*)\s*=\s*(?<value>[\w.-]+)\s*(?=[,;)]|$)/gu;
const ALWAYS =
  /=|(?<!\p{L})(?:put|use|is|are|always|set|ist|immer|bitte|nehm\p{L}*|nimm|es|est|mettre|mets|mettez|usa|pon|poner|siempre|toujours|sempre|metti|mettete|è|é|põe|altijd|gebruik|alltid|zawsze|wpisz|всегда)(?!\p{L})|固定|は/iu;

const isForeign = (words: string): boolean => (words.match(/[^\P{L}\p{Script=Latin}]/gu)?.length ?? 0) >= 6;

/**
 * Names that stand in sentences like any other word. In a script of another kind every Latin word is one; in a Latin
 * script a word that fields are often called, where the sentence would need an article before it if it were a noun.
 */
function bareFields(text: string): ProseField[] {
  const fields: ProseField[] = [];
  for (const sentence of text.matchAll(SENTENCE)) {
    const words = sentence[0];
    if (isListedField(words) || isSpacedLine(words)) continue;
    const held = [
      ...[...words.matchAll(WITH_VALUE)].filter(({ groups }) => ALWAYS.test(groups?.['between'] ?? '')),
      ...words.matchAll(SET_TO),
    ];
    const valueOf = new Map(
      held.map((match) => [match.groups?.['name'] ?? '', match.groups?.['value'] ?? '']),
    );
    const foreign = isForeign(words);
    for (const match of words.matchAll(foreign ? FOREIGN_WORD : WORD)) {
      const name = match[0];
      const before = words.slice(0, match.index);
      const after = words.slice(match.index + name.length);
      if (NO_NAME.test(name) || isWithinBrackets(before)) continue;
      const around = words.slice(Math.max(0, match.index - 60), match.index + name.length + 60);
      const side = isConversationByWords(name, around)
        ? 'request'
        : sideInSentence(words, match.index, text, sentence.index);
      const value =
        valueOf.get(name) ??
        (BEFORE_A_NOUN.test(before) || LINKS.test(name)
          ? undefined
          : HAS_VALUE.exec(after)?.groups?.['value']) ??
        (foreign
          ? /^\s*[^\s(（,、，]{0,12}[(（][^)）a-z]{0,8}([a-z][\w-]*)[^)）a-z]{0,8}[)）]/.exec(after)?.[1]
          : undefined);
      const isNamed =
        value !== undefined ||
        foreign ||
        (HOLDS.test(after) && !BEFORE_A_NOUN.test(before) && !LINKS.test(name)) ||
        (NAMED_BEFORE.test(before) && AFTER_A_NAME.test(after)) ||
        (!BEFORE_A_NOUN.test(before) &&
          AFTER_A_NAME.test(after) &&
          (side === 'answer'
            ? outputNameScore(name.split('.').at(-1) ?? '') > 30
            : inputNameScore(name) > 60));
      if (!isNamed) continue;
      const told = { type: undefined, isRequired: undefined, value };
      fields.push(proseField(name, side, sentence.index + match.index, around, told));
    }
  }
  return fields;
}

const isWithinBrackets = (before: string): boolean =>
  Math.max(before.lastIndexOf('('), before.lastIndexOf('（')) >
  Math.max(before.lastIndexOf(')'), before.lastIndexOf('）'));

/**
 * Sentences whose quoted words are no message say with bare names what is sent and what comes back: each side by
 * itself. What is quoted beside a name is the value of that name.
 */
export function withBareFields(fields: readonly ProseField[], text: string, hasRequest: boolean) {
  const sides = (['request', 'answer'] as const).filter(
    (side) =>
      !(side === 'request' && hasRequest) &&
      !fields.some((field) =>
        side === 'answer'
          ? field.side === side
          : (field.side === side || field.side === 'query') &&
            inputNameScore(field.name.split('.').at(-1) ?? '') > 40,
      ),
  );
  if (sides.length === 0) return [...fields];
  const bare = bareFields(text).filter(({ side }) => sides.some((open) => open === side));
  if (!bare.some(({ name }) => inputNameScore(name) > 60 || outputNameScore(name) > 40) && bare.length < 2)
    return [...fields];
  const values = new Set(bare.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));
  return [...fields.filter(({ name }) => !values.has(name)), ...bare.filter(({ name }) => !values.has(name))];
}
