import type { FieldNote } from '../finding.ts';
import { hasHole, wholeHole } from '../holes.ts';
import {
  isObject,
  keyOf,
  leavesOf,
  namesOf,
  valueAt,
  withValueAt,
  type Json,
  type Path,
} from '../json-value.ts';
import {
  endsInConversation,
  inputNameScore,
  isConversationName,
  isConversationNoun,
  plain,
} from '../names.ts';
import { isOfSomethingElse } from '../no-conversation.ts';
import type { Shape } from './shapes.ts';

export const CONVERSATION = '{{ conversation_id }}';

/** Where a request says which conversation it goes on with. */
export function findConversationField(
  body: Json | undefined,
  shape: Shape | undefined,
  notes: readonly FieldNote[] = [],
): Path | undefined {
  if (body === undefined || typeof body !== 'object' || body === null) return undefined;
  const known = shape?.conversation?.request;
  if (known && valueAt(body, known) !== undefined) return known;
  const leaves = leavesOf(body);
  const places = leaves
    .filter(
      ({ path, value }) =>
        !isSwitch(value) &&
        (isConversationPlace(path) ||
          (isConversationNoun(keyOf(path)) && isIdentifier(value)) ||
          isDescribed(path, notes)),
    )
    .filter(({ value }) => typeof value !== 'string' || value.length < 200)
    .toSorted((left, right) => rank(right.path) - rank(left.path));
  return places[0]?.path ?? (leaves.some(takesMessage) ? leaves.find(isNamedAtItsEnd)?.path : undefined);
}

interface Leaf {
  readonly path: Path;
  readonly value: Json;
}

const takesMessage = ({ path, value }: Leaf): boolean =>
  typeof value === 'string' && inputNameScore(keyOf(path)) >= 60;

/** `"stay_session": "guest-1"`: kept as it is, every test would go on with one conversation. */
const isNamedAtItsEnd = ({ path, value }: Leaf): boolean =>
  typeof path.at(-1) === 'string' &&
  endsInConversation(keyOf(path)) &&
  !isSwitch(value) &&
  !isAnswered(value) &&
  isOneWord(value);

/** A question that the field answers, as in `"private_dialog": "yes"`. */
const isAnswered = (value: Json): boolean =>
  typeof value === 'string' && /^(?:yes|no|on|off|none|always|never|auto)$/i.test(value);

/** An id, or a place for one: what has blanks in it is said of the conversation, or is a part of it. */
const isOneWord = (value: Json): boolean =>
  isOpen(value) || typeof value === 'number' || (typeof value === 'string' && /^[^\s/]{1,80}$/.test(value));

/** On or off: a query has it as text. */
const isSwitch = (value: Json): boolean =>
  typeof value === 'boolean' || value === 'true' || value === 'false';

/** A place whose name, or the name of what it is the id of, says that it is a conversation. */
export function isConversationPlace(path: Path): boolean {
  const key = keyOf(path);
  if (typeof path.at(-1) === 'number') return false;
  if (isConversationName(key)) return true;
  const parent = namesOf(path).at(-2);
  return /^(?:id|uuid|key|token|ref)$/.test(plain(key)) && parent !== undefined && isConversationNoun(parent);
}

/** An id that comes with an answer and goes into the next request. */
const SENT_BACK = new RegExp(
  [
    String.raw`\b(?:send|pass|echo|return|include|reuse)\b.{0,30}\b(?:back|again|next)\b.{0,30}\b(?:message|request|call|turn)`,
    String.raw`(?:next|following|subsequent) (?:message|request|call|turn)s?\b`,
    String.raw`(?:from|of|in) (?:the |an? |your )?(?:previous|last|prior|earlier|first) (?:answer|response|reply|call)`,
    String.raw`\b(?:leave|omit|empty|blank|skip|without)\b.{0,24}\b(?:(?:on|for|in) the (?:first|1st)|(?:start|begin|open)\w*|for an? (?:new|fresh))`,
    String.raw`następn\w+ (?:wiadomości|zapytani)|z poprzedni\w+ odpowiedzi`,
    String.raw`(?:nächsten|folgenden) (?:anfrage|nachricht|aufruf)|(?:aus|von|in|mit) der (?:letzten|vorigen|vorherigen|ersten|vorangegangenen)? ?antwort|(?:beim|im) ersten (?:aufruf|mal|request)|wieder (?:mit|zurück)`,
    String.raw`(?:siguiente|próxim[ao]) (?:mensaje|petición|llamada|mensagem|chamada)|(?:que|como) (?:vino|veio|vem|llegó|lleg[ao]|recebe\w*|recibi\w*|devolvi\w*|retornou)\b.{0,24}(?:respuesta|resposta|retorno)|(?:última|anterior|primera|primeira) (?:respuesta|resposta)|(?:respuesta|resposta) anterior`,
    String.raw`prochain\w* (?:message|requête|appel)|(?:tel(?:le)?|comme) (?:que |qu['’])?(?:il|elle|on)?.{0,12}\bre[çc]u|(?:au|du|lors du) premier (?:appel|message)|réponse précédente`,
    String.raw`risposta precedente|(?:prossim\w|successiv\w) (?:messaggio|richiesta|chiamata)`,
    String.raw`volgende (?:bericht|aanvraag|verzoek)|vorige antwoord|önceki (?:yanıt|cevap)|sonraki (?:mesaj|istek)`,
    '前回の応答|下一次|次の|上一次|上次|다음 (?:요청|메시지)|이전 응답|следующ\\w+ (?:запрос|сообщени)|предыдущ\\w+ ответ',
  ].join('|'),
  'iu',
);

