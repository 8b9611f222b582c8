import type { RequestSketch, SampleAnswer } from '../finding.ts';
import {
  containersOf,
  isObject,
  jsonPathOf,
  keyOf,
  leavesOf,
  namesOf,
  samePath,
  startsWith,
  valueAt,
  type Json,
  type Path,
} from '../json-value.ts';
import type { OutputSource } from '../hypothesis.ts';
import { rankInputs } from './input-field.ts';
import { isConversationName, outputNameScore } from '../names.ts';
import {
  expressionOf,
  findExtras,
  isAsynchronousAnswer,
  rankOutputs,
  type AnswerExtras,
} from './output-field.ts';
import { hasStreamSwitch } from './decide-body.ts';
import { isHeaderHash } from '../formats/sample-sides.ts';
import type { Shape } from './shapes.ts';
import { rankEvents } from '../formats/stream-events.ts';

export type AnswerPlan = {
  readonly mapping: Readonly<Record<string, unknown>>;
  readonly source: OutputSource;
  readonly isAsynchronous: boolean;
  readonly reasons: readonly string[];
  readonly sample: Json | undefined;
  /** How much speaks for it. */
  readonly points: number;
};

/** Tried in this order when nothing tells where the answer is; `or` skips what is not there. */
const USUAL_PLACES = (
  '.choices[0].message.content .message.content .content[0].text .answer.text .answer ' +
  '.response.text .response .reply.text .reply .output.text .output .text .result.text ' +
  '.result.answer .result.reply .result.response .result .data.answer .data.response .data.reply ' +
  '.data.content .data.text .data.message .data.output .completion .generated_text ' +
  '.results[0].generated_text .bot_reply .botmessage .botMessage .bot_response .answer_text ' +
  '.response_text .output_text .outputs[0].text .message .content .data [0].text ' +
  '[0].generated_text'
).split(' ');
/** As deep as need be, when none of the usual places is there. */
const USUAL_NAMES =
  'answer reply response generated_text output_text output text content summary result'.split(' ');
/** Whatever the target calls it: the first text of several words. */
const SPOKEN = `jsonpath("$..[?search(@, '[^ ] [^ ]')]")`;
const ANYWHERE = `{{ ${[...USUAL_PLACES, ...USUAL_NAMES.map((name) => `..${name}`)].map((path) => `jsonpath('$${path}')`).join(' or ')} or (response if response is string else (${SPOKEN} if ${SPOKEN} is string else (${SPOKEN} or [none]) | first)) }}`;

/**
 * Where the answer may be, best first. Every place that the paste gives a reason for stands beside the others: a sample
 * does not silence the code that reads another place than the sample has.
 */
export function planAnswers(
  request: RequestSketch,
  shape: Shape | undefined,
  isStreamFormat: boolean,
): AnswerPlan[] {
  const { libraryRoot, libraryOutput } = request;
  // What the paste shows of a library's answers stands below what the server sends around it.
  const inLibrary = (path: Path): Path =>
    libraryRoot === undefined || path[0] === libraryRoot ? path : [libraryRoot, ...path];
  // What goes into the next request is the name of the conversation.
  const codePaths = (request.outputPaths ?? [])
    .filter((path) => !request.carried?.some(({ answer }) => samePath(answer, path)))
    .map(inLibrary);
  const allPaths = [...codePaths, ...(request.toldPaths ?? []).map(inLibrary)];
  const isServed = request.kind === 'handler_code';
  const answers = request.answers
    .filter((answer) => !answer.isError && !isNoAnswer(answer, request))
    .map((answer) =>
      libraryRoot === undefined || (isObject(answer.value) && Object.hasOwn(answer.value, libraryRoot))
        ? answer
        : { ...answer, value: { [libraryRoot]: answer.value } },
    );
  const sampled = sampledPlans(answers, request, { codePaths, allPaths }, shape);
  const best = sampled.plans[0];
  const isTicket = answers.length > 0 && answers.every(({ value }) => isAsynchronousAnswer(value));
  if (isTicket && !(sampled.best >= 90))
    return [libraryOutput === undefined ? asynchronousPlan(shape) : libraryPlan(libraryOutput, shape)];
  // What a handler reads is what it was sent; what it gives is what it returns.
  const coded =
    isServed && best !== undefined
      ? undefined
      : codePlan(best === undefined ? allPaths : codePaths, shape, answers);
  const plans = [...sampled.plans, ...(coded === undefined ? [] : [coded])];
  if (best === undefined && libraryOutput !== undefined) return [libraryPlan(libraryOutput, shape), ...plans];
  if (plans.length === 0) return [planWithoutEvidence(shape, isStreamFormat)];
  return plans.toSorted((left, right) => right.points - left.points).slice(0, 3);
}

