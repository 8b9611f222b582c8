import type { Tree } from 'web-tree-sitter';
import type { Read, RequestSketch, SampleAnswer } from '../finding.ts';
import { hasHole, wholeHole } from '../holes.ts';
import { isObject, startsWith, textOf, type Json, type Path } from '../json-value.ts';
import { findJson } from '../formats/json-fragments.ts';
import { clientRequests } from './clients/client-requests.ts';
import { libraryRequests } from './clients/libraries.ts';
import { modelClientRequests } from './clients/model-clients.ts';
import { withCarried } from './carried.ts';
import { collect, type Collected } from './collect.ts';
import { AnswerFlow } from './evaluation/answer-flow.ts';
import { bindingsOf } from './evaluation/bindings.ts';
import { Evaluator } from './evaluation/evaluator.ts';
import type { CodeLanguage, Grammars } from './grammars.ts';
import { handlerRequests } from './handlers/handler-requests.ts';
import { isServerCode, routesIn } from './handlers/routes.ts';
import { languageOf, looksLikeCode } from './language.ts';
import {
  declaredTypes,
  type DeclaredTypes,
  withDeclaredKinds,
  throughTypeArguments,
} from './types/declared-types.ts';
import { pathWithWireNames, wireNames, withWireNames } from './types/wire-names.ts';
import { carriedIn, looseRequest } from './loose/loose-requests.ts';
import { outputPathsOf, returnedNames } from './output-paths.ts';