/** Said of a field: it goes on with the conversation, whatever the field is called. */
const GOES_ON =
  /\b(?:continu\w*|resum\w+|keep\w*|carry on|go on with|fortsetz\w*|fortzusetzen|weiterf[üu]hr\w*|seguir|retomar|reprendre|poursuivre|prosegui\w*|riprend\w*|voortzet\w*|kontynu\w*)\b.{0,28}\b(?:conversation|conversa|conversaci[oó]n|conversazione|gespr\w+|unterhaltung|dialog\w*|chat|session|sesi[oó]n|sess[aã]o|thread|discussion|échange|fil|rozmow\w+)\b/iu;

const CONVERSATION_WORDS =
  /\b(?:conversation|session|thread|dialog(?:ue)?|chat)\b.{0,40}\b(?:id|identifier|continue|resume|keep|same|go on|previous)|(?:continue|resume|keep|same|identif\w+|id of|go on with).{0,40}\b(?:conversation|session|thread|dialog(?:ue)?|chat)\b|会話|对话|会话|대화|gespr[äa]ch|unterhaltung|sitzung|conversaci[oó]n|sesi[oó]n|conversa\b|sess[aã]o|conversazione|sessione/iu;

/** A field that is no conversation by its name, and is one by what its documentation says. */
function isDescribed(path: Path, notes: readonly FieldNote[]): boolean {
  const name = keyOf(path);
  const note = notes.find((item) => item.path.at(-1) === name);
  return note !== undefined && isConversationByWords(name, note.description);
}

export function isConversationByWords(name: string, description: string): boolean {
  if (SENT_BACK.test(description)) return true;
  // A sentence names the message beside what goes on with it.
  if (GOES_ON.test(description) && inputNameScore(name) < 40) return true;
  if (!/(?:id|uuid|key|token|ref|handle|nr|no|number)$/i.test(plain(name))) return false;
  return CONVERSATION_WORDS.test(description) && !/user|nutzer|kunde|usuario/i.test(name);
}

/** A short text with a digit in it, as targets number things. */
export const isIdentifier = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^(?=.*\d)[\w-]{3,64}$/.test(value);

/** Sent empty, or left open by the paste. */
const isOpen = (value: Json): boolean => value === '' || value === null || wholeHole(value) !== undefined;

/**
 * A field that is empty in the request and holds an identifier in its answer is given out by the target. The same
 * identifier on both sides proves nothing: it may be the order, the claim or the journey that is talked about.
 */
export function givenOut(body: Json | undefined, answer: Json | undefined) {
  return pairs(body, answer, isIdentifier).find(({ value }) => isOpen(value));
}

/** The same word under the same name in the request and in its answer; those that look like an identifier first. */
export function repeatedIdentifiers(body: Json | undefined, answer: Json | undefined) {
  return pairs(body, answer, isToken)
    .filter(({ value, returned }) => value === returned)
    .toSorted((left, right) => Number(/\d/.test(right.returned)) - Number(/\d/.test(left.returned)));
}

/** What a caller may call a conversation, as short as somebody makes it up: `a1`, `lobby`. */
const isToken = (value: Json): value is string =>
  typeof value === 'string' && /^[\w-]{2,64}$/.test(value) && !isSwitch(value) && !isAnswered(value);

/** Fields of the request whose name the answer gives a value of that kind. */
function pairs(body: Json | undefined, answer: Json | undefined, isOfKind: (value: Json) => value is string) {
  if (body === undefined || answer === undefined) return [];
  const identifiers = leavesOf(answer).flatMap(({ path, value }) =>
    isOfKind(value) ? [{ path, value }] : [],
  );
  return leavesOf(body)
    .filter(({ path }) => typeof path.at(-1) === 'string' && !isOfSomethingElse(keyOf(path)))
    .flatMap(({ path, value }) =>
      identifiers
        .filter((leaf) => keyOf(leaf.path) === keyOf(path))
        .map((leaf) => ({ sent: path, value, answered: leaf.path, returned: leaf.value })),
    );
}

