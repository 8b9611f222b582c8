import { hole } from '../../holes.ts';

/** One route that code serves, with the part of the code that belongs to it. */
export type Route = {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly at: number;
  /** Where the route itself stands. */
  readonly from: number;
  readonly end: number;
};

const ROUTES: readonly RegExp[] = [
  /@(?:\w+\.)?(?<verb>get|post|put|patch|route|api_route)\(\s*(?:(?:path|route|rule|trigger_arg_name)\s*=\s*)?["'](?<path>[^"']*)["'](?<rest>[^)]*)\)/g,
  /\b(?:app|router|server|fastify|api|route|web|hono|koa|express\(\)|\w*[rR]outer|v\d|routes)\.(?<verb>get|post|put|patch|all)(?:<[^()]*>)?\(\s*["'`](?<path>[^"'`]*)["'`]/g,
  // Whatever stands before it, what is given a function of a request serves it.
  /\.(?<verb>get|post|put|patch|all)\(\s*["'`](?<path>\/[^"'`]*)["'`]\s*,\s*(?:\{[^;]*?\}\s*,\s*)?(?:async\s*)?\(?\s*(?:\{\s*body\b|_?req\b|request\b|c\b|ctx\b)[^\n;]*?=>/g,
  /\b\w+\.add_route\(\s*["'](?<path>\/[^"']*)["']/g,
  /\bapp\.http\(\s*["'](?<path>[^"']+)["']/g,
  /\(\s*r?["'](?<path>\/[^"']*)["']\s*,\s*\w*Handler\b/g,
  /Route::(?:\w+\([^()]*(?:\([^()]*\)[^()]*)*\)\s*->\s*){0,6}(?<verb>get|post|put|patch|any)\(\s*["'](?<path>[^"']+)["']/g,
  /\$(?:app|router|group|r)->(?<verb>get|post|put|patch|any)\(\s*["'](?<path>[^"']+)["']/g,
  /@(?<verb>Post|Get|Put|Patch)Mapping\b(?:\(\s*(?:(?:value|path)\s*=\s*)?\{?\s*["'](?<path>[^"']*)["'])?/g,
  /@RequestMapping\((?=[^)]*method)[^)]*?(?:(?:value|path)\s*=\s*)?["'](?<path>[^"']+)["'][^)]*(?<verb>POST|GET|PUT)/g,
  /\[Http(?<verb>Post|Get|Put|Patch)(?:\(\s*"(?<path>[^"]*)"[^)]*\))?\]/g,
  /\.Map(?<verb>Post|Get|Put|Patch)\(\s*"(?<path>[^"]+)"/g,
  /\b\w+\.(?<verb>POST|GET|PUT|PATCH|Post|Get)\(\s*"(?<path>\/[^"]*)"/g,
  /\b(?:http|mux|router|r|\w*[mM]ux)\.(?:HandleFunc|Handle)\(\s*"(?:(?<verb>POST|GET) )?(?<path>\/[^"]*)"/g,
  /^\s*(?<verb>post|get|put)\s*\(?\s*["'](?<path>\/[^"']*)["']\s*\)?\s*(?:do|\{|,)/gm,
  /export\s+(?:async\s+function|const)\s+(?<verb>POST|GET|PUT)\b/g,
  /@(?<verb>Post|Get|Put)\(\s*(?:["'](?<path>[^"']*)["'])?\s*\)/g,
  /\b(?:path|re_path|Route)\(\s*["'](?<path>[^"']+)["']\s*,(?<rest>[^()]*)/g,
  /#\[Route\(\s*(?:path:\s*)?["'](?<path>[^"']+)["'](?<rest>[^\]]*)\]/g,
  /@Path\(\s*"(?<path>[^"]+)"\s*\)(?:\s*@\w+(?:\([^)]*\))?)*?\s*@(?<verb>POST|GET|PUT)\b/g,
  /(?<!@Path\([^{};]*)@(?<verb>POST|GET|PUT)\b(?:(?:\s*@\w+(?:\([^)]*\))?)*?\s*@Path\(\s*"(?<path>[^"]+)")?/g,
  /#\[(?<verb>post|get|put)\(\s*"(?<path>[^"]+)"/g,
  /\.route\(\s*"(?<path>\/[^"]*)"\s*,\s*(?:axum::routing::|routing::|web::)?(?<verb>post|get|put)\(/g,
  /(?:method|Method)\s*:\s*["'](?<verb>POST|GET|PUT)["']\s*,\s*(?:url|path)\s*:\s*["'`](?<path>\/[^"'`]*)["'`]/g,
];

export function routesIn(code: string): Route[] {
  const prefix = prefixOf(code);
  const found: Route[] = [];
  for (const pattern of ROUTES)
    for (const match of code.matchAll(pattern)) {
      const { verb, path, rest } = match.groups ?? {};
      if (/^\w*https?:/.test(path ?? '')) continue;
      if (isSending(code, match.index)) continue;
      const named = /methods\s*[=:]\s*[[({]\s*["'](\w+)/.exec(rest ?? '')?.[1];
      const method =
        named ?? (verb && /^(?:route|api_route|all|any|request)$/i.test(verb) ? undefined : verb);
      found.push({
        method: method?.toUpperCase(),
        path: joined(prefix, path),
        at: match.index,
        from: match.index,
        end: code.length,
      });
    }
  const file = found.length === 0 ? fileRoute(code) : undefined;
  if (file) found.push(file);
  const sorted = found
    .slice(0, MOST_ROUTES)
    .map((route) => ({ ...route, own: functionNamed(code, route.at) }))
    .toSorted((left, right) => left.at - right.at)
    .filter((route, index, list) => index === 0 || route.at - (list[index - 1]?.at ?? 0) > 3);
  return sorted.map(({ own, ...route }, index) => ({
    ...route,
    end: sorted[index + 1]?.at ?? code.length,
    ...(sorted.length === 1 ? { at: 0 } : (own ?? {})),
  }));
}

/** More are no paste that somebody made to show one of them; each is read with all that stands below it. */
const MOST_ROUTES = 40;

/** A framework that takes routes from the names of files: `// pages/api/ask.ts` above the one handler of the file. */
function fileRoute(code: string): Route | undefined {
  const match =
    /(?:^|[\s/"'`])(?:src\/)?(?:pages|app|server|netlify)(?<path>\/(?:api|functions|routes)\/[\w\-/[\]]+?)(?:\/(?:route|index|\+server))?(?:\.(?<verb>post|get|put))?\.[jt]sx?\b/.exec(
      code,
    );
  if (!match || !isServerCode(code)) return undefined;
  return {
    method: match.groups?.['verb']?.toUpperCase() ?? /\bmethod\s*!==?\s*["'](\w+)["']/.exec(code)?.[1],
    path: (match.groups?.['path'] ?? '').replaceAll(/\[(?:\.{3})?(\w+)\]/g, ':$1'),
    at: 0,
    from: 0,
    end: code.length,
  };
}

/** `Route("/ask", ask)`, `app.post('/ask', ask)`: the route only names the function that serves it. */
function functionNamed(code: string, at: number): { at: number; end: number } | undefined {
  const name = /^[^\n]*?["'`]\s*,\s*(?:\w+\.)*?(\w+)(?:\.as_view\(\))?\s*[,)]/.exec(
    code.slice(at, at + 300),
  )?.[1];
  if (name === undefined || /^(?:async|function|methods|name)$/.test(name)) return undefined;
  const start = new RegExp(
    String.raw`^[ \t]*(?:export\s+)?(?:async\s+)?(?:(?:def|function|const|let|var|class)\s+|func\s*(?:\([^)]*\)\s*)?)${name}\b`,
    'm',
  ).exec(code);
  if (!start) return undefined;
  const after =
    /\n(?=(?:async\s+def|def|class|function|func|const|export|app|router|@|urlpatterns|if __name__)\b)/.exec(
      code.slice(start.index + 1),
    );
  return { at: start.index, end: after ? start.index + 1 + after.index : code.length };
}

/** `await api.post("/chat", …)` of a client looks like a route; nothing in it answers anybody. */
const isSending = (code: string, at: number): boolean =>
  /\b(?:await|return|=)\s*(?:\w+\.)*$/.test(code.slice(Math.max(0, at - 30), at)) &&
  !/function|=>|\breq\b|handler/.test(code.slice(at, at + 160).split(/[;\n]/, 1)[0] ?? '');

/** What stands before every path of the file: a router's prefix, a controller's own path. */
function prefixOf(code: string): string {
  const own =
    /\.basePath\(\s*["']([^"']+)["']/.exec(code)?.[1] ??
    /(?:APIRouter|Blueprint)\([^)]*?(?:url_)?prefix\s*=\s*["']([^"']+)["']/.exec(code)?.[1] ??
    /@Controller\(\s*["']([^"']+)["']/.exec(code)?.[1] ??
    /@RequestMapping\(\s*(?:(?:value|path)\s*=\s*)?["']([^"']+)["'](?![^)]*method)/.exec(code)?.[1] ??
    controllerRoute(code) ??
    '';
  const outer =
    /include_router\([^)]*prefix\s*=\s*["']([^"']+)["']/.exec(code)?.[1] ??
    /\bapp\.use\(\s*["'](\/[\w/-]+)["']\s*,\s*\w*[rR]out/.exec(code)?.[1] ??
    '';
  return joined(outer, own) ?? '';
}

/** `[Route("api/[controller]")]` above `class ChatController`. */
function controllerRoute(code: string): string | undefined {
  const route = /\[Route\(\s*"([^"]+)"/.exec(code)?.[1];
  const name = /class\s+(\w+?)Controller\b/.exec(code)?.[1];
  return route?.replace('[controller]', (name ?? '').toLowerCase());
}

const slashed = (path: string): string => (path === '' || path.startsWith('/') ? path : `/${path}`);

function joined(prefix: string, path: string | undefined): string | undefined {
  if (path === undefined) return prefix === '' ? undefined : slashed(prefix);
  if (prefix === '') return path;
  return `${slashed(prefix).replace(/\/+$/, '')}${slashed(path)}` || '/';
}

/** The path as an address, its parameters as holes. */
export const addressOf = (path: string | undefined): string | undefined =>
  path === undefined
    ? undefined
    : slashed(path === '' ? '/' : path).replace(
        /<(?:\w+:)?(\w+)>|\{(\w+)(?::[^}]*)?\}|:(\w+)/g,
        (_all, a: string | undefined, b: string | undefined, c: string | undefined) =>
          hole(a ?? b ?? c ?? 'id'),
      );

/** Code that answers requests, rather than code that sends them. */
export const isServerCode = (code: string): boolean =>
  /@\w+\.(?:post|get|put|route|api_route)\(|\b(?:app|router|server|fastify|hono|\w*[rR]outer)\.(?:post|get|put|all)(?:<[^()]*>)?\(\s*["'`][^"'`]*["'`]\s*,\s*(?:\{|\[|async|function|\(|\w+\s*(?:,|\)|=>))|Route::|Mapping\b|\[Http(?:Post|Get)|Map(?:Post|Get)\(|export\s+(?:async\s+function|const)\s+(?:POST|GET)\b|HandleFunc|extends \w*Controller|\$request->|@RequestBody|\$_POST|php:\/\/input|\.(?:POST|GET)\("\/|^\s*post ['"].*do$|lambda_handler|exports\.handler|export const handler|def \w+\(event\b|\bAction(?:\.async)?\(|Action\[|def \w+\(request\b|@(?:Post|Get|post|put)\(|\bapp\.http\(|RequestHandler\)\s*:|\$req(?:uest)?->getBody\(|MapRequestPayload|\)\s*\.post\(\s*["'`]\/[^"'`]*["'`][^;\n]*(?:async|=>)|call\.receive|#\[(?:post|get)\(|axum::|\$(?:app|router)->post\(|fastify\.route\(|\bRoute\(\s*["']\/|(?:Application|Action)Controller|\bparams\.(?:dig|require|permit|fetch)\(:|\brender[ (]json:|export\s+default\s+(?:async\s+)?(?:function\s*\w*)?\s*\(\s*req\w*\b|NextApiHandler|defineEventHandler|export\s+const\s+POST\b|export\s+async\s+function\s+action\b|(?:Deno|Bun)\.serve|async\s+fetch\(\s*req\w*|onRequest\(|^\s*requires :\w+|\br\.post ['"]|\br\.body\.read|conn\.body_params|\.formData\(\)|def\s+\w+\(\s*_?conn\w*\s*,\s*%\{|def\s+on_(?:post|put|get)\(|\.arguments\(\s*\w*Schema|request\.forms\b|\(tornado\.web\.RequestHandler|@Path\(|#\[Route\(|BaseHTTPRequestHandler|http\.createServer/m.test(
    code,
  );
