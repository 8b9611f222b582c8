import { captured, enclosed, lowerFirst, splitTopLevel } from '../../scanning.ts';
import { hole } from '../../holes.ts';
import type { Json } from '../../json-value.ts';

/** A field that a handler takes from a request. */
export type ReadField = {
  readonly name: string;
  readonly type: string | undefined;
  readonly isRequired: boolean;
  readonly place: 'body' | 'form' | 'query';
  readonly description?: string | undefined;
};

const READS: Readonly<Record<ReadField['place'], readonly RegExp[]>> = {
  body: [
    /\breq(?:uest)?\.body\??(?:\.|\[["'])(\w+)(?:["']\])?(\s*(?:\?\?|\|\|)\s*[\w"'`[{(])?/g,
    /\breq(?:uest)?\.(?:json|get_json\([^)]*\)|data|params|media)(?:\s*or\s*\{\}\s*\))?(?:\.get\(|\[)\s*["'](\w+)["'](\s*,\s*[^)\]]+)?/g,
    /\badd_argument\(\s*["'](\w+)["'](?![^)]*required\s*=\s*True)(?=[^)]*default)()/g,
    /\badd_argument\(\s*["'](\w+)["'](?=[^)]*required\s*=\s*True)/g,
    /\$request->(?:input|post|json|string|get)\(\s*["'](\w+)["'](\s*,\s*[^)]+)?/g,
    // A function that is invoked directly has its fields in the event itself.
    /\bevent(?:\.get\(|\[)\s*["'](?!(?:body|headers|queryStringParameters|pathParameters|multiValueHeaders|requestContext|isBase64Encoded|httpMethod|rawPath|path|version|cookies|Records|detail)["'])(\w+)["'](\s*,\s*[^)\]]+)?/g,
    /^\s*(?:requires|optional) :(\w+)/gm,
    /%\{\s*"(\w+)"\s*=>[^}]*\}\s*=\s*conn\.(?:body_)?params/g,
    /@Body\(\s*["'](\w+)["']/g,
  ],
  form: [
    /\brequest\.(?:forms?|POST|values)(?:\.get\w*\(|\[)\s*["'](\w+)["'](\s*,\s*[^)\]]+|\)\s*(?:or|\|\|)\s)?/g,
    /\$_POST\[\s*["'](\w+)/g,
    /\[FromForm\]\s*[\w?<>]+\s+(\w+)/g,
    /\.(?:FormValue|PostFormValue|PostForm)\(\s*"(\w+)"/g,
  ],
  query: [
    /\brequest\.(?:args|GET|query_params|query)(?:\.get\(|\[|\.)\s*["']?(\w+)/g,
    /\breq\.query\??(?:\.|\[["'])(\w+)/g,
    /searchParams\.get\(\s*["'](\w+)/g,
    /\$request->query\(\s*["'](\w+)/g,
    /\$_GET\[\s*["'](\w+)/g,
    /@RequestParam(?:\(\s*\)|\((?=[^)]*\brequired\s*=\s*true)[^)]*\)|(?!\s*\())\s+\w+(?:<\w+>)?\s+(\w+)/g,
    /@RequestParam\((?:\s*(?:name|value)\s*=)?\s*"(\w+)"(\s*,[^)]*(?:required\s*=\s*false|defaultValue)[^)]*)?/g,
    /@RequestParam\((?=[^)"]*(?:required\s*=\s*false|defaultValue))[^)]*\)\s+\w+(?:<\w+>)?\s+(\w+)()/g,
    /\[FromQuery\]\s*[\w?<>]+\s+(\w+)/g,
    /@Query\(\s*["'](\w+)["']/g,
    /\.(?:Query|URL\.Query\(\)\.Get|QueryParam)\(\s*"(\w+)"/g,
  ],
};

const NO_FIELD =
  /^(?:get|body|json|headers|files|length|strip|validate|all|trim|items|keys|values|toString|then|dict|model_dump|copy|pop|method|url|ip|user|cookies|params|query|state|client|app|read|rewind|string)$/;

/** What is read of the request that a Laravel closure is given: by a method, as a property or by a key. */
const laravelReads = (request: string): RegExp =>
  new RegExp(
    String.raw`\$${request}(?:->(?:input|string|str|post|json|get)\(\s*["'](\w+)["'](\s*,[^)]*)?|->(\w+)(?![\w(])|\[["'](\w+)["']\])`,
    'g',
  );

/** Fields read straight off the request, or off a variable that holds its body. */
export function directReads(code: string): ReadField[] {
  const fields: ReadField[] = [];
  const add = (name: string, place: ReadField['place'], hasDefault: boolean): void => {
    if (!NO_FIELD.test(name) && name !== '')
      fields.push({ name, type: undefined, isRequired: !hasDefault, place });
  };
  for (const [, request = ''] of code.matchAll(/\b(?:fn|function)\s*\([^)]*\bRequest\s+\$(\w+)/g))
    for (const [, called, fallback, property, key] of code.matchAll(laravelReads(request)))
      add(called ?? property ?? key ?? '', 'body', fallback !== undefined);
  for (const place of ['body', 'form', 'query'] as const)
    for (const pattern of READS[place])
      for (const [, name = '', fallback] of code.matchAll(pattern)) add(name, place, fallback !== undefined);
  // Rails: `params[:chat][:text]`, `params.dig(:chat, :text)`, `params.permit(:text, :lang)`.
  for (const [, steps = '', listed = ''] of code.matchAll(
    /\bparams(?=[.[])((?:\[:\w+\]|\.(?:dig|require|fetch)\([^()\n]*\)){0,4})(?:\.permit\(([^()]*)\))?/g,
  )) {
    const path = captured(steps, /[[(,]\s*:(\w+)/g);
    if (path.length > 0) add(path.join('.'), 'body', /\.fetch\([^()]*,/.test(steps));
    else for (const [, name = ''] of listed.matchAll(/:(\w+)/g)) add(name, 'body', false);
  }
  // Phoenix takes the fields apart in the head of the function.
  for (const [, head = ''] of code.matchAll(/\bdef\s+\w+\(\s*_?conn\w*\s*,\s*%\{([^{}]*)\}/g))
    for (const [, name = ''] of head.matchAll(/"(\w+)"\s*=>/g))
      fields.push({ name, type: undefined, isRequired: true, place: 'body' });
  for (const { names, source } of destructurings(code)) {
    const isQuery = /\.query\b|searchParams/.test(source);
    if (!isQuery && (!BODY_SOURCE.test(source) || isHandedOn(source))) continue;
    for (const { name, hasDefault } of names) add(name, isQuery ? 'query' : 'body', hasDefault);
  }
  for (const [, holder = ''] of code.matchAll(/\b(\w+)\s*=\s*await\s+[\w.]+\.formData\(\)/g))
    for (const { name } of readsOf(holder, code)) add(name, 'form', false);
  const permitted = new Set(captured(code, /params\.require\(:(\w+)\)\.permit/g));
  for (const holder of bodyHolders(code))
    for (const { name, hasDefault, isQuoted } of readsOf(holder, code))
      if (isQuoted) fields.push({ name, type: undefined, isRequired: !hasDefault, place: 'body' });
      else add(name, 'body', hasDefault);
  return [...throughAliases(fields, code), ...validationRules(code)].filter(
    ({ name }) => !permitted.has(name),
  );
}

/** `mail = data["mail"]`, `const { mail } = req.body`: what is read off a field under its own name stands within it. */
function throughAliases(fields: readonly ReadField[], code: string): ReadField[] {
  return fields.flatMap((field): ReadField[] => {
    const isTaken = new RegExp(
      String.raw`\b${field.name} = [\w.]+(?:\[["']${field.name}["']\]|\.get\(["']${field.name}["']\))[ \t]*$|\{[^{}]*\b${field.name}\b[^{}]*\}\s*=\s*(?:await\s+)?(?:req|request|ctx|event|c)\b`,
      'm',
    ).test(code);
    const inner =
      field.place === 'body' && isTaken
        ? readsOf(field.name, code).filter(
            ({ name, isQuoted }) => isQuoted || (!NO_FIELD.test(name) && !ARRAY_MEMBER.test(name)),
          )
        : [];
    return inner.length === 0
      ? [field]
      : inner.map(({ name, hasDefault }) => ({
          ...field,
          name: `${field.name}.${name}`,
          isRequired: !hasDefault,
        }));
  });
}

const ARRAY_MEMBER =
  /^(?:at|map|filter|find|some|every|push|slice|join|reduce|forEach|flatMap|concat|includes)$/;

const BODY_SOURCE =
  /(?:req|request|ctx|context|event|c)\b[\w.]*\.?(?:body|json\(\)|json<|parse)|req\.json|JSON\.parse\(\s*(?:event|req|request)|read(?:Validated)?Body\(|\.parse(?:Async)?\(\s*(?:await\s+)?req/;

/** `await suggest(req.body.dish)`: what a function makes of the body is not the body. */
const isHandedOn = (source: string): boolean => {
  const callee = /^(?:await\s+)?([\w.$]+)\(/.exec(source.trim())?.[1];
  return (
    callee !== undefined &&
    !/^(?:req|request|c|ctx|context|event)\.|pars|valid|json|body|camel|snake|assign|cast|plainTo|schema/i.test(
      callee,
    )
  );
};

/** Rails: `params.require(:enquiry).permit(:text)` wants the fields below one name. */
export function nestedReads(code: string): Record<string, string[]> {
  return Object.fromEntries(
    [...code.matchAll(/params\.require\(:(\w+)\)\.permit\(([^)]*)\)/g)].map((match): [string, string[]] => [
      match[1] ?? '',
      [...(match[2] ?? '').matchAll(/:(\w+)|(\w+):/g)].map((name) => name[1] ?? name[2] ?? ''),
    ]),
  );
}

function destructurings(code: string): { names: { name: string; hasDefault: boolean }[]; source: string }[] {
  const found: { names: { name: string; hasDefault: boolean }[]; source: string }[] = [];
  for (const match of code.matchAll(/\b(?:const|let|var)\s*\{/g)) {
    const block = enclosed(code, match.index + match[0].length - 1);
    if (!block) continue;
    const source = /^(?:\s*:\s*[^=]+)?\s*=\s*([^;\n]*)/.exec(code.slice(block.end))?.[1];
    if (source === undefined) continue;
    found.push({ names: takenApart(block.inner), source });
  }
  return found;
}

/** `{ lang = "en", payload: { text } }`: what stands within a field has the path of both. */
function takenApart(inner: string): { name: string; hasDefault: boolean }[] {
  return splitTopLevel(inner).flatMap((item) => {
    const name = /^\s*(?:\.\.\.)?(\w+)/.exec(item)?.[1];
    if (name === undefined) return [];
    const within = /^\s*\w+\s*:\s*\{([\s\S]*)\}\s*(?:=|$)/.exec(item)?.[1];
    return within === undefined
      ? [{ name, hasDefault: item.includes('=') }]
      : takenApart(within).map((field) => ({ ...field, name: `${name}.${field.name}` }));
  });
}

/** `data = request.get_json()`, `const body = await req.json()`: the names under which the body is known. */
function bodyHolders(code: string): Set<string> {
  const holders = [
    ...code.matchAll(
      /(?:const|let|var|\$|val)?[ \t]*(\w+)(?:[ \t]*:[ \t]*[\w<>[\], ]+)?[ \t]*:?=[ \t]*(?:await\s+)?(?:req(?:uest)?\.(?:get_json\([^)]*\)|get_media\([^)]*\)|json\(\)|json\b|body\b|data\b)|json\.loads\(\s*(?:await\s+)?(?:(?:self\.)?request\.(?:body|data|get_data)|event\[["']body["']\]|event\.get\(["']body["']|self\.rfile|body)[^)]*\)*|req(?:uest)?\.(?:json\(\)|body)\b|c\.req\.json\(|ctx\.request\.body|readBody\(|json_decode\(\s*file_get_contents\(\s*["']php:\/\/input["']\s*\)[^)]*\)|json_decode\(\s*\$request->getContent\(\)[^)]*\)|JSON\.parse\(\s*(?:request\.body\.read|event\.body|req\.body|body|data)[^)]*\)|\$request->(?:all|validated|json|toArray|validate|getParsedBody)\()/g,
    ),
    ...code.matchAll(DECODED),
    ...code.matchAll(
      /\b(\w+)\s*:\s*(?:dict|Dict\[[^\]]*\]|Any|Annotated\[dict[^\]]*\])\s*(?:=\s*Body\([^)]*\))?\s*[,)]/g,
    ),
    ...code.matchAll(/@RequestBody\s+(?:Map<[^>]*>|JsonNode|JSONObject|ObjectNode)\s+(\w+)/g),
    ...code.matchAll(/\b(\w+)\s*:\s*any\s*[,)]/g),
  ].map((match) => match[1] ?? '');
  return new Set(
    holders.filter((name) => name !== '' && !/^(?:req|res|request|response|next|self)$/.test(name)),
  );
}

/** The body of a request as frameworks hand it out, and whatever decoders and casts stand around it. */
const RAW_BODY = String.raw`(?:self\.)?request\.(?:body|get_json|json|data|media|get_data)\b|\breq\.(?:body|json\(|media|get_json)|\$req(?:uest)?->get(?:Body|Content|ParsedBody)\(|\bevent(?:\[["']body["']\]|\.get\(\s*["']body|\.body\b)|\b(?:request|req|r)\.body\.read|\bctx\.request\.body|["']php://input`;
const DECODED = new RegExp(
  String.raw`(?:\b|\$)(\w+)[ \t]*:?=[ \t]*(?:\((?:array|string|object)\)\s*|await\s+|\(\s*|[\w.:>$\\-]*(?:[dD]ecode|loads?|[pP]arse|[dD]eserialize|from_json|file_get_contents)\w*!?\(\s*)*(?:${RAW_BODY})`,
  'g',
);

/** A name in quotes is a field, whatever methods are called like it. */
function readsOf(holder: string, code: string): { name: string; hasDefault: boolean; isQuoted: boolean }[] {
  const pattern = new RegExp(
    String.raw`\$?\b${holder}(?:\.(?:get|getOrDefault|path|optString|getString|fetch|dig)\(\s*["':]?|\[\s*["':]?|->|\??\.(?!get\b|json\b|getOrDefault\b))(\w+)["']?(\s*,\s*[^)\]]+)?(?!\w*\()`,
    'g',
  );
  return [...code.matchAll(pattern)]
    .filter((match) => !/^\d+$/.test(match[1] ?? ''))
    .map((match) => {
      const inner = innerSteps(code.slice(match.index + match[0].length));
      return {
        name: [match[1] ?? '', ...inner].join('.'),
        isQuoted: /["':]\w+$|["']\w+["']/.test(match[0]),
        hasDefault: inner.length === 0 && match[2] !== undefined && /^\s*,/.test(match[2]),
      };
    });
}

/** What is read further down: `.get("in", {}).get("text")`, `["ask"]["text"]`. */
function innerSteps(rest: string): string[] {
  const steps: string[] = [];
  let at = /^\s*["']?\s*[)\]]?/.exec(rest)?.[0].length ?? 0;
  for (let count = 0; count < 3; count += 1) {
    const step = /^(?:\.get\(\s*["'](\w+)["'][^()]*\)|\[\s*["'](\w+)["']\s*\])/.exec(rest.slice(at));
    if (!step) break;
    steps.push(step[1] ?? step[2] ?? '');
    at += step[0].length;
  }
  return steps;
}

/** Laravel's rules: `'message' => 'required|string'`. */
function validationRules(code: string): ReadField[] {
  const fields: ReadField[] = [];
  for (const [, inner = ''] of code.matchAll(/(?:validate|rules)\([^[]*\[([\s\S]*?)\]\s*\)/g))
    for (const [, name = '', rule = ''] of inner.matchAll(/["'](\w+)["']\s*=>\s*["'[]([^\n]*)/g))
      fields.push({
        name,
        type: /integer|numeric|boolean|array/.exec(rule)?.[0],
        isRequired: /required/.test(rule) && !/required_(?:if|with)/.test(rule),
        place: 'body',
      });
  return fields;
}

/** `request.message` of a parameter whose type the paste does not show: its members are the fields. */
export function memberReads(variable: string, code: string): ReadField[] {
  const pattern = new RegExp(String.raw`\b${variable}\??\.(?:(get)([A-Z]\w*)\(\)|(\w+)(\(\))?)`, 'g');
  return [...code.matchAll(pattern)]
    .map(([, getter, got = '', member = '']) => lowerFirst(getter ? got : member))
    .filter((name) => !NO_MEMBER.test(name))
    .map((name) => ({ name, type: undefined, isRequired: true, place: 'body' as const }));
}

const NO_MEMBER =
  /^(?:get|json|headers|strip|validate|trim|toString|then|dict|model_dump|model_copy|copy|pop|method|url|ip|cookies|client|app|state|hashCode|equals|is_disconnected|scope|class|length|size|isEmpty|validated|all|input)$/;

const ROLE = /^(?:role|who|from|author|speaker|sender|by|rolle|type)$/;
const WORDS = /^(?:content|text|message|body|parts|inhalt|value|utterance)$/;

/**
 * A field that a handler walks through is a list; where it reads of each entry who speaks and what is said, the list is
 * the history of the conversation.
 */
export function turnsOf(name: string, part: string): Json | undefined {
  const walked = new RegExp(
    String.raw`\bfor\s*\(?\s*(?:const\s+|let\s+|var\s+|\w+\s*,\s*)?(?<each>\w+)\s*(?:of|in|:=\s*range)\s+(?:reversed\(\s*)?(?:[\w.]+[.>])?${name}\b|\b${name}\s*(?:\?\.|\.|->)(?:map|forEach|filter|reduce|each|some|every|findLast)\s*\(?\s*(?:\(?\s*(?<arrow>\w+)|\(?\s*\{(?<taken>[^}]*)\}|\{\s*\|(?<block>\w+)\|)|\bforeach\s*\(\s*[$\w>-]*\b${name}\s+as\s+\$(?<as>\w+)`,
  ).exec(part);
  const isList =
    walked !== null ||
    new RegExp(
      String.raw`isArray\(\s*(?:[\w.]+\.)?${name}\b|\b${name}\s*\[\s*-1\s*\]|\b${name}\.(?:at\(\s*-1|last\b)|isinstance\(\s*${name}\s*,\s*list`,
    ).test(part);
  if (!isList) return undefined;
  const { each, arrow, block, as, taken = '' } = walked?.groups ?? {};
  const entry = each ?? arrow ?? block ?? as;
  const members = [
    ...(taken.match(/\w+/g) ?? []),
    ...(entry === undefined
      ? []
      : captured(
          part,
          new RegExp(String.raw`\$?\b${entry}(?:\??\.|->|\[\s*["':]?|\.get\(\s*["'])(\w+)`, 'g'),
        )),
  ];
  const role = members.find((member) => ROLE.test(member));
  const words = members.find((member) => WORDS.test(member));
  if (words !== undefined) return [{ [role ?? 'role']: 'user', [words]: hole('message') }];
  return /message|conversation|history|turns|dialog|transcript|verlauf/i.test(name)
    ? [{ role: 'user', content: hole('message') }]
    : undefined;
}
