import type { RequestSketch, SampleAnswer } from '../finding.ts';
import { isObject } from '../json-value.ts';
import { findJson } from '../relaxed-json.ts';
import { clientRequests, sdkRequests } from './client-requests.ts';
import { NO_CODE, type CodeFindings } from './code-findings.ts';
import { collect, type Collected } from './collect.ts';
import type { Grammars } from './grammars.ts';
import { handlerRequests } from './handlers.ts';
import { languageOf } from './language.ts';
import { outputPathsOf, returnedNames } from './output-paths.ts';

/** Reads a piece of code: the requests it sends, those it serves, and what it does with answers. */
export function createCodeReader(grammars: Grammars) {
  return async (given: string, fence: string | undefined): Promise<CodeFindings> => {
    const language = languageOf(given, fence);
    if (language === undefined) return NO_CODE;
    const { code, ranges } = withoutSamples(given);
    // PHP without its opening tag would be read as text around code.
    const lead = language === 'php' && !code.includes('<?') ? '<?php\n' : '';
    const tree = await grammars.parse(lead + code, language);
    if (!tree) return NO_CODE;
    try {
      const collected = collect(tree);
      const handlers = handlerRequests(code, language);
      const clients = [...sdkRequests(collected, code), ...clientRequests(collected, code)];
      // A handler that calls a model is the application itself; the model behind it is not what is tested.
      const requests: RequestSketch[] =
        handlers.length > 0 && isServer(code) ? handlers : [...clients, ...handlers];
      const isHandler = requests === handlers;
      return {
        isCode: requests.length > 0 || fence !== undefined,
        requests,
        answers: commentAnswers(collected),
        outputPaths: isHandler
          ? []
          : readsText(code)
            ? [[]]
            : [...outputPathsOf(code), ...returnedNames(code)],
        ranges,
      };
    } finally {
      tree.delete();
    }
  };
}

/** The whole answer is taken as text. */
const readsText = (code: string): boolean =>
  /\b(?:r|res|resp|response|result)\.text\b(?:\(\))?/.test(code) &&
  !/\.json\(|JSON\.parse|json\.loads|json_decode/.test(code);

const isServer = (code: string): boolean =>
  /@\w+\.(?:post|get|put|route)\(|\b(?:app|router|server|fastify|hono)\.(?:post|get|put|all)\(\s*["'`]|Route::|Mapping\(|\[Http(?:Post|Get)|Map(?:Post|Get)\(|export\s+(?:async\s+function|const)\s+(?:POST|GET)\b|HandleFunc|extends \w*Controller|\$request->|@RequestBody|\$_POST|php:\/\/input|\.(?:POST|GET)\("\/|^\s*post ['"].*do$|lambda_handler|exports\.handler|def \w+\(request\b|@(?:Post|Get)\(/m.test(
    code,
  );

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
      /^\{\s*"/.test(text.slice(fragment.start, fragment.start + 40));
    if (!isParagraph || !isJson) continue;
    kept.push([fragment.start, fragment.end]);
    code =
      code.slice(0, fragment.start) +
      code.slice(fragment.start, fragment.end).replace(/[^\n]/g, ' ') +
      code.slice(fragment.end);
  }
  // Everything but the samples counts as read.
  const ranges: [number, number][] = [];
  let at = 0;
  for (const [from, to] of kept) {
    ranges.push([at, from]);
    at = to;
  }
  ranges.push([at, text.length]);
  return { code, ranges };
}

/** `// data: { id, content }` and `# => {"answer": "…"}`: samples in comments. */
function commentAnswers({ comments }: Collected): SampleAnswer[] {
  const text = comments
    .map((comment) => comment.text.replace(/^\s*(?:\/\/+|#+|\/\*+|\*+)/gm, '').replace(/\*\/\s*$/, ''))
    .join('\n');
  return findJson(text)
    .filter(({ value }) => isObject(value) && Object.keys(value).length > 0)
    .map((fragment) => {
      const label = /(\w+)\s*:\s*$/.exec(text.slice(0, fragment.start))?.[1];
      const wrapped =
        label !== undefined && /^(?:data|result|body|payload)$/.test(label)
          ? { [label]: fragment.value }
          : fragment.value;
      const isRequest =
        /request|body|payload|send/i.test(text.slice(Math.max(0, fragment.start - 40), fragment.start)) &&
        !/respon|return|=>|→/i.test(text.slice(Math.max(0, fragment.start - 40), fragment.start));
      return { value: wrapped, at: comments[0]?.at ?? 0, isError: isRequest };
    });
}
