import { isConversationPlace } from '../decisions/conversation.ts';
import type { Carried, FieldNote, Read, RequestSketch } from '../finding.ts';
import { enclosed } from '../scanning.ts';
import { hole } from '../holes.ts';
import { requestSketch } from '../http-parts.ts';
import { isObject, keyOf, leavesOf, type Json, type JsonObject, type Path } from '../json-value.ts';
import { inputNameScore, isConversationName, outputNameScore } from '../names.ts';
import { parseRelaxedJson } from './relaxed-json.ts';

export const isGraphqlText = (text: string): boolean =>
  /^\s*(?:query|mutation|subscription)?\s*\w*\s*(?:\([^)]*\))?\s*\{/.test(text) &&
  /\{[\s\S]*\}/.test(text) &&
  !/^\s*\{\s*["']/.test(text);

/** A GraphQL operation written by itself, with the variables that stand near it. */
export function readGraphql(text: string): Omit<Read, 'answers'> {
  const requests: RequestSketch[] = [];
  const ranges: [number, number][] = [];
  for (const match of text.matchAll(
    /(?:^|\n)[ \t]*((?:mutation|query)\b[ \t]*\w*[ \t]*(?:\(([^)]*)\))?[ \t]*\{)/g,
  )) {
    const start = match.index + match[0].indexOf(match[1] ?? '');
    const end = enclosed(text, start + (match[1] ?? '').length - 1)?.end;
    if (end === undefined) continue;
    const operation = text.slice(start, end).trim();
    const declared = declaredVariables(match[2] ?? '');
    const near = variablesNear(text, end, declared);
    const variables = near?.value ?? declared;
    requests.push(
      requestSketch('graphql', start, {
        method: 'POST',
        bodyKind: 'json',
        body: { query: operation, ...(Object.keys(variables).length > 0 ? { variables } : {}) },
        outputPaths: outputPathsOf(operation),
        label: operation.split('{', 1)[0],
      }),
    );
    ranges.push([start, near?.end ?? end]);
  }
  return { requests, ranges };
}

/** The variables that stand below an operation, labelled or by their names alone. */
function variablesNear(text: string, from: number, declared: JsonObject) {
  const label = /variables?\b[^{]{0,40}/i.exec(text.slice(from, from + 300));
  const next = label
    ? from + label.index + label[0].length
    : from + (/^\s*(?=\{)/.exec(text.slice(from))?.[0].length ?? 0);
  const parsed = text[next] === '{' ? parseRelaxedJson(text, next) : undefined;
  if (!parsed || !isObject(parsed.value)) return undefined;
  const inner = parsed.value['variables'];
  const value = isObject(inner) ? inner : parsed.value;
  const isNamed = Object.keys(value).some((name) => Object.hasOwn(declared, name));
  return label || isNamed ? { value, end: parsed.end } : undefined;
}

function declaredVariables(declaration: string): JsonObject {
  const variables: JsonObject = {};
  for (const [, name = '', type = '', required] of declaration.matchAll(/\$(\w+)\s*:\s*(\[?\w+)!?\]?(!)?/g)) {
    if (required === undefined && !/string|id/i.test(type)) continue;
    variables[name] = /int|float/i.test(type) ? 1 : /boolean/i.test(type) ? false : hole(name);
  }
  return variables;
}

/** `data.ask.answer`: the leaf of the selection that is named like an answer. */
export const outputPathsOf = (operation: string): Path[] =>
  selectedPaths(operation)
    .map((path) => ({ path, score: outputNameScore(keyOf(path)) }))
    .filter(({ score }) => score > 20)
    .toSorted((left, right) => right.score - left.score)
    .map(({ path }) => path);

/** The variable that goes on with a conversation, and the selected field that gives it out. */
export function carriedByOperation(operation: string, body: Json | undefined): Carried[] {
  const request = leavesOf(body ?? null).find(
    ({ path }) => path[0] === 'variables' && isConversationName(keyOf(path)),
  )?.path;
  const selected = selectedPaths(operation).filter((path) => isConversationPlace(path));
  const answer = request && (selected.find((path) => keyOf(path) === keyOf(request)) ?? selected[0]);
  return request && answer ? [{ request, answer }] : [];
}

function selectedPaths(operation: string): Path[] {
  const paths: Path[] = [];
  const stack: string[] = [];
  let pending: string | undefined;
  const body = operation.slice(operation.indexOf('{'));
  for (const [token] of body.matchAll(/\{|\}|\([^)]*\)|[\w:]+|\.\.\.\s*on\s+\w+/g)) {
    if (token.startsWith('(') || token.startsWith('...')) continue;
    if (pending !== undefined && token === '{') stack.push(pending);
    else if (pending !== undefined) paths.push(['data', ...stack, pending]);
    if (token === '}') stack.pop();
    pending = /[{}]/.test(token) ? undefined : token.split(':', 1)[0];
  }
  return paths;
}

/** A message written into the operation itself: its place becomes a template inside the text. */
export function inlineTemplate(query: string): string | undefined {
  const [best] = [...query.matchAll(/(\b\w+\s*:\s*)("(?:[^"\\]|\\.)*")/g)]
    .map(({ index, 0: all, 1: name = '', 2: text = '' }) => ({
      from: index + name.length,
      to: index + all.length,
      score:
        (/message|question|prompt|input|query|text|content/i.test(name) ? 50 : 0) +
        (/\s/.test(text) ? 30 : 0),
    }))
    .filter(({ score }) => score > 20)
    .toSorted((left, right) => right.score - left.score);
  return best && `${query.slice(0, best.from)}{{ input | tojson }}${query.slice(best.to)}`;
}

export const graphqlQueryOf = (body: Json | undefined): string | undefined =>
  isObject(body) && typeof body['query'] === 'string' && isGraphqlText(body['query'])
    ? body['query']
    : undefined;

/** What the arguments of an operation say of its variables: `sessionId: $sid` makes `sid` the id of a session. */
export function variableNotes(query: string): FieldNote[] {
  return [...query.matchAll(/\b(\w+)\s*:\s*\$(\w+)/g)]
    .filter(([, argument = '', variable = '']) => argument !== variable)
    .flatMap(([, argument = '', variable = '']): FieldNote[] => {
      if (isConversationName(argument))
        return [{ path: ['variables', variable], description: `the id of the conversation (${argument})` }];
      return inputNameScore(argument) > 60
        ? [{ path: ['variables', variable], description: `the message that the user sends (${argument})` }]
        : [];
    });
}