/** Headers, a part of the request itself: shown beside an answer, and none. */
function isNoAnswer({ value, isSchema, isStream }: SampleAnswer, { body }: RequestSketch): boolean {
  if (isSchema || isStream || typeof value !== 'object' || value === null) return false;
  if (isHeaderHash(value)) return true;
  const text = JSON.stringify(value);
  return (
    text.length > 12 &&
    body !== undefined &&
    containersOf(body).some((part) => JSON.stringify(part.value) === text)
  );
}

function sampledPlans(
  answers: readonly SampleAnswer[],
  request: RequestSketch,
  { codePaths, allPaths }: { codePaths: readonly Path[]; allPaths: readonly Path[] },
  shape: Shape | undefined,
): { plans: AnswerPlan[]; best: number } {
  const sent = sampleInput(request);
  const read = answers.flatMap((answer) => planSample(answer, allPaths, sent));
  // Where streaming can be switched off it is, and then the answer is the one that came without it.
  const whole = read.filter(({ isStream }) => !isStream);
  const wanted = (whole.length > 0 && hasStreamSwitch(request.body) ? whole : read).toSorted(
    (left, right) => right.score - left.score,
  );
  const plans = wanted.slice(0, 3).map((plan): AnswerPlan => {
    // Where the code reads a place that this sample does not have and nothing in the sample looks like an answer by
    // itself, it is none of this target's.
    const isElsewhere =
      plan.score < TELLING &&
      request.kind !== 'handler_code' &&
      codePaths.some(
        (path) => codeScore(path) > -20 && path.length > 0 && !isConversationName(keyOf(path)),
      ) &&
      !codePaths.some((path) => holds(plan.value, path));
    const from = plan.source === 'schema' ? 'schema' : 'sample answer';
    return {
      mapping: { output: plan.expression, ...extrasOf(plan.extras, shape) },
      source: plan.source,
      isAsynchronous: false,
      reasons: [`The answer is read from ${plan.expression}, as the ${from} shows.`],
      sample: plan.value,
      points: Math.min(120, plan.score) - (isElsewhere ? 60 : 0),
    };
  });
  return { plans, best: wanted[0]?.score ?? 0 };
}

/** From here on a place of a sample is an answer by its name or by what it says. */
const TELLING = 45;

const holds = (value: Json, path: Path): boolean => {
  const names = namesOf(path);
  return containersOf(value).some(
    (part) => isObject(part.value) && names.some((name) => Object.hasOwn(part.value, name)),
  );
};

function planSample(answer: SampleAnswer, codePaths: readonly Path[], sent: string | undefined) {
  if (answer.isStream) return planStream(answer);
  const ranked = rankOutputs(answer.value, {
    codePaths,
    notes: answer.notes ?? [],
    // The fields of a type are open by nature: the same name on both sides is no repetition.
    sent: answer.isSchema ? undefined : sent,
    isSchema: answer.isSchema,
  });
  const source: OutputSource = answer.isSchema ? 'schema' : 'sample';
  return ranked.slice(0, 2).map((chosen) => ({
    ...chosen,
    source,
    isStream: false,
    value: answer.value,
    extras: findExtras(answer.value, chosen.path),
    score: chosen.score + (answer.isSchema ? 0 : 5),
  }));
}

function planStream(answer: SampleAnswer) {
  const chosen = Array.isArray(answer.value) ? rankEvents(answer.value)[0] : undefined;
  if (!chosen || chosen.score < 20) return [];
  return [{ ...chosen, source: 'sample' as const, isStream: true, value: answer.value, extras: {} }];
}

const NOT_SHOWN = { source: 'guess', isAsynchronous: false, sample: undefined, points: 0 } as const;

const libraryPlan = (output: string, shape: Shape | undefined): AnswerPlan => ({
  ...NOT_SHOWN,
  mapping: { output, ...shapeExtras(shape) },
  source: 'shape',
  reasons: [`The library's server has its answer at ${output}.`],
  points: 110,
});

