/**
 * How handlers give back their answer, framework by framework, up to where the answer begins. The order counts: of two
 * that begin alike the longer comes first.
 */
const CALLS: readonly string[] = [
  // Flask, Django, FastAPI, fetch handlers, Next.js
  String.raw`jsonify|JsonResponse|JSONResponse|Response\.json|NextResponse\.json`,
  // Express, Fastify, Hono, Koa
  String.raw`res(?:ponse)?(?:\.status\(\s*\d+\s*\))?\.(?:json|send)`,
  String.raw`reply(?:\.code\(\s*\d+\s*\))?\.send`,
  String.raw`c\.json|ctx\.(?:body|response\.body)\s*=`,
  // Laravel, plain PHP, plain Python, Rails
  String.raw`->json|json_encode|json\.dumps|render\s+json:`,
  // Gin, Fiber, Echo
  String.raw`gin\.H|fiber\.Map|echo\.Map`,
  String.raw`JSON\.stringify`,
  // ASP.NET, Java, Rust, Elixir, aiohttp
  String.raw`(?:Ok|Results\.Ok|Json|Results\.Json|TypedResults\.Ok)\(\s*new`,
  String.raw`Map\.of|json!|encode!\(%|\bjson\(\s*(?:\w+\s*,\s*)?%|web\.json_response|\bResponse`,
  // A helper of the paste's own, such as "return ok(res, {"
  String.raw`return\s+(?:await\s+)?(?:\$this->|self\.|this\.)?(?<helper>\w*(?:json|JSON|respon[ds]|reply|ok|success|send|result|created|encode)\w*)\((?=\s*(?:\$?[\w.:]+\s*,\s*)*[{[])(?:\s*\$?[\w.:]+\s*,)*`,
  // Tornado, Falcon, Azure Functions
  String.raw`return\s+response|self\.finish|\.media\s*=|jsonBody\s*:`,
  // net/http
  String.raw`(?:Encode|JSON|[wW]riteJSON|respond\w*)\([^\n{}]*map\[string\](?:interface\{\}|any|string)`,
  // AWS Lambda, Ktor
  String.raw`callback\(null,|call\.respond|mapOf`,
  String.raw`yield(?:\s+\w+(?=\())?|return|\.json|make_response|self\.write`,
  // Sinatra: the last line of a block
  String.raw`\n[ \t]*(?=\{[^\n]*\}(?:\.to_json|[ \t]*\n[ \t]*end\b))`,
];

/** What an answer begins with: a literal, a call, or a name that is given a value. */
const BEGINNING = String.raw`(?=[{[(]|content=|\w+\s*=|"\w+"\s*(?:to|,))`;

/** Finds where a handler answers; the match ends where the answer begins. */
export const ANSWER_CALLS = new RegExp(String.raw`(?:${CALLS.join('|')})\s*\(?\s*${BEGINNING}`, 'g');

/** Where a signature or a constructor names the type of the answer, language by language. */
const TYPE_NAMES: readonly string[] = [
  // FastAPI and annotated Python
  String.raw`response_model\s*=\s*(\w+)|->\s*(?:\w+\[)?(\w+)\]?\s*:`,
  // What a framework or a promise wraps
  String.raw`(?:ResponseEntity|ActionResult|Promise|Task|Mono|Json|web::Json)<\s*(?:ActionResult<)?(\w+)`,
  // What is made to be given back
  String.raw`\bnew\s+(\w+)\s*[({]|\b(?:return|respond\(|Ok\(|Json\()\s*&?(\w+)\s*[({]`,
  // Java and C#, Rust, TypeScript and Kotlin
  String.raw`\b(?:public|private)\s+(\w+)\s+\w+\s*\(|->\s*(?:impl\s+)?(\w+)|\)\s*:\s*(\w+)\s*[{=]`,
  // Go
  String.raw`(?:,\s*|Encode\(\s*)&?(?:\w+\.)?(\w+)\{`,
];

export const ANSWER_TYPE_NAMES = new RegExp(TYPE_NAMES.join('|'), 'g');