function rank(path: Path): number {
  const name = plain(keyOf(path));
  const named = /id$|uuid$|key$/.test(name) ? 10 : 0;
  const kind = /conversation/.test(name) ? 4 : /session|thread/.test(name) ? 3 : 2;
  return named + kind - path.length;
}

/** What a conversation is called when its caller has to name it and has not done so yet. */
export const OWN_CONVERSATION = `{{ conversation_id | default('sonde-conversation') }}`;

const OWN_WORDS =
  /\bany (?:string|value|id|unique)|you like|you choose|of your choice|your own|arbitrary|make one up|unique per|beliebig|frei w[äa]hlbar|cualquier|qualquer|任意/iu;

/**
 * True when the target takes the id from its caller instead of giving one: documented as required, or sampled with a
 * name somebody made up (`session-1`, `user-42`) rather than with one a server gives out.
 */
export function isCallersOwn(
  value: Json | undefined,
  isRequired: boolean,
  isAnswered: boolean | undefined,
  words = '',
): boolean {
  if (isRequired || OWN_WORDS.test(words)) return true;
  if (typeof value !== 'string' || value === '' || hasHole(value)) return false;
  if (/^(?:<.*>|string|null|\.{3}|…|uuid)$/i.test(value) || /\s/.test(value) || /your|optional/i.test(value))
    return false;
  if (LOOKS_GIVEN_OUT.test(value)) return isAnswered === false;
  return (
    isAnswered === false ||
    /^[a-z]{2,}[-_][\w-]{1,24}$|^(?:demo|test|default|main|me|user|abc|foo|start|new)\d*$/i.test(value)
  );
}

const LOOKS_GIVEN_OUT =
  /^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$|^(?:conv|conversation|thread|thr|sess|session|chat|cnv|c|s|t)[-_](?=\w*\d)\w{5,}(?:\.{3}|…)?$|^\d{5,}$|\.{3}|…|^[A-Za-z0-9]{16,}$/;

/**
 * A field of the body that tells the conversation in the answer's words, when the request never shows it. Where the API
 * is known, its own place; where answer and request keep their fields in an envelope alike, in that envelope.
 */
export function addConversationField(body: Json | undefined, answerPath: string, input?: Path, known?: Path) {
  const [, inside = '', name] = /^\$\.((?:\w+\.)*)(\w+)$/.exec(answerPath) ?? [];
  if (!isObject(body) || name === undefined) return undefined;
  if (known !== undefined && valueAt(body, known) === undefined)
    return { body: withValueAt(body, known, CONVERSATION), path: known };
  if (!isConversationName(name)) return undefined;
  const path = placeFor(name, body, { input, isAnswerNested: inside !== '' });
  if (valueAt(body, path) !== undefined) return undefined;
  return { body: withValueAt(body, path, CONVERSATION), path };
}

/** Where a request that has no field of that name would take it. */
export const placeFor = (
  name: string,
  body: Json,
  { input, isAnswerNested }: { input: Path | undefined; isAnswerNested: boolean },
): Path => [...envelopeOf(body, input, isAnswerNested), name];

/** What holds all fields of a request together and means nothing by itself. */
const ENVELOPE =
  /^(?:input|inputs|data|payload|body|request|req|params|parameters|args|arguments|attributes)$/;

/** A remote procedure takes its fields below `params`, and those of a message within the message. */
function envelopeOf(body: Json, input: Path | undefined, isAnswerNested: boolean): Path {
  if (!isObject(body)) return [];
  const first = input?.[0];
  if (isAnswerNested && input?.length === 2 && typeof first === 'string' && ENVELOPE.test(plain(first)))
    return [first];
  if (body['jsonrpc'] === undefined || !isObject(body['params'])) return [];
  return isObject(body['params']['message']) && input?.[1] === 'message' ? ['params', 'message'] : ['params'];
}

const PATH_PLACE =
  /\/(conversations?|sessions?|threads?|chats?)\/(\uE000[^\uE001]*\uE001|[0-9a-f]{8}-[0-9a-f-]{20,}|(?:conv|sess|thread|ses|thr)[-_][\w-]+|[\w-]*\d[\w-]*)(?=[/:?]|$)/i;

/** `/sessions/{id}/messages`: the conversation stands in the path. */
export function conversationInPath(url: string) {
  const match = PATH_PLACE.exec(url);
  if (!match) return undefined;
  const value = match[2] ?? '';
  // `/chats/<id of a knowledge base>/completions` and the like: only a clear noun counts for plain values.
  if (!hasHole(value) && !/^(?:conversation|session|thread)/i.test(match[1] ?? '')) return undefined;
  if (hasHole(value) && !/conv|sess|thread|chat|dialog|^\uE000(?:id|uuid)\uE001$/i.test(value))
    return undefined;
  return { segment: match[1] ?? '', value, isOpen: hasHole(value) };
}