/** Reads a piece of code: the requests it sends, those it serves, and what it does with answers. */
export function createCodeReader(grammars: Grammars) {
  return async (given: string, fence: string | undefined): Promise<CodeFindings> => {
    // What others have read is blank: lines of nothing tell no language.
    const dense = given.replace(/\n\s+\n/g, '\n\n');
    const language = languageOf(dense, fence);
    if (language === undefined && !looksLikeCode(dense, fence)) return NO_CODE;
    const { code, ranges } = withoutSamples(given);
    const handlers = handlerRequests(code);
    // A handler that calls a model is the application itself; the model behind it is not what is tested.
    const isServer = handlers.length > 0 && isServerCode(code);
    const servesRoutes = isServer && routesIn(code).length > 0;
    const read = servesRoutes ? NOT_PARSED : await sentRequests(code, language, grammars);
    const sent = read.requests;
    const isHandler = servesRoutes || (isServer && !sent.some(({ url }) => /^https?:\/\//.test(url ?? '')));
    const types = declaredTypes(code);
    const rename = wireNames(types, code);
    const named = [...sent, ...(isServer ? [] : handlers)].map((request) =>
      request.body === undefined
        ? request
        : {
            ...request,
            body: withDeclaredKinds(withWireNames(request.body, rename), types),
            answers: request.answers.map((answer) => ({
              ...answer,
              value: withWireNames(answer.value, rename),
            })),
            carried: request.carried?.map(({ request: field, answer }) => ({
              request: pathWithWireNames(field, rename),
              answer: pathWithWireNames(answer, rename),
            })),
          },
    );
    const requests: readonly RequestSketch[] = isHandler
      ? handlers
      : isServer
        ? [...named, ...handlers]
        : named;
    return {
      isCode: requests.length > 0 || fence !== undefined || isServerCode(code),
      requests,
      answers: commentAnswers(commentsIn(code)).map((answer) => underPlace(answer, read.shown)),
      outputPaths: isHandler ? [] : outputPathsIn(code, read.outputPaths, types, rename),
      ranges,
    };
  };
}

export type CodeReader = ReturnType<typeof createCodeReader>;

/** What the code takes out of answers: as its tree tells, else by the looks of its text. */
function outputPathsIn(
  code: string,
  followed: readonly Path[],
  types: DeclaredTypes,
  rename: (name: string) => string,
): readonly Path[] {
  const looked =
    followed.length > 0
      ? followed
      : readsText(code)
        ? []
        : withoutPrefixes([...outputPathsOf(code), ...returnedNames(code)]);
  const paths = throughTypeArguments(looked, code, types);
  return paths.length === 0 && readsText(code) ? [[]] : paths.map((path) => pathWithWireNames(path, rename));
}

type Parsed = Pick<CodeFindings, 'requests' | 'outputPaths'> & {
  /** Comments beside a part of the answer, with the place of that part. */
  readonly shown: readonly ShownPart[];
};
type ShownPart = { readonly comment: string; readonly path: Path };

const NOT_PARSED: Parsed = { requests: [], outputPaths: [], shown: [] };

/** `turns.push(reply) // { role, content }`: what is shown beside a part of the answer is that part. */
function underPlace(answer: SampleAnswer, shown: readonly ShownPart[]): SampleAnswer {
  const names = isObject(answer.value) ? Object.keys(answer.value) : [];
  const part = shown.find(({ comment }) => names.every((name) => comment.includes(name)));
  if (!part || names.includes(String(part.path[0]))) return answer;
  return {
    ...answer,
    value: part.path.reduceRight<Json>(
      (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
      answer.value,
    ),
  };
}

function shownParts({ comments }: Collected, flow: AnswerFlow, code: string): ShownPart[] {
  return comments.flatMap(({ text, at }): ShownPart[] => {
    const line = code.slice(code.lastIndexOf('\n', at - 1) + 1, at);
    const path = (line.match(/[A-Za-z_]\w*/g) ?? [])
      .map((name) => flow.placeOfName(name))
      .findLast((place) => place !== undefined);
    return path && /[{]/.test(text) ? [{ comment: text, path }] : [];
  });
}

/** With a grammar where there is one; where it finds no body, or there is none, by the looks of the text. */
async function sentRequests(code: string, language: CodeLanguage | undefined, grammars: Grammars) {
  const parsed = language === undefined ? NOT_PARSED : await parsedCode(code, language, grammars);
  const isOther = OTHER_LANGUAGE.test(code);
  const requests = withLoose(parsed.requests, code).map((request) =>
    isOther && !request.carried?.length ? { ...request, carried: carriedIn(request.body, code) } : request,
  );
  return { ...parsed, requests };
}

function withLoose(parsed: readonly RequestSketch[], code: string): readonly RequestSketch[] {
  const isComplete = parsed.some(
    (request) =>
      (request.body !== undefined && wholeHole(textOf(request.body)) === undefined) ||
      (request.query?.length ?? 0) > 0 ||
      request.url?.includes('?'),
  );
  if (isComplete) return parsed;
  const loose = looseRequest(code);
  if (!loose) return parsed;
  const known = parsed[0];
  if (!known) return [loose];
  return loose.body === undefined
    ? parsed
    : [
        {
          ...loose,
          ...known,
          url: hasHole((known.url ?? '').slice(0, 1)) ? loose.url : known.url,
          method: known.method === 'GET' ? loose.method : known.method,
          bodyKind: loose.bodyKind,
          body: loose.body,
          carried: loose.carried,
        },
        ...parsed.slice(1),
      ];
}

/** A method that is torn out of its class is put back into one. */
async function parsed(code: string, language: CodeLanguage, grammars: Grammars): Promise<Tree | undefined> {
  const tree = await grammars.parse(code, language);
  if (!tree?.rootNode.hasError || !TORN_METHOD.test(code) || !/script|tsx/.test(language)) return tree;
  const whole = await grammars.parse(`class Torn {\n${code}\n}`, language);
  if (!whole || whole.rootNode.hasError) {
    whole?.delete();
    return tree;
  }
  tree.delete();
  return whole;
}

const TORN_METHOD =
  /^\s*(?:\/\/[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:(?:public|private|protected|static|async|override|readonly)\s+|@\w+(?:\([^)\n]*\))?\s+|\*\s*)*[#\w$]+\s*(?:<[^>\n]*>)?\([^;]*?\)\s*(?::[^{;]+)?\{/;

async function parsedCode(code: string, language: CodeLanguage, grammars: Grammars): Promise<Parsed> {
  // PHP without its opening tag would be read as text around code.
  const lead = language === 'php' && !code.includes('<?') ? '<?php\n' : '';
  const tree = await parsed(lead + code, language, grammars);
  if (!tree) return NOT_PARSED;
  try {
    if (isRubble(tree)) return NOT_PARSED;
    const collected = collect(tree);
    const flow = new AnswerFlow(bindingsOf(tree.rootNode));
    const evaluator = new Evaluator(collected, flow);
    const called = [
      ...libraryRequests(collected, evaluator, code),
      ...clientRequests(collected, evaluator, code),
    ];
    const requests = called.some(({ body }) => body !== undefined)
      ? called
      : [...modelClientRequests(collected, evaluator, code), ...called];
    const places = flow.places(tree.rootNode);
    return {
      requests: requests.map((request) => withCarried(request, flow, places)),
      outputPaths:
        tree.rootNode.hasError && OTHER_LANGUAGE.test(code)
          ? []
          : flow.reads(tree.rootNode).map(({ path }) => path),
      shown: shownParts(collected, flow, tree.rootNode.text),
    };
  } finally {
    tree.delete();
  }
}

/** What a grammar can make nothing of lies side by side in one heap, in which every look around takes long. */
const isRubble = ({ rootNode }: Tree): boolean =>
  rootNode.hasError &&
  [rootNode, ...rootNode.namedChildren.slice(0, 20)].some((node) => node.isError && node.childCount > 300);

/** Rust, Kotlin, Swift and Dart: read with the grammar nearest to them, whose tree is not to be followed far. */
const OTHER_LANGUAGE =
  /\bfn \w+[(<]|\blet mut\b|\w!\(|\.await\b\??|\bfun \w+\(|\bval \w+\s*[:=]|\bguard let\b|\bfunc \w+\([^)]*\).*->|\btry await\b|\bFuture<|\bimport 'package:/;

/** A place that is only on the way to another one is not what the code wants. */
const withoutPrefixes = (paths: readonly Path[]): Path[] =>
  paths.filter((path) => !paths.some((other) => other.length > path.length && startsWith(other, path)));

/** The whole answer is taken as text. */
const readsText = (code: string): boolean =>
  /\b(?:r|res|resp|response|result)\.text\b(?:\(\))?|\)\.text\b(?!\s*\()/.test(code) &&
  !/\.json\(|JSON\.parse|json\.loads|json_decode/.test(code);

/** Paragraphs that are nothing but JSON stand beside the code, not in it. */
function withoutSamples(text: string): { code: string; ranges: [number, number][] } {
  const kept: [number, number][] = [];
  let code = text;
  for (const fragment of findJson(text)) {
    const before = text.slice(0, fragment.start);
    const isParagraph =
      /(?:^|\n[ \t]*\n|:[ \t]*\n|\n#[^\n]*\n|\n\/\/[^\n]*\n)[ \t]*$/.test(before) &&
      /^[ \t]*(?:\n|$)/.test(text.slice(fragment.end));
    const isJson =
      fragment.looseness <= 6 &&
      isObject(fragment.value) &&
      text[fragment.start + 1] !== '%' &&
      /^\{\s*["']/.test(text.slice(fragment.start, fragment.start + 40));
    if (!isParagraph || !isJson) continue;
    kept.push([fragment.start, fragment.end]);
    code =
      code.slice(0, fragment.start) +
      code.slice(fragment.start, fragment.end).replace(/[^\n]/g, ' ') +
      code.slice(fragment.end);
  }
  // No language draws its lines between bars: a table beside the code is left to be read as one.
  for (const row of code.matchAll(/^[ \t]*\|[^\n]*\|[ \t]*$/gm))
    kept.push([row.index, row.index + row[0].length]);
  kept.sort(([left], [right]) => left - right);
  // Everything but the samples and tables counts as read.
  const ranges: [number, number][] = [];
  let at = 0;
  for (const [from, to] of kept) {
    ranges.push([at, from]);
    at = to;
  }
  ranges.push([at, text.length]);
  return { code, ranges };
}

/** Comments of any language, as one text. */
const commentsIn = (code: string): string =>
  [...code.matchAll(/(?:^|[\s;{}),])(?:\/\/+|#+(?![[{!]))([^\n]*)|\/\*([\s\S]*?)\*\//g)]
    .map((match) => match[1] ?? (match[2] ?? '').replace(/^\s*\*+/gm, ''))
    .join('\n');

/** `// data: { id, content }` and `# => {"answer": "…"}`: samples in comments. */
function commentAnswers(text: string): SampleAnswer[] {
  return findJson(text)
    .filter(({ value }) => isObject(value) && Object.keys(value).length > 0)
    .map((fragment) => {
      const label = /(\w+)\s*:\s*$/.exec(text.slice(0, fragment.start))?.[1];
      const wrapped =
        label !== undefined && /^(?:data|result|body|payload)$/.test(label)
          ? { [label]: fragment.value }
          : fragment.value;
      const lines = text.slice(0, fragment.start).trimEnd().split('\n');
      // Only a short line right above is a label; a sentence that happens to say "send" is none.
      const before = (lines.at(-1)?.trim().length ?? 0) < 40 ? (lines.at(-1) ?? '') : '';
      const isRequest = /request|body|payload|send/i.test(before) && !/respon|return|=>|→/i.test(before);
      return { value: wrapped, at: 0, isError: isRequest };
    });
}

type CodeFindings = Read & {
  readonly isCode: boolean;
  /** Places of an answer that the code reads. */
  readonly outputPaths: readonly Path[];
};

const NO_CODE: CodeFindings = { isCode: false, requests: [], answers: [], outputPaths: [], ranges: [] };
