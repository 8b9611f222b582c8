import { keyOf, startsWith, type Path } from '../json-value.ts';
import { enclosed } from '../scanning.ts';
import { outputNameScore } from '../names.ts';

const GETTERS =
  'get|dig|path|at|fetch|opt|getJSONObject|getJSONArray|getString|optString|optJSONObject|optJSONArray|GetProperty|getAsJsonObject|getAsJsonArray|getAsString|getProperty|getJsonObject|getJsonArray|jsonPath|GetString|pointer';
const STEP = String.raw`(?:\??\.?\[\s*(?:["':]?[\w-]+["']?|\d+)\s*\]|(?:\??\.|->|&\.)(?:${GETTERS})\([^()]*\)|(?:\??\.|->|&\.)(?:first|last)\(\)|(?:\??\.|->|&\.)[A-Za-z_]\w*(?![\w(]))`;
const READ = String.raw`(?:(?:\??\.|->|&\.)(?:json|data|body|getBody|getContent|bodyAsText|readEntity|read|parsed_response|json_body|to_h|asJsonObject|jsonObject|jsonArray|AsObject|AsArray)?(?:<[^<>()]*>)?\([^()]*\)\)?)*`;
const CHAIN = new RegExp(
  String.raw`(?:\(\s*await\s+)?([$@]?[A-Za-z_]\w*)(${READ})((?:${STEP}(?:!|\?)?)+)`,
  'g',
);
const STEP_EACH = new RegExp(
  String.raw`\[\s*["':]?([\w-]+)["']?\s*\]|(?:\??\.|->|&\.)(?:${GETTERS})\(([^()]*)\)|(?:\??\.|->|&\.)([A-Za-z_]\w*)`,
  'g',
);
const ANSWER_NAME =
  /^[$@]?(?:r|res|resp|response|data|result|results|body|json|answer|output|completion|reply|payload|out|j|d|parsed|resp_json|response_data|responseData|response_json|jsonResponse|apiResponse|decoded|doc|root|obj|jsonObject|node|content|message|msg|chat|ans|value|v|resultado|respuesta|resposta|antwort|ergebnis|reponse|jsonData|responseBody|response_body|tree|rsp|raw|info|respData|resData|dat)$/i;
const NOISE =
  /^(?:status|status_code|statusCode|ok|headers|text|length|message_id|raise_for_status|Body|StatusCode|Content|IsSuccessStatusCode|code|error|errors|usage|append|log|body|RootElement|Value|data|json|isSuccessful|decoded_content|content)$/;
const OF_THE_RESPONSE = /^(?:Content|StatusCode|status|status_code|ok|headers|length|strip|trim)$/;
const RESPONSE_NAME = /^[$@]?(?:r|res|resp|response|result|rsp|reply)$/;

/** Functions that turn the text of an answer into a value. */
const PARSE = String.raw`(?:JSON\.parse|json\.loads?|json_decode|jsonDecode|json\.decode|jsonlite::fromJSON|fromJSON|JSON\.parse!?|Jason\.decode!?|Poison\.decode!?|new JSONObject|JSONObject|JObject\.Parse|JsonNode\.Parse|JsonDocument\.Parse(?:Async)?|JsonParser\.parseString|\w*[mM]apper\.readTree|readTree|content|resp_body_json|JsonConvert\.DeserializeObject(?:<[^>]*>)?|serde_json::from_str|jsonutil\.decode|cjson\.decode)`;

/** `jsonDecode(response.body)['says']` is read like `data['says']`. */
const withoutParsing = (code: string): string =>
  withoutCalls(code)
    .replace(
      new RegExp(
        String.raw`\b${PARSE}\(((?:[^()]|\([^()]*\))*)\)(?:\.getAsJsonObject\(\))?(?=\s*(?:\[|\.|->|\?\.|!\[))`,
        'g',
      ),
      'data',
    )
    .replace(
      new RegExp(String.raw`(\b\w+)(\s*:?=\s*)(?:await\s+)?${PARSE}\(`, 'g'),
      (all, name: string, sign: string) => (ANSWER_NAME.test(name) ? all : `${name}${sign}data.data; (`),
    );

