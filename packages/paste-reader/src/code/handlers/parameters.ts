import { enclosed, splitTopLevel } from '../../scanning.ts';
import type { DeclaredTypes } from '../types/declared-types.ts';
import { memberReads, type ReadField } from './reads.ts';

const FRAMEWORK =
  /^(?:Request|Response|HttpRequest|HttpServletRequest|HttpServletResponse|Session|AsyncSession|BackgroundTasks|WebSocket|Context|Depends|str|int|float|bool|string|number|boolean|void|any|NextRequest|NextResponse|NextApiRequest|NextApiResponse|FastifyRequest|FastifyReply|CancellationToken|ResponseWriter|HttpContext|ILogger|Principal|UploadFile|File|Optional|Promise|String|Integer|Long|UUID|dict|Dict|Any|Map|JsonNode)$/;

const TYPED: readonly RegExp[] = [
  /@RequestBody\s+(?:@\w+\s+)*(?<type>\w+)\s+(?<name>\w+)/g,
  /#\[MapRequestPayload[^\]]*\]\s*(?<type>\w+)\s+\$(?<name>\w+)/g,
  /\bdecode\(\s*(?<type>[A-Z]\w*)\.self/g,
  /\bbody\s*:\s*(?<type>[A-Z]\w*)\s*[,}]/g,
  /\[FromBody\]\s*(?<type>\w+)\??\s+(?<name>\w+)/g,
  /@Body\(\)\s*(?<name>\w+)\s*:\s*(?<type>\w+)/g,
  /(?:ShouldBindJSON|ShouldBind|BindJSON|BodyParser|Bind|Decode|Unmarshal)\(\s*(?:[^,()]+(?:\([^)]*\))?\s*,\s*)?&(?<variable>\w+)/g,
  /\.(?:Bind|ShouldBindJSON|BodyParser|BindJSON|ShouldBind|ReadJSON)\(\s*(?<variable>[a-z]\w*)\s*\)/g,
  /\b(?<type>\w+)\(\s*data\s*=\s*request\.(?:data|POST)/g,
  /readValidatedBody\(\s*\w+\s*,\s*(?<type>[A-Z]\w*)/g,
  /\.arguments\(\s*(?<type>[A-Z]\w*)/g,
  /\b(?<type>\w+)\(\)\.load\(\s*request\./g,
  /receive<(?<type>\w+)>/g,
  /(?:Action|parse\.json|json|as|body)\[(?<type>[A-Z]\w*)\]/g,
  /(?:Json|web::Json|Form|extract::Json)(?:\(\s*(?:mut\s+)?(?<name>\w+)\s*\))?\s*:?\s*(?:\w+::)*Json<(?<type>\w+)>/g,
  /\b(?<name>\w+)\s*:\s*(?:\w+::)*Json<(?<type>\w+)>/g,
  /(?:req|request)\.body\s+as\s+(?<type>\w+)/g,
  /(?<name>\w+)\s*:\s*(?<type>[A-Z]\w*)\s*=\s*(?:await\s+)?(?:req|request)\.(?:body|json)/g,
  /\.json\(\)\s*\)?\s+as\s+(?<type>\w+)/g,
  /json<(?<type>\w+)>\(/g,
  /(?<type>\w+)\.(?:parse|safeParse|parseAsync|validate|validateAsync)\(\s*(?:await\s+)?(?:req|request|c\.req|body|data)/g,
  /Request<\s*\{?[^<>]*\}?\s*,\s*[^<>,]*\s*,\s*(?<type>\w+)/g,
  /<\{?\s*Body:\s*(?<type>\w+)/g,
  /(?:zValidator|validate|validateBody)\(\s*(?:["'](?:json|body)["']\s*,\s*)?(?<type>\w+)/g,
  /[(,]\s*(?:\[\w+\]\s*|@\w+(?:\([^)]*\))?\s+)*(?<type>[A-Z]\w*)\s+(?<name>[a-z]\w*)\s*(?=[,)])/g,
  /\b(?<name>\w+)\s*:\s*(?<type>[A-Z]\w*)\s*(?:=\s*Body\([^)]*\))?\s*[,)]/g,
  /\b(?<name>\w+)\s*:\s*Annotated\[\s*(?<type>[A-Z]\w*)/g,
];

/**
 * What the signature of a handler tells of the request: the declared type of the body, and the fields that the signature
 * itself names or that members of an undeclared body show.
 */
export function signatureOf(part: string, types: DeclaredTypes) {
  const signature = pythonSignature(part);
  const candidates = TYPED.flatMap((pattern) =>
    [...part.matchAll(pattern)].map(({ groups = {} }) => ({
      type: groups['type'] ?? typeOfVariable(groups['variable'] ?? '', part),
      name: groups['name'] ?? groups['variable'],
    })),
  ).filter(({ type }) => type !== undefined && !FRAMEWORK.test(type));
  const declared = candidates.find(({ type }) => type !== undefined && types.has(type))?.type;
  if (declared !== undefined) return { bodyType: declared, fields: signature };
  const members = candidates.flatMap(({ name }) => (name === undefined ? [] : memberReads(name, part)));
  return { bodyType: undefined, fields: [...signature, ...members] };
}

/** `var req AskRequest`, `req := AskRequest{}`, `var body struct { … }` */
function typeOfVariable(variable: string, code: string): string | undefined {
  const type = new RegExp(
    String.raw`var\s+${variable}\s+\*?(?:\w+\.)?(\w+)|\b${variable}\s*:?=\s*(?:new\s*\(|&)?(?:\w+\.)?(\w+)[{)(]`,
  )
    .exec(code)
    ?.slice(1)
    .find((name) => name !== undefined);
  // A type written in place is known by its variable.
  return type === 'struct' ? variable : type;
}

/** FastAPI reads plain parameters from the query, `Body(…)` and `Form(…)` from where they say. */
function pythonSignature(part: string): ReadField[] {
  const route = /@(?:\w+\.)?(?:get|post|put|patch|api_route)\(/.exec(part);
  if (!route || /flask/i.test(part)) return [];
  const def = /\bdef\s+\w+\s*\(/g;
  def.lastIndex = route.index;
  const start = def.exec(part);
  const block = start ? enclosed(part, start.index + start[0].length - 1) : undefined;
  if (!block) return [];
  const inPath = new Set(
    [...part.slice(route.index, start?.index).matchAll(/\{(\w+)/g)].map((match) => match[1]),
  );
  return splitTopLevel(block.inner).flatMap((given): ReadField[] => {
    const [head = '', value] = splitTopLevel(given, '=');
    const [, name = '', type = ''] = /^\s*(\w+)\s*:\s*([\s\S]+?)\s*$/.exec(head) ?? [];
    if (name === '' || inPath.has(name) || /Depends|Header\(|Cookie\(|UploadFile|File\(/.test(given))
      return [];
    const source = /\b(Query|Body|Form)\(/.exec(given)?.[1];
    const isScalar =
      /^(?:Optional\[)?(?:str|int|float|bool)\b/.test(type) || /Annotated\[\s*(?:str|int|bool)/.test(type);
    if (source === undefined && !isScalar) return [];
    const isOptional =
      /Optional|None\b/.test(type) ||
      (value !== undefined &&
        !/\(\s*\.\.\./.test(value) &&
        !/\(\s*(?:embed|description|title)|\(\s*\)/.test(value));
    return [
      {
        name,
        type,
        isRequired: !isOptional,
        place: source === 'Body' ? 'body' : source === 'Form' ? 'form' : 'query',
        description: /description\s*=\s*["']([^"']+)/.exec(given)?.[1],
      },
    ];
  });
}