const asynchronousPlan = (shape: Shape | undefined): AnswerPlan => ({
  ...NOT_SHOWN,
  mapping: { output: shape?.output ?? ANYWHERE },
  isAsynchronous: true,
  reasons: [
    'The sample answer is a ticket: the work goes on elsewhere and its result has to be fetched later.',
  ],
});

/** The place that the code takes out of answers. */
function codePlan(
  codePaths: readonly Path[],
  shape: Shape | undefined,
  answers: readonly SampleAnswer[],
): AnswerPlan | undefined {
  const known = codePaths.filter((path) => !isSpread(path, codePaths) && !isConversationName(keyOf(path)));
  const path = known.toSorted((left, right) => codeScore(right) - codeScore(left))[0];
  // The one place that code takes is what it wants, whatever it is called.
  const isOnly = codePaths.length === 1;
  if (!path || !(codeScore(path) > -20 || isOnly)) return undefined;
  return {
    isAsynchronous: shape?.isAsynchronous === true,
    sample: answers.find(({ value }) => holds(value, path))?.value,
    mapping: { output: jsonPathOf(path), ...shapeExtras(shape) },
    source: 'code',
    reasons: [`The answer is read from ${jsonPathOf(path)}, as the code does.`],
    // A place that no sample shows is less sure than one that is shown.
    points:
      (answers.some(({ value }) => holds(value, path)) || answers.length === 0 ? 50 : 20) +
      Math.max(-30, Math.min(40, codeScore(path) / 2)),
  };
}

function planWithoutEvidence(shape: Shape | undefined, isStreamFormat: boolean): AnswerPlan {
  if (shape)
    return {
      ...NOT_SHOWN,
      isAsynchronous: shape.isAsynchronous === true,
      mapping: { output: shape.output, ...shapeExtras(shape) },
      source: 'shape',
      reasons: [`The address is that of ${shape.name}, whose answer is at ${shape.output}.`],
      points: 50,
    };
  return {
    ...NOT_SHOWN,
    mapping: { output: isStreamFormat ? '$' : ANYWHERE },
    reasons: ['Nothing in the paste shows the answer, so the usual places are tried.'],
  };
}

/** `range[0]` beside `range[1]`: a list that is taken apart holds figures, not a text. */
const isSpread = (path: Path, all: readonly Path[]): boolean =>
  typeof path.at(-1) === 'number' &&
  all.some(
    (other) =>
      other.length === path.length &&
      typeof other.at(-1) === 'number' &&
      other.at(-1) !== path.at(-1) &&
      startsWith(other, path.slice(0, -1)),
  );

const codeScore = (path: Path): number => outputNameScore(keyOf(path)) + path.length;

function shapeExtras(shape: Shape | undefined): Record<string, unknown> {
  if (!shape) return {};
  return {
    ...(shape.context ? { context: shape.context } : {}),
    ...(shape.metadata ? { metadata: shape.metadata } : {}),
    ...(shape.conversation ? { conversation_id: shape.conversation.response } : {}),
  };
}

function extrasOf(extras: AnswerExtras, shape: Shape | undefined): Record<string, unknown> {
  const conversation = extras.conversation_id ?? shape?.conversation?.response;
  return { ...extras, ...(conversation === undefined ? {} : { conversation_id: conversation }) };
}

function sampleInput(request: RequestSketch): string | undefined {
  const place = rankInputs(request.body, request.notes)[0]?.path;
  const text = place === undefined ? undefined : valueAt(request.body, place);
  return typeof text === 'string' ? text : undefined;
}

/** Chooses the output from a real answer, the paste's own opinion weighing in. */
export function chooseLiveOutput(
  answer: Json,
  hints: { codePaths: readonly Path[]; sent: string; marker: string },
) {
  const ranked = rankOutputs(answer, { codePaths: hints.codePaths, notes: [], sent: hints.sent });
  const marked = leavesOf(answer)
    .filter(
      ({ value }) => typeof value === 'string' && value.includes(hints.marker) && value.trim() !== hints.sent,
    )
    .map(({ path }) => path);
  const scored = ranked.map((candidate) => ({
    ...candidate,
    score: candidate.score + (marked.some((path) => samePath(path, candidate.path)) ? 60 : 0),
  }));
  const best =
    scored.toSorted((left, right) => right.score - left.score)[0] ??
    marked
      .slice(0, 1)
      .map((place) => ({ path: place, score: 50, expression: expressionOf(answer, place) }))[0];
  if (!best) return undefined;
  const { expression, path, score } = best;
  return { expression, path, score, extras: findExtras(answer, path) };
}
