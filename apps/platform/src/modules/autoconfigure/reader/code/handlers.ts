import type { FieldNote, Pair, RequestSketch, SampleAnswer } from '../finding.ts';
import { hole } from '../holes.ts';
import { isObject, type Json, type JsonObject } from '../json-value.ts';
import { inputNameScore, isConversationName } from '../names.ts';
import { parseRelaxedJson } from '../relaxed-json.ts';
import type { CodeLanguage } from './grammars.ts';

type Field = {
  name: string;
  type: string | undefined;
  isRequired: boolean;
  value: Json | undefined;
  place: 'body' | 'query';
};

/** Server code: the route it serves, the fields it reads, the answer it gives. */
export function handlerRequests(code: string, language: CodeLanguage): RequestSketch[] {
  const routes = routesIn(code);
  if (routes.length === 0 && !/\brequest\b|\breq\b|Request\b|params\[|_POST|_GET|BaseModel/.test(code))
    return [];
  const places =
    routes.length > 0 ? routes : [{ method: undefined, path: undefined, at: 0, end: code.length }];
  return places.flatMap(({ method, path, at, end }): RequestSketch[] => {
    const part = code.slice(at, end);
    const fields = [...directFields(part), ...modelFields(part, code, language)];
    if (fields.length === 0) return [];
    return [sketch({ fields, method, path, at, part, code })];
  });
}

type Place = { method: string | undefined; path: string | undefined; at: number; end: number };

const ROUTES: readonly RegExp[] = [
  /@(?:\w+\.)(?<verb>get|post|put|patch|route|api_route)\(\s*["'](?<path>[^"']+)["'](?<rest>[^)]*)\)/g,
  /\b(?:app|router|server|fastify|api|route|web|hono|koa|express\(\))\.(?<verb>get|post|put|patch|all)\(\s*["'`](?<path>[^"'`]+)["'`]/g,
  /Route::(?<verb>get|post|put|patch|any)\(\s*["'](?<path>[^"']+)["']/g,
  /@(?<verb>Post|Get|Put|Patch|Request)Mapping\(\s*(?:(?:value|path)\s*=\s*)?["'](?<path>[^"']+)["']/g,
  /\[Http(?<verb>Post|Get|Put|Patch)(?:\(\s*"(?<path>[^"]*)"\s*\))?\]/g,
  /\.Map(?<verb>Post|Get|Put|Patch)\(\s*"(?<path>[^"]+)"/g,
  /\b\w+\.(?<verb>POST|GET|PUT|PATCH|Post|Get)\(\s*"(?<path>\/[^"]*)"/g,
  /\b(?:http|mux|router|r)\.(?:HandleFunc|Handle)\(\s*"(?:(?<verb>POST|GET) )?(?<path>\/[^"]*)"/g,
  /^\s*(?<verb>post|get|put)\s+["'](?<path>\/[^"']*)["']\s+do/gm,
  /export\s+(?:async\s+function|const)\s+(?<verb>POST|GET|PUT)\b/g,
  /@(?<verb>Post|Get)\(\s*["'](?<path>[^"']*)["']\s*\)/g,
  /\bpath\(\s*["'](?<path>[^"']+)["']\s*,/g,
];

function routesIn(code: string): Place[] {
  const found: Place[] = [];
  for (const pattern of ROUTES)
    for (const match of code.matchAll(pattern)) {
      const verb = match.groups?.['verb'];
      const isSending =
        /\b(?:axios|requests|httpx|http|client|session|Http|HttpClient)\s*\.?$/.test(
          code.slice(Math.max(0, match.index - 1), match.index + 8),
        ) && /^\w*https?:/.test(match.groups?.['path'] ?? '');
      if (isSending || /^https?:/.test(match.groups?.['path'] ?? '')) continue;
      const named = /methods\s*=\s*\[\s*["'](\w+)/.exec(match.groups?.['rest'] ?? '')?.[1];
      const method =
        named ?? (verb && /^(?:route|api_route|all|any|request)$/i.test(verb) ? undefined : verb);
      found.push({
        method: method?.toUpperCase(),
        path: match.groups?.['path'],
        at: match.index,
        end: code.length,
      });
    }
  const sorted = found.toSorted((left, right) => left.at - right.at);
  return sorted.map((place, index) => ({
    ...place,
    end: sorted[index + 1]?.at ?? code.length,
    ...(sorted.length === 1 ? { at: 0 } : {}),
  }));
}

const READS: readonly { pattern: RegExp; place: 'body' | 'query' }[] = [
  { pattern: /\breq(?:uest)?\.body\??(?:\.|\[["'])(\w+)/g, place: 'body' },
  {
    pattern:
      /\brequest\.(?:json|get_json\([^)]*\)|form|data|POST|values|params)(?:\.get\(|\[)\s*["'](\w+)["'](\s*,\s*[^)\]]+)?/g,
    place: 'body',
  },
  { pattern: /\brequest\.(?:args|GET|query_params|query)(?:\.get\(|\[|\.)\s*["']?(\w+)/g, place: 'query' },
  { pattern: /\breq\.query\??(?:\.|\[["'])(\w+)/g, place: 'query' },
  { pattern: /\$request->(?:input|post|json|string|get)\(\s*["'](\w+)["'](\s*,\s*[^)]+)?/g, place: 'body' },
  { pattern: /\$request->query\(\s*["'](\w+)/g, place: 'query' },
  { pattern: /\$_POST\[\s*["'](\w+)/g, place: 'body' },
  { pattern: /\$_GET\[\s*["'](\w+)/g, place: 'query' },
  { pattern: /\bparams\[:(\w+)\]/g, place: 'body' },
  { pattern: /\bparams\.(?:require|permit|fetch)\(:(\w+)/g, place: 'body' },
  { pattern: /@RequestParam(?:\([^)]*\))?\s+\w+\s+(\w+)/g, place: 'query' },
  { pattern: /\[FromQuery\]\s*[\w?<>]+\s+(\w+)/g, place: 'query' },
  {
    pattern: /\.(?:Query|URL\.Query\(\)\.Get|QueryParam|FormValue|PostFormValue|PostForm)\(\s*"(\w+)"/g,
    place: 'query',
  },
];

/** Fields read straight off the request, or off a variable that holds its body. */
function directFields(code: string): Field[] {
  const fields: Field[] = [];
  const add = (name: string, place: 'body' | 'query', hasDefault: boolean): void => {
    if (!/^(?:get|body|json|headers|files|length|strip|validate|all)$/.test(name))
      fields.push({ name, type: undefined, isRequired: !hasDefault, value: undefined, place });
  };
  for (const { pattern, place } of READS)
    for (const match of code.matchAll(pattern)) add(match[1] ?? '', place, match[2] !== undefined);
  for (const [, inner = '', source = ''] of code.matchAll(
    /(?:const|let|var)\s*\{([^}]*)\}(?:\s*:\s*[^=]+)?\s*=\s*(?:await\s+)?([^;\n]*)/g,
  )) {
    const inQuery = /\.query\b|searchParams/.test(source);
    if (
      !inQuery &&
      !/(?:req|request|ctx|event|c)\b[\w.]*\.?(?:body|json\(\)|json<|parse)|req\.json|JSON\.parse\(\s*(?:event|req)/.test(
        source,
      )
    )
      continue;
    for (const item of inner.split(',')) {
      const name = /^\s*(\w+)/.exec(item)?.[1];
      if (name) add(name, inQuery ? 'query' : 'body', /=/.test(item));
    }
  }
  const holders = [
    ...code.matchAll(
      /(?:const|let|var|\$)?\s*(\w+)\s*:?=\s*(?:await\s+)?(?:request\.(?:get_json\([^)]*\)|json\(\)|json\b|body\b)|json\.loads\(\s*(?:await\s+)?request\.(?:body|data|get_data)[^)]*\)*|req(?:uest)?\.(?:json\(\)|body)\b|json_decode\(\s*file_get_contents\(\s*["']php:\/\/input["']\s*\)[^)]*\)|json_decode\(\s*\$request->getContent\(\)[^)]*\)|JSON\.parse\(\s*(?:request\.body\.read|event\.body|req\.body)[^)]*\)|\$request->(?:all|validated|json|toArray|validate)\()/g,
    ),
  ].map((match) => match[1] ?? '');
  for (const holder of new Set(holders))
    for (const match of code.matchAll(
      new RegExp(
        String.raw`\$?\b${holder}(?:\.get\(\s*["']|\[\s*["':]?|->|\??\.(?!get\b|json\b))(\w+)["']?(\s*,\s*[^)\]]+)?`,
        'g',
      ),
    ))
      add(match[1] ?? '', 'body', match[2] !== undefined && /^\s*,/.test(match[2]));
  for (const [, inner = ''] of code.matchAll(/(?:validate|rules)\([^[]*\[([\s\S]*?)\]\s*\)/g))
    for (const [, name = '', rule = ''] of inner.matchAll(/["'](\w+)["']\s*=>\s*["'[]([^\n]*)/g)) {
      fields.push({
        name,
        type: /integer|numeric|boolean|array/.exec(rule)?.[0],
        isRequired: /required/.test(rule),
        value: undefined,
        place: 'body',
      });
    }
  return fields;
}

/** Classes, records, structs and models that describe the body. */
function modelFields(part: string, code: string, language: CodeLanguage): Field[] {
  const names = [
    ...part.matchAll(
      /@RequestBody\s+(?:@\w+\s+)*(\w+)|\[FromBody\]\s*(\w+)|(?:ShouldBindJSON|BindJSON|BodyParser|Bind|Decode|Unmarshal)\(\s*(?:\w+\s*,\s*)?&(\w+)|\(\s*(?:\w+\s*:\s*)?([A-Z]\w*(?:Request|Input|Body|Payload|Dto|DTO|Message|Query|In|Req))\s+\w+|\w+\s*:\s*([A-Z]\w*)\s*[,)=]|<\{?\s*Body:\s*(\w+)/g,
    ),
  ].flatMap((match) => match.slice(1).filter((name): name is string => name !== undefined));
  const found: Field[] = [];
  for (const name of new Set(names)) {
    const type = new RegExp(
      String.raw`(?:var\s+${name}\s+(\w+)|${name}\s*:?=\s*(?:new\s*\(?|&)?(\w+)[{(])`,
    ).exec(code);
    const body = bodyOfType(type?.[1] ?? type?.[2] ?? name, code) ?? anonymousStruct(name, code);
    if (body !== undefined) found.push(...fieldsOfType(body, language));
    if (found.length > 0) break;
  }
  return found;
}

function bodyOfType(name: string, code: string): string | undefined {
  const python = new RegExp(String.raw`class\s+${name}\b[^:\n]*:\s*\n((?:[ \t]+[^\n]*\n?|\s*\n)+)`).exec(
    code,
  )?.[1];
  if (python) return python;
  const record = new RegExp(String.raw`record\s+(?:struct\s+|class\s+)?${name}\s*\(([^;{]*)\)`).exec(
    code,
  )?.[1];
  if (record) return record.split(/,(?![^<]*>)/).join(';\n') + ';';
  const at = new RegExp(
    String.raw`(?:type\s+${name}\s+struct|(?:class|interface|struct)\s+${name}\b[^{]*|type\s+${name}\s*=)\s*\{`,
  ).exec(code);
  if (!at) return undefined;
  let depth = 0;
  for (let index = at.index + at[0].length - 1; index < code.length; index += 1) {
    if (code[index] === '{') depth += 1;
    else if (code[index] === '}' && --depth === 0) return code.slice(at.index + at[0].length, index);
  }
  return undefined;
}

const anonymousStruct = (name: string, code: string): string | undefined =>
  new RegExp(String.raw`var\s+${name}\s+struct\s*\{([\s\S]*?)\n\s*\}`).exec(code)?.[1];

function fieldsOfType(body: string, language: CodeLanguage): Field[] {
  const fields: Field[] = [];
  const add = (name: string, type: string, isRequired: boolean, value?: Json): void =>
    void fields.push({ name, type: normalType(type), isRequired, value, place: 'body' });
  if (language === 'python') {
    for (const [, name = '', type = '', rest] of body.matchAll(/^[ \t]+(\w+)\s*:\s*([^=\n#]+)(=[^\n#]*)?/gm))
      add(
        name,
        type,
        rest === undefined || (/\.\.\.|Field\((?!.*default)/.test(rest) && !/None/.test(rest)),
        literalOf(rest),
      );
  } else if (language === 'go') {
    for (const [, type = '', name = '', options = ''] of body.matchAll(
      /\w+\s+([\w[\].*{}]+)\s+`[^`]*json:"([\w-]+)([^"`]*)"/g,
    ))
      add(name, type, !options.includes('omitempty'));
  } else {
    for (const line of body.split(/;|\n/)) {
      const renamed = /@?(?:JsonProperty|JsonPropertyName|SerializedName)\(\s*"(\w+)"/.exec(line)?.[1];
      const bare = line.replace(/@?\w+\([^)]*\)|\[[^\]]*\]|@\w+/g, ' ');
      const typescript = /^\s*(?:readonly\s+)?(\w+)(\?)?\s*:\s*([\w[\]<>|' "]+)/.exec(bare);
      const typed =
        /^\s*(?:(?:public|private|protected|final|readonly|required|virtual|static)\s+)*([\w<>[\]]+)(\?)?\s+(\w+)\s*(?:\{|=|$|\))/.exec(
          bare,
        );
      if (language === 'typescript' && typescript)
        add(typescript[1] ?? '', typescript[3] ?? '', typescript[2] === undefined);
      else if (typed && !/^(?:return|class|void|new)$/.test(typed[1] ?? ''))
        add(renamed ?? lowerFirst(typed[3] ?? ''), typed[1] ?? '', typed[2] === undefined);
    }
  }
  return fields;
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const normalType = (type: string): string =>
  /list|array|\[\]/i.test(type)
    ? 'array'
    : /int|long/i.test(type)
      ? 'integer'
      : /float|double|number|decimal/i.test(type)
        ? 'number'
        : /bool/i.test(type)
          ? 'boolean'
          : /dict|map|object(?!id)/i.test(type)
            ? 'object'
            : 'string';

function literalOf(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  const inner = /default\s*=\s*([^,)]+)/.exec(text)?.[1] ?? text.replace(/^=\s*/, '');
  const parsed = /^\s*(?:["'\d-]|True|False)/.test(inner) ? parseRelaxedJson(inner.trim()) : undefined;
  return parsed?.value;
}

type SketchInput = {
  fields: readonly Field[];
  method: string | undefined;
  path: string | undefined;
  at: number;
  part: string;
  code: string;
};

function sketch({ fields, method, path, at, part, code }: SketchInput): RequestSketch {
  const seen = new Map<string, Field>();
  for (const field of fields) if (!seen.has(field.name)) seen.set(field.name, field);
  const all = [...seen.values()];
  const isGet = method === 'GET' || (method === undefined && all.every(({ place }) => place === 'query'));
  const wanted = all.filter(
    (field) => field.isRequired || isConversationName(field.name) || inputNameScore(field.name) > 80,
  );
  const object: JsonObject = Object.fromEntries(
    wanted.map((field): [string, Json] => [field.name, field.value ?? valueOf(field)]),
  );
  const isForm = /\$_POST|request\.form|request\.POST\b|FormValue|PostForm/.test(part) && !/json/i.test(part);
  const credentials = /bearer|HTTPBearer|auth:sanctum/i.test(code)
    ? ({ in: 'header', name: 'Authorization', prefix: 'Bearer ' } as const)
    : apiKeyHeader(code);
  return {
    kind: 'handler_code',
    at,
    method: isGet ? 'GET' : (method ?? 'POST'),
    url:
      path === undefined
        ? undefined
        : path.startsWith('/')
          ? path.replace(
              /<(?:\w+:)?(\w+)>|\{(\w+)\}|:(\w+)/g,
              (_all, a: string | undefined, b: string | undefined, c: string | undefined) =>
                hole(a ?? b ?? c ?? 'id'),
            )
          : `/${path}`,
    headers: [],
    query: isGet
      ? Object.entries(object).map(([name, value]): Pair => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ])
      : [],
    bodyKind: isGet ? 'none' : isForm ? 'form' : 'json',
    body: isGet ? undefined : object,
    notes: all.map((field): FieldNote => ({
      path: [field.name],
      description: '',
      type: field.type,
      isRequired: field.isRequired ? undefined : false,
    })),
    answers: answersIn(part, code),
    credentials,
    label: 'handler',
  };
}

function apiKeyHeader(code: string) {
  const name =
    /headers(?:\.get\(|\[|->get\()\s*["'](x-[\w-]+|api-key|authorization)["']|headers\[?["'.](x-[\w-]+)|->header\(\s*["'](x-[\w-]+)["']|Header\(\s*\.\.\.,?\s*alias=["']([\w-]+)/i.exec(
      code,
    );
  const found = name?.slice(1).find((part) => part !== undefined);
  return found && !/^authorization$/i.test(found)
    ? ({ in: 'header', name: found, prefix: '' } as const)
    : found
      ? ({ in: 'header', name: 'Authorization', prefix: 'Bearer ' } as const)
      : undefined;
}

function valueOf({ name, type }: Field): Json {
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return false;
  if (type === 'array') return name === 'messages' ? [{ role: 'user', content: hole('message') }] : [];
  if (type === 'object') return {};
  return hole(name);
}

const RETURNS =
  /(?:jsonify|JsonResponse|JSONResponse|Response\.json|NextResponse\.json|res(?:ponse)?(?:\.status\(\s*\d+\s*\))?\.(?:json|send)|reply\.send|c\.json|ctx\.body\s*=|->json|json_encode|render\s+json:|gin\.H|fiber\.Map|echo\.Map|(?:Ok|Results\.Ok|Json|Results\.Json)\(\s*new|Map\.of|return\s+response|callback\(null,|return|\.json)\s*\(?\s*(?=[{[(]|content=|\w+\s*=)/g;

/** What the handler gives back: the last literal that looks like an answer. */
function answersIn(part: string, code: string): SampleAnswer[] {
  const answers: SampleAnswer[] = [];
  for (const match of part.matchAll(RETURNS)) {
    const at = match.index + match[0].length;
    const rest = part.slice(at).replace(/^content\s*=\s*/, '');
    const keyword =
      match[0].startsWith('jsonify') && /^\w+\s*=/.test(rest)
        ? parseRelaxedJson(`{${rest.split(/\)\s*(?:,|\n|$)/, 1)[0] ?? ''}}`)
        : undefined;
    const map = /Map\.of/.test(match[0]) ? mapOf(rest) : undefined;
    const parsed = keyword ?? map ?? parseRelaxedJson(rest);
    if (!parsed || !isObject(parsed.value) || Object.keys(parsed.value).length === 0) continue;
    const status =
      /status\(\s*([45])\d\d/.test(match[0]) ||
      /^\s*\)?\s*,\s*(?:status=)?[45]\d\d/.test(rest.slice(parsed.end));
    const isError =
      status ||
      (Object.keys(parsed.value).every((key) =>
        /^(?:error|errors|detail|message|status|code|success)$/.test(key),
      ) &&
        'error' in parsed.value);
    answers.push({ value: parsed.value, at, isError });
  }
  const model =
    /response_model\s*=\s*(\w+)|->\s*(\w+)\s*:|ResponseEntity<(\w+)>|return new (\w+(?:Response|Answer|Reply|Dto))\(/.exec(
      part,
    );
  const name = model?.slice(1).find((found) => found !== undefined);
  const body = name ? bodyOfType(name, code) : undefined;
  if (body && answers.every(({ isError }) => isError)) {
    const language = /BaseModel/.test(code) ? 'python' : 'java';
    const value = Object.fromEntries(
      fieldsOfType(body, language).map((field): [string, Json] => [field.name, valueOf(field)]),
    );
    if (Object.keys(value).length > 0) answers.push({ value, at: 0, isError: false, isSchema: true });
  }
  return answers;
}

function mapOf(text: string) {
  const pairs = [...text.matchAll(/"(\w+)"\s*,\s*([^,()]+(?:\([^)]*\))?)/g)].map(
    ([, key = '', value = '']): [string, Json] => [key, hole(value.trim())],
  );
  return pairs.length === 0 ? undefined : { value: Object.fromEntries(pairs) as Json, end: 0 };
}
