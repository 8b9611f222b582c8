import type { RequestSketch, SampleAnswer } from '../finding.ts';
import { isObject, jsonPathOf, leavesOf, startsWith, valueAt, type Json, type Path } from '../json-value.ts';
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
import type { Shape } from './shapes.ts';
import { rankEvents } from '../formats/stream-events.ts';

export type AnswerPlan = {
  readonly mapping: Readonly<Record<string, unknown>>;
  readonly source: OutputSource;
  readonly isAsynchronous: boolean;
  readonly reasons: readonly string[];
  readonly sample: Json | undefined;
};

/** Tried in this order when nothing tells where the answer is; `or` skips what is not there. */
const USUAL_PLACES = [
  '$.choices[0].message.content',
  '$.message.content',
  '$.content[0].text',
  '$.answer.text',
  '$.answer',
  '$.response.text',
  '$.response',
  '$.reply.text',
  '$.reply',
  '$.output.text',
  '$.output',
  '$.text',
  '$.result.text',
  '$.result.answer',
  '$.result.reply',
  '$.result.response',
  '$.result',
  '$.data.answer',
  '$.data.response',
  '$.data.reply',
  '$.data.content',
  '$.data.text',
  '$.data.message',
  '$.data.output',
  '$.completion',
  '$.generated_text',
  '$.results[0].generated_text',
  '$.bot_reply',
  '$.botmessage',
  '$.botMessage',
  '$.bot_response',
  '$.answer_text',
  '$.response_text',
  '$.output_text',
  '$.outputs[0].text',
  '$.message',
  '$.content',
  '$.data',
  '$[0].text',
  '$[0].generated_text',
  // As deep as need be, when none of the usual places is there.
  '$..answer',
  '$..reply',
  '$..response',
  '$..generated_text',
  '$..output_text',
  '$..output',
  '$..text',
  '$..content',
  '$..summary',
  '$..result',
];
const ANYWHERE = `{{ ${USUAL_PLACES.map((path) => `jsonpath('${path}')`).join(' or ')} or (response if response is string else none) }}`;

/** Where the answer is, from the best evidence the paste has. */
export function planAnswer(
  request: RequestSketch,
  shape: Shape | undefined,
  isStreamFormat: boolean,
): AnswerPlan {
  const sent = sampleInput(request);
  const { libraryRoot } = request;
  // What the paste shows of a library's answers stands below what the server sends around it.
  const codePaths = (request.outputPaths ?? []).map((path) =>
    libraryRoot === undefined || path[0] === libraryRoot ? path : [libraryRoot, ...path],
  );
  const answers = request.answers
    .filter((answer) => !answer.isError)
    .map((answer) =>
      libraryRoot === undefined || (isObject(answer.value) && Object.hasOwn(answer.value, libraryRoot))
        ? answer
        : { ...answer, value: { [libraryRoot]: answer.value } },
    );
  const plans = answers
    .map((answer) => planSample(answer, codePaths, sent))
    .filter((plan) => plan !== undefined);
  // Where streaming can be switched off it is, and then the answer is the one that came without it.
  const plain = plans.filter(({ isStream }) => !isStream);
  const best = (plain.length > 0 && hasStreamSwitch(request.body) ? plain : plans).toSorted(
    (left, right) => right.score - left.score,
  )[0];
  const asynchronous =
    answers.length > 0 &&
    answers.every((answer) => isAsynchronousAnswer(answer.value)) &&
    (best?.score ?? 0) < 90;
  const hasNoAnswer = best === undefined || (asynchronous && best.score < 90);
  if (best && !hasNoAnswer)
    return {
      mapping: { output: best.expression, ...extrasOf(best.extras, shape) },
      source: best.source,
      isAsynchronous: false,
      reasons: [
        `The answer is read from ${best.expression}, as the ${best.source === 'schema' ? 'schema' : 'sample answer'} shows.`,
      ],
      sample: best.value,
    };
  if (request.libraryOutput !== undefined && (best === undefined || hasNoAnswer))
    return {
      mapping: { output: request.libraryOutput, ...shapeExtras(shape) },
      source: 'shape',
      isAsynchronous: false,
      reasons: [`The library's server has its answer at ${request.libraryOutput}.`],
      sample: undefined,
    };
  if (asynchronous) return asynchronousPlan(shape);
  return planWithoutSample(codePaths, shape, isStreamFormat);
}

function planSample(answer: SampleAnswer, codePaths: readonly Path[], sent: string | undefined) {
  if (answer.isStream) return planStream(answer);
  const ranked = rankOutputs(answer.value, {
    codePaths,
    notes: answer.notes ?? [],
    // The fields of a type are open by nature: the same name on both sides is no repetition.
    sent: answer.isSchema ? undefined : sent,
    isSchema: answer.isSchema,
  });
  const chosen = ranked[0];
  if (!chosen) return undefined;
  const source: OutputSource = answer.isSchema ? 'schema' : 'sample';
  return {
    ...chosen,
    source,
    isStream: false,
    value: answer.value,
    extras: findExtras(answer.value, chosen.path),
    score: chosen.score + (answer.isSchema ? 0 : 5),
  };
}

