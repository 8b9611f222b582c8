import {
  addConversationField,
  conversationInPath,
  findConversationField,
  givenOut,
  isCallersOwn,
  isConversationPlace,
  OWN_CONVERSATION,
} from './conversation.ts';
import type { AnswerPlan } from './decide-answer.ts';
import { planBody } from './decide-body.ts';
import type { Findings, RequestSketch } from '../finding.ts';
import {
  jsonPathOf,
  keyOf,
  leavesOf,
  samePath,
  startsWith,
  valueAt,
  withValueAt,
  type Json,
  type Path,
} from '../json-value.ts';
import { isConversationName, plain } from '../names.ts';
import type { Shape } from './shapes.ts';

type Input = {
  readonly body: Json | undefined;
  readonly request: RequestSketch;
  readonly shape: Shape | undefined;
  readonly answer: AnswerPlan;
  readonly answerNotes: Findings['answerNotes'];
};

/** How a conversation goes on: whole each time, by an id that comes back, by one of the caller's, or not at all. */
export function planConversation({ body, request, shape, answer, answerNotes }: Input) {
  const carried = (request.carried ?? []).find(
    ({ request: path }) => valueAt(body ?? null, path) !== undefined,
  );
  const found =
    carried?.request ??
    findConversationField(body, shape, request.notes) ??
    givenOut(body, answer.sample)?.sent;
  // A number that no answer gives out is that of a record which somebody made before; forms write it as text.
  const value = valueAt(body, found ?? []);
  const isRecord =
    carried === undefined &&
    (typeof value === 'number' ||
      (request.bodyKind !== 'json' && typeof value === 'string' && /^\d+$/.test(value))) &&
    answer.sample !== undefined &&
    (answer.mapping['conversation_id'] ?? samePlaceInSample(found, answer, request)) === undefined;
  const place = isRecord ? undefined : found;
  let plan = planBody({ body, notes: request.notes, conversation: place, answer: answer.sample });
  let isStateful = place !== undefined;
  /** A field that the paste never shows and that the answer suggests. */
  let invented: Path | undefined;
  // What the request itself calls it, or code carries over, counts before a name that is usual for such ids.
  const told =
    (carried === undefined ? samePlaceInSample(place, answer, request) : jsonPathOf(carried.answer)) ??
    answer.mapping['conversation_id'];
  if (!isStateful && !plan.isStateless && typeof told === 'string' && answer.source !== 'shape') {
    // Where the address holds the conversation already, the body need not.
    const isInPath = conversationInPath(request.url ?? '') !== undefined;
    const known = shape?.conversation?.response === told ? shape.conversation.request : undefined;
    const added = isInPath ? undefined : addConversationField(plan.template, told, plan.input, known);
    if (added) plan = { ...plan, template: added.body };
    // An id of which nobody says where it is sent to does not make a conversation.
    isStateful = added !== undefined || isInPath;
    invented = added?.path;
  }
  const isOwn =
    place !== undefined &&
    !plan.isStateless &&
    isCallersOwn(
      valueAt(body, place),
      request.notes.some((note) => note.isRequired === true && samePath(note.path, place)),
      answer.sample === undefined ? undefined : told !== undefined,
      request.notes.find((note) => samePath(note.path, place))?.description,
    );
  if (isOwn && plan.template !== undefined)
    plan = { ...plan, template: withValueAt(plan.template, place, OWN_CONVERSATION) };
  const { conversation_id: _told, ...rest } = answer.mapping;
  if (plan.isStateless || !isStateful) return { body: plan, responseMapping: rest, invented };
  const conversation =
    told ??
    (answer.source === 'sample'
      ? undefined
      : guessedPlace(place, answerNotes, [...(request.outputPaths ?? []), ...(request.toldPaths ?? [])]));
  return {
    body: plan,
    responseMapping: conversation === undefined ? rest : { ...answer.mapping, conversation_id: conversation },
    invented,
  };
}

/** A sample answer that has a field of the same name as the request's tells where the id comes back. */
function samePlaceInSample(place: Path | undefined, { sample }: AnswerPlan, { notes }: RequestSketch) {
  if (place === undefined || sample === undefined) return undefined;
  const name = keyOf(place);
  const earlier = EARLIER.exec(name)?.[1];
  const ids = leavesOf(sample).filter(
    ({ path, value }) => typeof path.at(-1) === 'string' && typeof value !== 'boolean',
  );
  // What the next request calls the previous one's id is the id of the answer, or what the answer calls so.
  if (
    earlier !== undefined ||
    isIdOfAnswer(notes.find(({ path }) => samePath(path, place))?.description ?? '')
  ) {
    const called = ids
      .filter(({ path }) => earlier !== undefined && plain(keyOf(path)) === plain(earlier))
      .toSorted((left, right) => left.path.length - right.path.length)[0];
    if (called !== undefined) return jsonPathOf(called.path);
    if (valueAt(sample, ['id']) !== undefined) return '$.id';
  }
  const same = ids
    .filter(({ path }) => keyOf(path) === name)
    .filter(
      ({ path }) => isConversationName(keyOf(path)) || keyOf(path) !== 'id' || path.at(-2) === place.at(-2),
    )
    .toSorted((left, right) => left.path.length - right.path.length)[0];
  return same === undefined ? undefined : jsonPathOf(same.path);
}

/** `previous_response_id`, `parentMessageId`: an id of an earlier answer. */
const EARLIER = /^(?:previous|prev|parent|last|prior)[_-]?(\w+)$/i;

/** "id of the previous response": said of a field, it is the answer's own id that goes into it. */
const isIdOfAnswer = (words: string): boolean =>
  /\bid (?:of|from) (?:the |your )?(?:previous|last|prior|preceding) (?:response|answer|reply|message|turn)/i.test(
    words,
  );

/** Without a sample the answer most likely names the conversation as its documentation, the code or the request does. */
function guessedPlace(place: Path | undefined, notes: Findings['answerNotes'], codePaths: readonly Path[]) {
  const told = codePaths
    .filter((path) => isConversationPlace(path))
    .find((path) => !codePaths.some((other) => other.length > path.length && startsWith(other, path)));
  const same = place === undefined ? undefined : notes.find(({ path }) => keyOf(path) === keyOf(place))?.path;
  const noted = notes.find(({ path }) => isConversationName(String(path.at(-1) ?? '')))?.path;
  const earlier = place === undefined ? undefined : EARLIER.exec(keyOf(place))?.[1];
  // An earlier answer's id does not come back under the name of an earlier answer's id.
  const own = earlier === undefined ? place : ['id'];
  const path = same ?? noted ?? told ?? own;
  return path?.every((step) => typeof step === 'string') ? jsonPathOf(path) : undefined;
}
