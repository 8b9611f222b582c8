import type { FieldNote, RequestSketch } from '../finding.ts';
import {
  containersOf,
  isObject,
  keyOf,
  leavesOf,
  namesOf,
  samePath,
  valueAt,
  withoutPath,
  type Json,
  type JsonObject,
  type Path,
  textOf,
} from '../json-value.ts';
import { wholeHole } from '../holes.ts';
import { isGraphqlText } from '../formats/graphql.ts';
import { isFileField } from '../formats/multipart.ts';
import {
  inputNameScore,
  isAssistantRole,
  isConversationName,
  isGenericName,
  isHistoryName,
  isRoleName,
  isSystemRole,
  isUserRole,
  plain,
} from '../names.ts';
import { speechScore } from '../text-looks.ts';

export type InputCandidate = { readonly path: Path; readonly score: number; readonly reason: string };

/** Whatever a longer body holds, its message stands among the first. */
const MOST_LEAVES = 200;

/** What is the message only because there is no other text. */
const ONLY_TEXT = 16;

/** Where a message may go, best first. */
export function rankInputs(body: Json | undefined, notes: readonly FieldNote[]): InputCandidate[] {
  if (body === undefined) return [];
  if (typeof body === 'string') return [{ path: [], score: 60, reason: 'the body is the message' }];
  const scored = leavesOf(body, MOST_LEAVES)
    .filter(({ value }) => typeof value === 'string' || value === null)
    .filter(({ value }) => typeof value !== 'string' || !(isGraphqlText(value) || isFileField(value)))
    .map(({ path, value }) => scoreLeaf({ body, path, text: typeof value === 'string' ? value : '', notes }))
    .toSorted((left, right) => right.score - left.score);
  const clear = scored.filter(({ score }) => score > 15);
  if (clear.length > 0) return clear.slice(0, 8);
  // Nothing has a telling name: the one text among settings is the message all the same.
  const [first, second] = scored;
  const open = scored.filter(({ path }) => isOpen(valueAt(body, path)));
  // All else is settled: what the caller alone can fill in is the message, whatever it is called.
  if (open.length === 1 && open[0] && !NEVER_SPOKEN.test(keyOf(open[0].path)))
    return [{ ...open[0], score: ONLY_TEXT }];
  const turn = lastTurn(body);
  if (turn !== undefined) return [turn];
  return first && first.score > -25 && (second === undefined || first.score >= second.score)
    ? [{ ...first, score: ONLY_TEXT }]
    : [];
}

/** Turns of a conversation whose speakers have names of their own: the last one is the message. */
function lastTurn(body: Json): InputCandidate | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const { path, value } of containersOf(body)) {
    const last = Array.isArray(value) ? value.at(-1) : undefined;
    if (!Array.isArray(value) || !isObject(last) || roleOf(last) === undefined) continue;
    const texts = Object.keys(last).filter(
      (name) => !isRoleName(name) && /\p{L}\S*\s/u.test(textOf(last[name])),
    );
    if (texts.length === 1 && texts[0] !== undefined && !isAssistantRole(roleOf(last) ?? ''))
      return {
        path: [...path, value.length - 1, texts[0]],
        score: 50,
        reason: 'it is the last turn of the conversation',
      };
  }
  return undefined;
}

const isOpen = (value: Json | undefined): boolean => wholeHole(value) !== undefined;

const NEVER_SPOKEN = /id$|user|session|conversation|thread|token|key|model|lang|locale|type|mode|url|email/i;

type LeafPlace = { body: Json; path: Path; text: string; notes: readonly FieldNote[] };

function scoreLeaf({ body, path, text, notes }: LeafPlace): InputCandidate {
  const reasons: string[] = [];
  let score = 0;
  const add = (points: number, reason: string): void => {
    score += points;
    if (points > 0 && reason !== '') reasons.push(reason);
  };
  const key = keyOf(path);
  const named = nameScore(path);
  add(named, named > 30 ? `the name "${key}"` : '');
  if (isConversationName(key)) add(-120, '');
  const spoken = speechScore(text);
  add(Math.max(-80, spoken), spoken > 20 ? 'its sample reads like something a person asks' : '');
  add(noteScore(path, notes), 'the documentation describes it so');
  add(roleScore(body, path), 'it stands in the turn of the user');
  if (namesOf(path).some((name) => SIDE_BRANCH.test(plain(name)))) add(-50, '');
  if (namesOf(path.slice(0, -1)).some(isHistoryName)) add(endsWithAsking(body, path) ? -20 : -90, '');
  add(-3 * path.length, '');
  return { path, score: Math.round(score), reason: reasons.join(', ') || 'nothing else fits better' };
}

