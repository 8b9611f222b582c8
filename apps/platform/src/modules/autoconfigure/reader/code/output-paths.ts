import type { Path } from '../json-value.ts';
import { outputNameScore } from '../names.ts';

const STEP = String.raw`(?:\[\s*(?:["':]?[\w-]+["']?|\d+)\s*\]|(?:\??\.|->|&\.)(?:get|dig|path|at|fetch|getJSONObject|getJSONArray|getString|optString|GetProperty|getAsJsonObject|getAsJsonArray|getAsString|jsonPath)\([^()]*\)|(?:\??\.|->|&\.)[A-Za-z_]\w*(?![\w(]))`;
const CHAIN = new RegExp(
  String.raw`(?:\(\s*await\s+)?([$@]?[A-Za-z_]\w*)((?:(?:\??\.|->)(?:json|data|body|parsed_response|json_body|to_h|choices)?\([^()]*\)\)?)*)((?:${STEP}!?)+)`,
  'g',
);
const STEP_EACH =
  /\[\s*["':]?([\w-]+)["']?\s*\]|(?:\??\.|->|&\.)(?:get|dig|path|at|fetch|getJSONObject|getJSONArray|getString|optString|GetProperty|getAsJsonObject|getAsJsonArray|getAsString|jsonPath)\(([^()]*)\)|(?:\??\.|->|&\.)([A-Za-z_]\w*)/g;
const ANSWER_NAME =
  /^[$@]?(?:r|res|resp|response|data|result|results|body|json|answer|output|completion|reply|payload|out|j|d|parsed|resp_json|response_data|responseData|response_json|jsonResponse|apiResponse|decoded|doc|root|obj|jsonObject|node|content|message|msg|chat|ans|value|resultado|respuesta|resposta|antwort)$/i;
const NOISE =
  /^(?:status|status_code|statusCode|ok|headers|text|length|message_id|raise_for_status|Body|StatusCode|Content|IsSuccessStatusCode|code|error|errors|usage|append|log|body|RootElement|Value|data)$/;

/** The places of the answer that code looks at, most like an answer first. */
export function outputPathsOf(code: string): Path[] {
  const renamed = destructured(code);
  const found: { path: (string | number)[]; score: number }[] = [];
  for (const [all, base = '', , chain = ''] of code.matchAll(CHAIN)) {
    const prefix = renamed.get(base);
    if (!ANSWER_NAME.test(base) && prefix === undefined) continue;
    const steps: (string | number)[] = [...(prefix ?? [])];
    for (const [, bracket, call, member] of chain.matchAll(STEP_EACH)) {
      if (call !== undefined)
        for (const part of call.split(',').slice(0, /\?\.get|\.get|fetch/.test(chain) ? 1 : undefined))
          steps.push(stepOf(part.trim().replace(/["':]/g, '')));
      else steps.push(stepOf(bracket ?? member ?? ''));
    }
    // `response.data` of axios is the body; `r.data` alone says nothing.
    if (
      /^(?:res|resp|response|r|result)$/.test(base) &&
      /^(?:data|body|Data)$/.test(String(steps[0])) &&
      prefix === undefined &&
      /axios|superagent|got|\$http/.test(code)
    )
      steps.shift();
    while (steps.length > 0 && /^(?:RootElement|Value|object|json|parsed_response)$/.test(String(steps[0])))
      steps.shift();
    const last = steps.at(-1);
    if (
      steps.length === 0 ||
      steps.some((step) => step === '') ||
      (typeof last === 'string' && steps.length === 1 && NOISE.test(last))
    )
      continue;
    if (
      typeof last === 'string' &&
      /^(?:Content|StatusCode|status|status_code|ok|headers|length|strip|trim)$/.test(last) &&
      !all.includes('[')
    )
      continue;
    if (/^(?:log|append|push|env|environ|createElement|on)$/.test(String(steps[0]))) continue;
    found.push({
      path: steps,
      score:
        outputNameScore(String(steps.findLast((step) => typeof step === 'string') ?? '')) + steps.length * 2,
    });
  }
  const unique = new Map(found.map((entry) => [JSON.stringify(entry.path), entry]));
  return [...unique.values()]
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ path }) => path);
}

/** `const { data } = await r.json()`: the name stands for a place in the answer. */
function destructured(code: string): Map<string, (string | number)[]> {
  const names = new Map<string, (string | number)[]>();
  for (const [, inner = '', source = ''] of code.matchAll(/\{([^{}]*)\}\s*=\s*(?:await\s+)?([^;\n]*)/g)) {
    if (!/\.json\(|\.data\b|axios|JSON\.parse|fetch/.test(source) || /req|request\.|body\b.*req/.test(source))
      continue;
    for (const part of inner.split(',')) {
      const [key = '', alias] = part.split(':').map((word) => word.trim().split('=')[0]?.trim() ?? '');
      if (/^\w+$/.test(key)) names.set(alias ?? key, /axios/.test(source) && key === 'data' ? [] : [key]);
    }
  }
  // const data = await r.json(); const answer = data.answer; return answer.text
  for (const [, name = '', base = '', chain = ''] of code.matchAll(
    /\b(?:const|let|var|\$)?\s*(\w+)\s*:?=\s*\$?(data|result|response|json|body|res|resp|parsed|output|r)((?:\[["']?\w+["']?\]|\??\.[a-z]\w*(?!\())+)\s*;?\s*$/gm,
  )) {
    void base;
    const steps = [...chain.matchAll(/\[["']?(\w+)["']?\]|\??\.(\w+)/g)].map(([, bracket, member]) =>
      stepOf(bracket ?? member ?? ''),
    );
    if (!names.has(name) && !(steps.length === 1 && NOISE.test(String(steps[0])))) names.set(name, steps);
  }
  return names;
}

const stepOf = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

/** The bare name a handler or a script returns when it destructures: `const { reply } = await r.json(); return reply`. */
export function returnedNames(code: string): Path[] {
  const names = destructured(code);
  return [...names]
    .filter(([name, path]) => path.length > 0 && outputNameScore(name) > 40)
    .map(([, path]) => path);
}
