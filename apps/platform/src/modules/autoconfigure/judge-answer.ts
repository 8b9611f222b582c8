import type { InvocationResult } from '@sonde/contract';
import { isWebPage, looksLikeJson } from './open-questions.ts';
import type { ProbeMessage } from './probe.ts';
import {
  because,
  chooseLiveOutput,
  findExtras,
  isAsynchronousAnswer,
  isObject,
  leavesOf,
  modeOf,
  rankEvents,
  textOf,
  valueAt,
  type Hypothesis,
  type Json,
  type Path,
  type ReadResult,
} from '@sonde/paste-reader';

export type Judgement =
  /** The mapping as it is took the answer out. */
  | { readonly kind: 'verified'; readonly text: string }
  /** The answer is there, at another place: this mapping has to be confirmed. */
  | { readonly kind: 'remapped'; readonly hypothesis: Hypothesis }
  | { readonly kind: 'streamed'; readonly hypothesis: Hypothesis }
  | { readonly kind: 'asynchronous' }
  | { readonly kind: 'no_answer'; readonly detail: string; readonly isReported: boolean };

const noAnswer = (detail: string): Judgement => ({ kind: 'no_answer', detail, isReported: false });

/** What a 2xx answer is worth, and where in it the text stands. */
export function judgeAnswer(
  hypothesis: Hypothesis,
  result: InvocationResult,
  message: ProbeMessage,
  hints: ReadResult['answerHints'],
): Judgement {
  const raw = result.raw_response as Json;
  if (result.status_code === 202 && !hasText(result.output)) return { kind: 'asynchronous' };
  const error = errorOf(raw);
  if (error !== undefined) return { kind: 'no_answer', detail: error, isReported: true };
  const events = eventsOf(raw, hypothesis);
  if (events) return { kind: 'streamed', hypothesis: fromEvents(hypothesis, events, message) };
  if (typeof raw === 'string') return judgeText(hypothesis, raw, result);
  if (isAsynchronousAnswer(raw) && !isConvincing(result.output, raw)) return { kind: 'asynchronous' };
  return judgeJson({ hypothesis, result, raw, message, hints });
}

type JsonCase = {
  hypothesis: Hypothesis;
  result: InvocationResult;
  raw: Json;
  message: ProbeMessage;
  hints: ReadResult['answerHints'];
};

function judgeJson({ hypothesis, result, raw, message, hints }: JsonCase): Judgement {
  const live = chooseLiveOutput(raw, {
    codePaths: hints.codePaths,
    sent: message.text,
    marker: message.marker,
  });
  const current = textOf(hypothesis.responseMapping['output'] as Json | undefined);
  const output = result.output;
  const isTaken = result.success && hasText(output) && !isPrinted(output, raw);
  const isRepetition = isTaken && output.trim() === message.text;
  // Where nothing in the answer looks better, what the paste or the model said stands.
  const isTrusted =
    live === undefined || ['sample', 'code', 'schema', 'live'].includes(hypothesis.outputSource);
  const isMarked = isTaken && output.includes(message.marker);
  // The paste's own word for the place outweighs that another part repeats what was sent: echoes do that.
  const isDocumented = ['schema', 'code', 'documentation'].includes(hypothesis.outputSource);
  const isElsewhere =
    !isMarked &&
    live !== undefined &&
    hasMark(raw, live.path, message) &&
    !(isDocumented && isTaken && /\s/.test(output.trim()) && !hints.alternatives.includes(live.expression));
  if (
    isTaken &&
    isTrusted &&
    !isElsewhere &&
    !(isRepetition && live !== undefined && live.expression !== current)
  )
    return withExtras(hypothesis, live?.extras, result) ?? { kind: 'verified', text: output };
  if (!live) return noAnswer('The answer holds no text that could be its output.');
  if (live.expression === current && isTaken)
    return withExtras(hypothesis, live.extras, result) ?? { kind: 'verified', text: output };
  return { kind: 'remapped', hypothesis: remap(hypothesis, live.expression, live.extras) };
}

/** Places that the sample promised and the real answer does not have are not kept. */
function withExtras(
  hypothesis: Hypothesis,
  extras: Readonly<Record<string, unknown>> | undefined,
  result: InvocationResult,
): Judgement | undefined {
  const missed = Object.keys(hypothesis.responseMapping).filter(
    (name) =>
      name !== 'output' &&
      result.warnings.some((warning) => warning.startsWith(`${name}:`) || warning.startsWith(`${name}.`)),
  );
  const isConversationNew =
    extras?.['conversation_id'] !== undefined &&
    hypothesis.responseMapping['conversation_id'] === undefined &&
    modeOf(hypothesis) === 'stateful';
  if (missed.length === 0 && !isConversationNew) return undefined;
  const output = hypothesis.responseMapping['output'];
  const kept = Object.fromEntries(
    Object.entries(hypothesis.responseMapping).filter(([name]) => !missed.includes(name)),
  );
  const responseMapping = { output, ...only(extras, missed, hypothesis), ...kept };
  return { kind: 'remapped', hypothesis: { ...hypothesis, responseMapping, outputSource: 'live' } };
}

const only = (
  extras: Readonly<Record<string, unknown>> | undefined,
  missed: readonly string[],
  hypothesis: Hypothesis,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(extras ?? {}).filter(([name]) =>
      name === 'conversation_id' ? modeOf(hypothesis) === 'stateful' : missed.includes(name),
    ),
  );