/** `requests.post(…).json()["text"]` and `(await ask(…)).text`: what a call gives back, without a name in between. */
function withoutCalls(code: string): string {
  let text = code;
  // From the end on, so that the places before stay what they are.
  const leaveOut = (pattern: RegExp, isOther: RegExp): void => {
    for (const match of [...text.matchAll(pattern)].toReversed()) {
      const open = opening(text, match.index);
      const name = open === undefined ? undefined : /[\w.]+$/.exec(text.slice(0, open))?.[0];
      if (open !== undefined && name !== undefined && !isOther.test(name))
        text = `${text.slice(0, open - name.length)}data${text.slice(match.index + match[0].length)}`;
    }
  };
  leaveOut(/\)\s*\.json\(\)(?=\s*[[.])/g, /^$/);
  leaveOut(/\)(?=\s*\[["']\w)/g, /environ|getenv|config|settings|request|json\.loads/i);
  for (const match of [...text.matchAll(/\(\s*await\s/g)].toReversed()) {
    const block = enclosed(text, match.index);
    if (
      block &&
      /^\s*(?:\.|\[|\?\.)/.test(text.slice(block.end)) &&
      /\)\s*$/.test(block.inner) &&
      !/\.(?:then|map)\(/.test(block.inner)
    )
      text = `${text.slice(0, match.index)}data${text.slice(block.end)}`;
  }
  return text;
}

/** The bracket that the one at `close` belongs to. */
function opening(text: string, close: number): number | undefined {
  let depth = 0;
  for (let at = close; at >= 0 && at > close - 4000; at -= 1) {
    if (text[at] === ')') depth += 1;
    else if (text[at] === '(' && --depth === 0) return at;
  }
  return undefined;
}

/** Nobody looks deeper into an answer. */
const LONGEST_CHAIN = 400;

/** The places of the answer that code looks at, most like an answer first. */
export function outputPathsOf(given: string): Path[] {
  const code = withoutParsing(given);
  const renamed = aliasesIn(code);
  const found: { path: Path; score: number }[] = [];
  for (const [all, base = '', reads = '', chain = ''] of code.matchAll(CHAIN)) {
    if (all.length > LONGEST_CHAIN || isAssigned(code, all)) continue;
    const steps = stepsOf({ base, reads, chain }, renamed, code);
    const last = steps?.at(-1);
    if (steps === undefined || last === undefined) continue;
    if (typeof last === 'string' && steps.length === 1 && NOISE.test(last)) continue;
    if (OF_THE_RESPONSE.test(String(last)) && !all.includes('[')) continue;
    if (/^(?:log|append|push|env|environ|createElement|on|meta)$/.test(String(steps[0]))) continue;
    found.push({ path: steps, score: outputNameScore(keyOf(steps)) + steps.length * 2 });
  }
  const unique = new Map(found.map((entry) => [JSON.stringify(entry.path), entry]));
  return [...unique.values()]
    .filter(({ score }) => score > 0)
    .filter(
      ({ path }) => !found.some((other) => other.path.length > path.length && startsWith(other.path, path)),
    )
    .toSorted((left, right) => right.score - left.score)
    .map(({ path }) => path);
}

/** `payload["message"] = text` writes a request; it reads no answer. */
const isAssigned = (code: string, chain: string): boolean =>
  new RegExp(String.raw`${chain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\s*=(?![=>])`).test(code);

function stepsOf(
  given: { base: string; reads: string; chain: string },
  renamed: ReadonlyMap<string, Path>,
  code: string,
): Path | undefined {
  const prefix = renamed.get(bare(given.base));
  if (!ANSWER_NAME.test(given.base) && prefix === undefined) return undefined;
  const steps: (string | number)[] = [...(prefix ?? [])];
  for (const [, bracket, call, member] of given.chain.matchAll(STEP_EACH)) {
    if (call?.trim() === '') continue;
    if (call === undefined) steps.push(stepOf(bracket ?? member ?? '', member !== undefined));
    else if (call.startsWith('"/') || call.startsWith("'/"))
      steps.push(
        ...call
          .replace(/["']/g, '')
          .split('/')
          .filter(Boolean)
          .map((part) => stepOf(part, false)),
      );
    else {
      const parts = call.split(',');
      const isDig = /dig/.test(given.chain);
      for (const part of isDig ? parts : parts.slice(0, 1))
        steps.push(stepOf(part.trim().replace(/["':]/g, ''), false));
    }
  }
  // `response.data` of some libraries is the body, and so is `response.body`; neither is a field of the answer.
  const isMember = /^\??(?:\.|->)/.test(given.chain);
  if (prefix === undefined && RESPONSE_NAME.test(given.base) && isMember && steps.length > 1) {
    if (steps[0] === 'body' || steps[0] === 'Body') steps.shift();
    else if (
      /^data$/i.test(String(steps[0])) &&
      /axios|superagent|got|\$http|useFetch|ky\b|apiClient|\bapi\.|RestSharp|dio\b|Dio\(/.test(code)
    )
      steps.shift();
  }
  while (steps.length > 0 && /^(?:RootElement|Value|object|json|parsed_response)$/.test(String(steps[0])))
    steps.shift();
  return steps.some((step) => step === '') ? undefined : steps;
}

const bare = (name: string): string => name.replace(/^[$@]/, '');

/** Names that stand for a place in the answer: `t = r.json()["thread"]`, `const { data } = await r.json()`. */
function aliasesIn(code: string): Map<string, Path> {
  const names = new Map<string, Path>();
  for (const [, inner = '', source = ''] of code.matchAll(/\{([^{}]*)\}\s*=\s*(?:await\s+)?([^;\n]*)/g)) {
    const isHeld = names.get(bare(/^\w+$/.exec(source.trim())?.[0] ?? ''));
    if (
      !isHeld &&
      (!/\.json\(|\.data\b|axios|JSON\.parse|fetch|\.post\(|\.get\(|^\w+$/.test(source.trim()) ||
        /\breq\b|request\.(?:json|body)|body\b.*req/.test(source))
    )
      continue;
    for (const part of inner.split(',')) {
      const [key = '', alias] = part.split(':').map((word) => word.trim().split('=')[0]?.trim() ?? '');
      const isWhole =
        key === 'data' && /axios|\.post\(|\.get\(|\.request\(/.test(source) && !/\.json\(/.test(source);
      if (/^\w+$/.test(key)) names.set(alias ?? key, isWhole ? [] : [...(isHeld ?? []), key]);
    }
  }
  const line =
    /^[ \t]*(?:(?:const|let|var|val|final|auto|using var|String|JSONObject|JSONArray|JsonNode|JsonObject|var\s+mut|let\s+mut)\s+)?([$@]?\w+)(?:[ \t]*:[ \t]*[\w<>?., ]+)?[ \t]*:?=[ \t]*(?:\([ \t]*)?(?:await[ \t]+)?(\S.*)$/gm;
  for (const [, name = '', source = ''] of code.matchAll(line)) {
    CHAIN.lastIndex = 0;
    const match = CHAIN.exec(source);
    CHAIN.lastIndex = 0;
    if (!match || match.index > 8 || names.has(bare(name))) continue;
    const steps = stepsOf(
      { base: match[1] ?? '', reads: match[2] ?? '', chain: match[3] ?? '' },
      names,
      code,
    );
    const rest = source.slice(match.index + match[0].length);
    if (!steps || steps.length === 0 || /^\s*\(/.test(rest)) continue;
    if (!(steps.length === 1 && NOISE.test(String(steps[0])))) names.set(bare(name), steps);
    else if (/^(?:data|body|Data|Body|json)$/.test(String(steps[0]))) names.set(bare(name), []);
  }
  return names;
}

const stepOf = (text: string, isMember: boolean): string | number =>
  /^\d+$/.test(text)
    ? Number(text)
    : isMember && text === 'first'
      ? 0
      : isMember && text === 'last'
        ? -1
        : text;

/** The bare name a handler or a script returns when it destructures: `const { reply } = await r.json(); return reply`. */
export function returnedNames(code: string): Path[] {
  return [...aliasesIn(code)]
    .filter(([name, path]) => path.length > 0 && outputNameScore(name) > 40)
    .map(([, path]) => path);
}