const SIDE_BRANCH =
  /^(?:system|systeminstruction|instructions|context|metadata|config|configuration|options|settings|headers|tools|functions|responseformat|parameters|generationconfig|modelkwargs|documents|examples|extensions)$/;

function nameScore(path: Path): number {
  const [key, parent] = namesOf(path).toReversed();
  if (key === undefined) return 40;
  const own = inputNameScore(key);
  if (parent === undefined || own <= 0 || !isGenericName(key)) return own;
  return own + Math.max(-20, Math.min(30, inputNameScore(parent) * 0.3));
}

const MESSAGE_WORDS =
  /\b(?:user(?:'s)?|customer(?:'s)?|person)\b.{0,30}\b(?:message|question|input|query|text|prompt|utterance|says?|asks?)|\b(?:message|question|prompt|query|text|utterance|input)\b.{0,40}\b(?:to (?:send|ask|the (?:bot|model|assistant|agent))|from the (?:user|customer)|of the user|sent|you want)|\btranscript of|\bwhat was (?:said|asked|typed|written)|\bwhat (?:they|he|she|somebody) (?:said|says|asks?|wrote|typed)|\bwhat (?:the |a )?(?:user|customer|visitor|guest|caller|client|person)\b|\bwas (?:der|die|ein) (?:kunde|nutzer|benutzer|anwender|user|besucher)|\blo que (?:el|la|dice|escribe)|\bce que (?:le|la|l')|\bo que o|\bnatural.language (?:question|query)|\b(?:die|der) (?:frage|nachricht|eingabe)|\b(?:la|el|une?|le|l') ?(?:pregunta|mensaje|question|message|requ[eê]te)|\b(?:a|o) (?:pergunta|mensagem)|usu[aá]rio|usuario|utilisateur|benutzer|nutzer|用户|ユーザー|质问|質問|问题|消息|発話|メッセージ|사용자|질문|메시지|пользовател|вопрос|сообщени|utente|gebruiker|kullanıcı/iu;
const OTHER_WORDS =
  /\b(?:identifier|unique id|language|locale|model|temperature|optional name|api key|token|system prompt|persona)\b/i;

function noteScore(path: Path, notes: readonly FieldNote[]): number {
  const note = noteOn(path, notes);
  if (!note) return 0;
  let score = 0;
  if (MESSAGE_WORDS.test(note.description)) score += 34;
  else if (/\b(?:message|question|prompt|query|utterance)\b/i.test(note.description)) score += 16;
  if (OTHER_WORDS.test(note.description)) score -= 14;
  if (note.isRequired === true) score += 14;
  if (note.isRequired === false) score -= 8;
  if (note.hasDefault) score -= 20;
  if (note.isEnum) score -= 90;
  if (note.type !== undefined && !/^(?:string|str|text|any|object|array|list.*)$/i.test(note.type))
    score -= 60;
  return score;
}

/** Notes name a field by its full path, or by its last name alone. */
export const noteOn = (path: Path, notes: readonly FieldNote[]): FieldNote | undefined =>
  notes.find((candidate) => sameField(candidate.path, path));

const sameField = (note: Path, path: Path): boolean =>
  samePath(namesOf(note), namesOf(path)) || (note.length === 1 && note[0] === keyOf(path));

function roleScore(body: Json, path: Path): number {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const container = valueAt(body, path.slice(0, length));
    if (!isObject(container)) continue;
    const turns = valueAt(body, path.slice(0, length - 1));
    const speaker = speakerName(turns);
    const role = roleOf(container) ?? (speaker === undefined ? undefined : textOf(container[speaker]));
    if (role === undefined) continue;
    if (isRoleName(keyOf(path)) || keyOf(path) === speaker || plain(keyOf(path)) === 'type') return -120;
    if (isSystemRole(role) || isAssistantRole(role)) return -140;
    const asking = askingRole(turns);
    if (asking !== undefined) return role === asking ? 34 : -140;
    if (endsWithAssistant(turns)) return -110;
    // Of several turns of the user the last one is his message.
    const index = path[length - 1];
    const isLast =
      !Array.isArray(turns) ||
      typeof index !== 'number' ||
      index === turns.findLastIndex((item) => isObject(item) && isUserRole(roleOf(item) ?? ''));
    return isUserRole(role) ? (isLast ? 34 : 10) : 0;
  }
  return 0;
}

/** Turns that end with the other side's are what was said before, not what is asked now. */
export const endsWithAssistant = (list: Json | undefined): boolean => {
  const last = Array.isArray(list) && list.length > 1 ? list.at(-1) : undefined;
  return isObject(last) && isAssistantRole(roleOf(last) ?? '');
};

