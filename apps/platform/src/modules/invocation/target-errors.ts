import { isWebPage } from '#kernel/web-page';
import type { TargetBody } from './body.ts';
import { CallFailure } from './failures.ts';
import { isPlainObject } from './plain-object.ts';

/** No path found the output. */
export function missFailure(miss: string, body: TargetBody): CallFailure {
  if (body.kind === 'text') {
    const isJson = /json/i.test(body.contentType);
    return new CallFailure({
      stage: 'parse',
      type: 'json_parsing_error',
      message: `${isJson ? 'The answer says it is JSON but is not' : 'The answer is not JSON'}, so the output could not be taken out of it. It begins: ${body.text.trim().slice(0, 120)}`,
      hint: hintFor(body.text),
    });
  }
  return misuseFailure(miss, body);
}

function hintFor(text: string): string {
  if (isWebPage(text)) return 'This is a web page: check that the address is the one of the API.';
  if (!/^\s*</.test(text)) return 'If the plain text is the answer, map output to "$".';
  // The first element that holds text: paths are for JSON, but `split` cuts it out.
  const element = FIRST_TEXT.exec(text.slice(0, 20_000))?.[1] ?? '<answer>';
  return `This is XML, and paths are for JSON: cut the text out with a template, such as {{ response.split('${element}')[1].split('</')[0] }}.`;
}

const FIRST_TEXT = /(<[\w:.-]{1,60}(?: [^<>']{0,200})?>)[^<>\s][^<>]{0,20000}<\//;

/** The output cannot be found, whatever the answer is like. */
export function misuseFailure(miss: string, body: TargetBody): CallFailure {
  const said = errorTextIn(body);
  return new CallFailure({
    stage: 'map',
    type: 'mapping_error',
    message: `The output could not be found. ${miss}`,
    hint:
      said === undefined
        ? 'Write the path of the text beside output in the response mapping.'
        : `The answer reports an error of its own: ${said}`,
  });
}

/** A target may answer 200 and report its failure inside; who maps `error` asks to be told. */
export function mappedError(
  mapping: Readonly<Record<string, unknown>>,
  fields: Record<string, unknown>,
): CallFailure | undefined {
  const text = Object.hasOwn(mapping, 'error') ? errorTextOf(fields['error']) : undefined;
  return text === undefined ? undefined : targetError(text);
}

/**
 * The failure an answer with a good status reports although nobody mapped it: where nothing came out, or a stream, which
 * has given its status long before it fails, ended with it.
 */
export function failureInside(fields: Record<string, unknown>, body: TargetBody): CallFailure | undefined {
  const text = isNothing(fields['output']) ? errorTextIn(body) : endOfStream(body);
  return text === undefined ? undefined : targetError(text);
}

export function isNothing(output: unknown): boolean {
  return output === null || output === undefined || (typeof output === 'string' && output.trim() === '');
}

const targetError = (text: string): CallFailure =>
  new CallFailure({
    stage: 'map',
    type: 'target_error',
    message: `The application reports an error: ${text}`,
    hint: null,
  });

/** What an answer says about its own failure, in the places where targets usually say it. */
export function errorTextIn(body: TargetBody): string | undefined {
  const values = body.kind === 'json' ? [body.value] : body.kind === 'events' ? body.values.toReversed() : [];
  for (const value of values) {
    const text = errorTextOfAnswer(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

function endOfStream(body: TargetBody): string | undefined {
  if (body.kind !== 'events') return undefined;
  return errorTextOfAnswer(body.values.findLast(isPlainObject));
}

function errorTextOfAnswer(value: unknown): string | undefined {
  if (!isPlainObject(value)) return undefined;
  const text = errorTextOf(value['error']) ?? errorTextOf(value['errors']);
  if (text !== undefined) return text;
  const mark = FAILURE_MARKS.find(([name, failed]) => Object.hasOwn(value, name) && failed(value[name]));
  if (mark === undefined) return undefined;
  const said = MESSAGE_NAMES.map((name) => errorTextOf(value[name])).find((one) => one !== undefined);
  return said ?? `${mark[0]} is ${JSON.stringify(value[mark[0]])}`;
}

/** Fields by which an answer says that it is none. */
const FAILURE_MARKS: [name: string, failed: (value: unknown) => boolean][] = [
  ['type', (value) => value === 'error'],
  ['event', (value) => value === 'error'],
  ['success', (value) => value === false],
  ['succeeded', (value) => value === false],
  ['ok', (value) => value === false],
  ['status', (value) => typeof value === 'string' && /^(?:error|failed|failure|fail)$/i.test(value)],
];
const MESSAGE_NAMES = ['message', 'detail', 'error_message', 'errorMessage', 'error_description', 'reason'];
const MAX_ERRORS_SHOWN = 3;

/** An error is a text, an object with one, or a list of these. */
function errorTextOf(error: unknown): string | undefined {
  if (error === undefined || error === null || error === false || error === '' || error === 0)
    return undefined;
  if (Array.isArray(error)) {
    const texts = error
      .slice(0, MAX_ERRORS_SHOWN)
      .map(errorTextOf)
      .filter((text) => text !== undefined);
    return texts.length === 0 ? undefined : texts.join('; ').slice(0, 500);
  }
  const message = isPlainObject(error) ? (error['message'] ?? error) : error;
  if (isPlainObject(message) && Object.keys(message).length === 0) return undefined;
  return (typeof message === 'string' ? message : JSON.stringify(message)).slice(0, 500);
}