function planStream(answer: SampleAnswer) {
  const chosen = Array.isArray(answer.value) ? rankEvents(answer.value)[0] : undefined;
  if (!chosen || chosen.score < 20) return undefined;
  return { ...chosen, source: 'sample' as const, isStream: true, value: answer.value, extras: {} };
}

function asynchronousPlan(shape: Shape | undefined): AnswerPlan {
  return {
    mapping: { output: shape ? outputOf(shape) : ANYWHERE },
    source: 'guess',
    isAsynchronous: true,
    reasons: [
      'The sample answer is a ticket: the work goes on elsewhere and its result has to be fetched later.',
    ],
    sample: undefined,
  };
}

function planWithoutSample(
  codePaths: readonly Path[],
  shape: Shape | undefined,
  isStreamFormat: boolean,
): AnswerPlan {
  const known = codePaths.filter((path) => !isSpread(path, codePaths));
  const path = known.toSorted((left, right) => codeScore(right) - codeScore(left))[0];
  const base = { isAsynchronous: shape?.isAsynchronous === true, sample: undefined };
  // The one place that code takes is what it wants, whatever it is called.
  const isOnly = codePaths.length === 1 && !isConversationName(String(path?.at(-1) ?? ''));
  if (path && (codeScore(path) > -20 || isOnly))
    return {
      ...base,
      mapping: { output: jsonPathOf(path), ...shapeExtras(shape) },
      source: 'code',
      reasons: [`The answer is read from ${jsonPathOf(path)}, as the code does.`],
    };
  if (shape)
    return {
      ...base,
      mapping: { output: outputOf(shape), ...shapeExtras(shape) },
      source: 'shape',
      reasons: [`The address is that of ${shape.name}, whose answer is at ${outputOf(shape)}.`],
    };
  return {
    ...base,
    mapping: { output: isStreamFormat ? '$' : ANYWHERE },
    source: 'guess',
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

const codeScore = (path: Path): number =>
  outputNameScore(String(path.findLast((step) => typeof step === 'string') ?? '')) + path.length;

const outputOf = (shape: Shape): string =>
  typeof shape.output === 'string' ? shape.output : jsonPathOf(shape.output);

function shapeExtras(shape: Shape | undefined): Record<string, unknown> {
  if (!shape) return {};
  return {
    ...(shape.context ? { context: shape.context } : {}),
    ...(shape.metadata ? { metadata: single(shape.metadata) } : {}),
    ...(shape.conversation ? { conversation_id: shape.conversation.response } : {}),
  };
}

const single = (paths: Readonly<Record<string, string>>): unknown => {
  const values = Object.values(paths);
  return values.length === 1 ? values[0] : paths;
};

function extrasOf(extras: AnswerExtras, shape: Shape | undefined): Record<string, unknown> {
  const conversation = extras.conversation_id ?? undefined;
  return {
    ...extras,
    ...(conversation === undefined && shape?.conversation
      ? { conversation_id: shape.conversation.response }
      : {}),
  };
}

function sampleInput(request: RequestSketch): string | undefined {
  const place = rankInputs(request.body, request.notes)[0]?.path;
  const text = place === undefined ? undefined : valueAt(request.body, place);
  return typeof text === 'string' ? text : undefined;
}

export type LiveChoice = {
  readonly expression: string;
  readonly path: Path;
  readonly score: number;
  readonly extras: AnswerExtras;
};

/** Chooses the output from a real answer, the paste's own opinion weighing in. */
export function chooseLiveOutput(
  answer: Json,
  hints: { codePaths: readonly Path[]; sent: string; marker: string },
): LiveChoice | undefined {
  const ranked = rankOutputs(answer, { codePaths: hints.codePaths, notes: [], sent: hints.sent });
  const marked = leavesOf(answer)
    .filter(
      ({ value }) => typeof value === 'string' && value.includes(hints.marker) && value.trim() !== hints.sent,
    )
    .map(({ path }) => path);
  const scored = ranked.map((candidate) => ({
    ...candidate,
    score:
      candidate.score +
      (marked.some(
        (path) =>
          path.length === candidate.path.length &&
          path.every((step, index) => step === candidate.path[index]),
      )
        ? 60
        : 0),
  }));
  const best = scored.toSorted((left, right) => right.score - left.score)[0] ?? fallback(answer, marked[0]);
  if (!best) return undefined;
  return {
    expression: best.expression,
    path: best.path,
    score: best.score,
    extras: findExtras(answer, best.path),
  };
}

function fallback(answer: Json, path: Path | undefined) {
  return path === undefined ? undefined : { path, score: 50, expression: expressionOf(answer, path) };
}