function remap(hypothesis: Hypothesis, expression: string, extras: Readonly<Record<string, unknown>>) {
  const { conversation_id: conversation, ...rest } = extras;
  const isKept = modeOf(hypothesis) === 'stateful' && conversation !== undefined;
  return because(hypothesis, `The answer of the application has its text at ${expression}.`, {
    responseMapping: { output: expression, ...rest, ...(isKept ? { conversation_id: conversation } : {}) },
    outputSource: 'live',
  });
}

/** What is cut off or badly written JSON must not pass for an answer in plain words. */
export const plainTextWarning = (raw: string): string =>
  looksLikeJson(raw)
    ? 'The answer looks like JSON but cannot be read as such, so all of it is the output. Check what the application sends.'
    : 'The answer is plain text, not JSON: all of it is the output.';

function judgeText(hypothesis: Hypothesis, raw: string, result: InvocationResult): Judgement {
  if (isWebPage(raw)) return noAnswer('The address answered with a web page, not with the answer of an API.');
  if (raw.trim() === '') return noAnswer('The answer is empty.');
  if (hypothesis.responseMapping['output'] === '$' && result.success) return { kind: 'verified', text: raw };
  return {
    kind: 'remapped',
    hypothesis: because(hypothesis, 'The application answers with plain text.', {
      responseMapping: { output: '$' },
      outputSource: 'live',
      warnings: [...hypothesis.warnings, plainTextWarning(raw)],
    }),
  };
}

/** A whole object or list written out as text is no answer to anybody, unless the target itself says it as text. */
function isPrinted(output: string, raw: Json): boolean {
  if (!/^\s*[[{]/.test(output) || leavesOf(raw).some(({ value }) => value === output)) return false;
  try {
    JSON.parse(output);
    return true;
  } catch {
    return false;
  }
}

function hasMark(raw: Json, path: Path, message: ProbeMessage): boolean {
  const said = valueAt(raw, path);
  return typeof said === 'string' && said.includes(message.marker) && said.trim() !== message.text;
}

const hasText = (output: unknown): output is string => typeof output === 'string' && output.trim() !== '';

const isConvincing = (output: unknown, raw: Json): boolean =>
  typeof output === 'string' &&
  output.trim().includes(' ') &&
  isObject(raw) &&
  !Object.keys(raw).some((name) => /status_?url|response_?url/i.test(name));

/** A 2xx answer that reports a failure of its own. */
function errorOf(raw: Json): string | undefined {
  if (!isObject(raw)) return undefined;
  const error = raw['error'] ?? raw['errors'];
  const isEmpty =
    error === undefined ||
    error === null ||
    error === false ||
    error === '' ||
    (typeof error === 'object' && Object.keys(error).length === 0) ||
    error === 0;
  if (!isEmpty) return `The answer reports an error: ${JSON.stringify(error).slice(0, 300)}`;
  if (raw['success'] === false || raw['ok'] === false)
    return `The answer says that it failed: ${JSON.stringify(raw).slice(0, 300)}`;
  return undefined;
}

const STREAM_KEYS =
  /^(?:delta|chunk|token|event|done|type|choices|response|message|content|answer|text|data|output)$/;

/** The events of a stream; the engine gives them as a list. */
function eventsOf(raw: Json, hypothesis: Hypothesis): Json[] | undefined {
  if (!Array.isArray(raw) || raw.length < 2) return undefined;
  const objects = raw.filter(isObject);
  if (objects.length < raw.length - 1 || objects.length < 2) return undefined;
  const first = Object.keys(objects[0] ?? {})
    .toSorted()
    .join();
  const alike = objects.filter((event) => Object.keys(event).toSorted().join() === first).length;
  if (alike < 2 && objects.length < 3) return undefined;
  const isTelling = objects.every((event) => Object.keys(event).some((name) => STREAM_KEYS.test(name)));
  // Many small objects of one make are pieces, whatever their fields are called.
  if (
    !isTelling &&
    !(alike >= 3 && alike >= objects.length - 2 && objects.every((event) => Object.keys(event).length <= 4))
  )
    return undefined;
  const current = textOf(hypothesis.responseMapping['output'] as Json | undefined);
  return current.startsWith('$[') ? undefined : raw;
}

function fromEvents(hypothesis: Hypothesis, events: readonly Json[], message: ProbeMessage): Hypothesis {
  const best = rankEvents(events, message.marker)[0];
  if (!best) return hypothesis;
  const reason = `The application streams its answer; the pieces at ${best.expression} are put together.`;
  return because(hypothesis, reason, {
    responseMapping: { output: best.expression, ...keptConversation(hypothesis, events) },
    outputSource: 'live',
  });
}

/** An id that one of the events carries goes on to hold the conversation together. */
function keptConversation(hypothesis: Hypothesis, events: readonly Json[]): Record<string, unknown> {
  if (modeOf(hypothesis) !== 'stateful') return {};
  const place = events
    .flatMap((event) => (isObject(event) ? [findExtras(event, undefined).conversation_id] : []))
    .find((found) => found !== undefined);
  const told = place ?? hypothesis.responseMapping['conversation_id'];
  return told === undefined ? {} : { conversation_id: told };
}