/** Of turns by turns: the field that names now the one side and now the other, whatever it is called. */
function speakerName(list: Json | undefined): string | undefined {
  if (!Array.isArray(list) || list.length < 2 || !list.every(isObject)) return undefined;
  return Object.keys(list[0] ?? {}).find((name) => {
    const sides = list.map((turn) => turn[name]);
    const isKnown = sides.some((side) => isUserRole(textOf(side)) || isAssistantRole(textOf(side)));
    return (
      sides.every(
        (side, index) => typeof side === 'string' && /^\p{L}+$/u.test(side) && side !== sides[index + 1],
      ) &&
      new Set(sides).size === 2 &&
      (list.length > 2 || isKnown)
    );
  });
}

function rolesOf(list: readonly Json[]): (string | undefined)[] {
  const speaker = speakerName([...list]);
  return list.map((turn) =>
    isObject(turn)
      ? (roleOf(turn) ?? (speaker === undefined ? undefined : textOf(turn[speaker])))
      : undefined,
  );
}

/** Sides that are called in the caller's own words: the one that has the last word asks. */
function askingRole(list: Json | undefined): string | undefined {
  if (!Array.isArray(list) || list.length < 2) return undefined;
  const roles = rolesOf(list);
  const last = roles.at(-1);
  return last !== undefined && !roles.some((role) => isUserRole(role ?? '')) && new Set(roles).size > 1
    ? last
    : undefined;
}

function endsWithAsking(body: Json, path: Path): boolean {
  const at = path.findIndex((step) => typeof step === 'number');
  const list = at === -1 ? undefined : valueAt(body, path.slice(0, at));
  if (!Array.isArray(list) || path[at] !== list.length - 1 || list.length < 2) return false;
  const role = rolesOf(list).at(-1);
  return role !== undefined && (isUserRole(role) || role === askingRole(list));
}

export function roleOf(turn: JsonObject): string | undefined {
  const fields = Object.entries(turn);
  // A turn has few fields.
  if (fields.length > 40) return undefined;
  const entry = fields.find(([name, value]) => isRoleName(name) && typeof value === 'string');
  if (entry) return textOf(entry[1]);
  const type = turn['type'];
  return typeof type === 'string' && (isUserRole(type) || isAssistantRole(type) || isSystemRole(type))
    ? type
    : undefined;
}

/** The `messages` of role and content that a stateless API is given whole. */
export function findMessages(body: Json | undefined) {
  if (body === undefined || typeof body !== 'object') return undefined;
  for (const { path, value } of containersOf(body)) {
    const open = isObject(value) ? Object.entries(value).find(isOpenList)?.[0] : undefined;
    if (open !== undefined) return { path: [...path, open], turns: [], system: undefined };
    if (!Array.isArray(value) || value.length === 0) continue;
    if (isHistoryName(keyOf(path)) && hasMessageBeside(body, path)) continue;
    const turns = value
      .filter(isObject)
      .filter((turn) => Object.hasOwn(turn, 'role') && Object.hasOwn(turn, 'content'));
    if (turns.length === 0) continue;
    if (!MESSAGES_NAME.test(plain(keyOf(path))) && !showsBothSides(value, turns)) continue;
    const systems = turns.filter((turn) => isSystemRole(textOf(turn['role'])));
    const system = systems
      .map((turn) => contentText(turn['content']))
      .filter((text) => text !== '')
      .join('\n');
    return { path, turns, system: system === '' ? undefined : system };
  }
  return undefined;
}

/** Beside a message of its own, a list of turns is only what was said before. */
const hasMessageBeside = (body: Json, path: Path): boolean =>
  path.length === 0 || (rankInputs(withoutPath(body, path), [])[0]?.score ?? 0) > ONLY_TEXT;

/** `messages: history`: filled from a variable, and for a model, it is the whole conversation. */
const isOpenList = ([name, value]: [string, Json], _at: number, all: readonly [string, Json][]): boolean =>
  name === 'messages' && isOpen(value) && all.some(([other]) => other === 'model');

/** Whatever it is called: turns of both sides, of which the last is the user's, are a conversation sent whole. */
const showsBothSides = (list: readonly Json[], turns: readonly JsonObject[]): boolean =>
  turns.length === list.length &&
  turns.some((turn) => isAssistantRole(textOf(turn['role']))) &&
  isUserRole(textOf(turns.at(-1)?.['role'] ?? ''));

const MESSAGES_NAME =
  /^(?:messages|turns|message|conversation|chatmessages|msgs|nachrichten|mensajes|mensagens)$/;

function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

/** Two places that are about as good: nobody can tell from the paste alone. */
export function isAmbiguous(candidates: readonly InputCandidate[]): boolean {
  const [first, second] = candidates;
  return first !== undefined && second !== undefined && second.score > 55 && first.score - second.score < 14;
}

export const inputScoreOf = (request: RequestSketch): number =>
  findMessages(request.body) ? 150 : (rankInputs(request.body, request.notes)[0]?.score ?? 0);
