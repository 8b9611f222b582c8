import { languageNamed, type CodeLanguage } from './grammars.ts';
import { isServerCode } from './handlers/routes.ts';
import { declaredTypes } from './types/declared-types.ts';

const MARKS: Readonly<Record<Exclude<CodeLanguage, 'tsx'>, readonly RegExp[]>> = {
  python: [
    /^\s*(?:import \w[\w., ]*|from [\w.]+ import .+)$/m,
    /^\s*(?:async )?def \w+\(.*\).*:\s*$/m,
    /\b(?:requests|httpx|aiohttp|urllib)\.\w+/,
    /^\s*@\w+(?:\.\w+)*\(.*\)\s*$/m,
    /\bclass \w+\(.*\):/,
    /\bprint\(/,
    /\b(?:None|True|False)\b/,
    /^\w+ = \w+\(/m,
    /\bjson\.(?:dumps|loads)\(/,
  ],
  javascript: [
    /\b(?:const|let|var) [\w{[]/,
    /=>\s*[{(\w]/,
    /\b(?:fetch|axios|require)\s*[.(]/,
    /\bawait \w/,
    /\bJSON\.(?:stringify|parse)\(/,
    /\bfunction\s*\w*\(/,
    /\bconsole\.log\(/,
    /^\s*import .+ from ['"]/m,
    /\bexport (?:default|async|const|function)\b/,
  ],
  typescript: [
    /:\s*(?:string|number|boolean|Promise<\w+>|any|unknown|void)\s*[;,)=]/,
    /\binterface \w+ \{/,
    /\bas (?:const|any|string)\b/,
    /^\s*(?:export )?type \w+ =/m,
  ],
  go: [
    /^package \w+/m,
    /\bfunc (?:\(\w+ \*?\w+\) )?\w*\(/,
    /:=/,
    /\bhttp\.(?:NewRequest|Post|Get|HandleFunc)/,
    /\bfmt\.\w+/,
    /`json:"/,
    /\bif err != nil/,
  ],
  java: [
    /^\s*import (?:static )?(?:java|org|com|okhttp3)\b[\w.*]+;/m,
    /\bpublic (?:class|static|record|void|[\w<>[\], ]+ \w+\()/,
    /\b(?:WebClient|RestClient|HttpClient|Mono|Flux|ResponseEntity)\b/,
    /\.class\)/,
    /\bnew \w+(?:<.*>)?\(.*\)[;.]/,
    /\bHttpRequest\.newBuilder|OkHttpClient|RestTemplate|@(?:Post|Get|Request)Mapping|@RequestBody/,
    /\bString \w+ =/,
    /\.builder\(\)/,
  ],
  'c-sharp': [
    /^\s*using [\w.]+;/m,
    /\bHttpClient\b|HttpRequestMessage|StringContent|PostAsJsonAsync|RestSharp|RestClient/,
    /\bvar \w+ = (?:await |new )/,
    /\b(?:JsonSerializer|JsonConvert|Encoding\.UTF8|HttpMethod\.\w+)\b/,
    /\bConsole\.Write(?:Line)?\(/,
    /\bnew (?:Uri\(|List<|Dictionary<)/,
    /\wAsync\(/,
    /\bnew(?:\[\])? \{/,
    /\bnamespace \w/,
    /\basync Task\b/,
    /\bMap(?:Post|Get)\(/,
    /\[Http(?:Post|Get)/,
    /\brecord \w+\(/,
  ],
  php: [
    /<\?php/,
    /\$\w+\s*=\s*/,
    /->\w+\(/,
    /\bcurl_(?:init|setopt|exec)/,
    /\w::\w+\(/,
    /=>\s*/,
    /\becho\b/,
    /\bfunction \w+\(.*\$\w+/,
  ],
  ruby: [
    /^\s*require ['"]/m,
    /\bNet::HTTP\b|HTTParty|Faraday|RestClient/,
    /(?:['"]|:\w+) => /,
    /\b[A-Z]\w*::[A-Z]\w*(?:::[A-Z]\w*)*\.new\b/,
    /\bputs\b/,
    /\bdo \|\w+\|/,
    /^\s*end\s*$/m,
    /\bdef \w+/,
    /\.to_json\b/,
    /\bparams\[:/,
    /^\s*(?:post|get) ['"].*['"] do/m,
  ],
};

const IS_PHP = /<\?php|\$\w+\s*->|\$\w+\s*=|\w::\w+\(/;

/** A call of a library that sends requests: that alone is code. */
const STRONG =
  /\b(?:requests|httpx|aiohttp|axios|ky|got|superagent)\.(?:post|get|put|request)\(|\bfetch\(\s*["'`]|curl_init\(|Net::HTTP|RestTemplate|OkHttpClient|HttpRequest\.newBuilder|new HttpPost|axios\(|\bhttp\.(?:Post|NewRequest)\(|PostAsync\(|Http::/;

/** The language of a piece of code, as its fence or its own words tell; undefined for what is no code. */
export function languageOf(text: string, fence: string | undefined): CodeLanguage | undefined {
  const named = fence === undefined ? undefined : languageNamed(fence.toLowerCase());
  if (named) return named;
  if (
    fence !== undefined &&
    /^(?:json|jsonc|yaml|yml|bash|sh|shell|http|text|xml|html|graphql|console|curl|markdown|md)$/i.test(fence)
  )
    return undefined;
  const marksOf = (language: keyof typeof MARKS): number =>
    MARKS[language].filter((mark) => mark.test(text)).length;
  const scores = (Object.keys(MARKS) as (keyof typeof MARKS)[]).map((language) => {
    const own = language === 'php' && !IS_PHP.test(text) ? 0 : marksOf(language);
    return { language, score: language === 'typescript' && own > 0 ? own + marksOf('javascript') : own };
  });
  const best = scores.toSorted((left, right) => right.score - left.score)[0];
  return best && (best.score >= 2 || (best.score === 1 && (STRONG.test(text) || looksLikeCode(text, fence))))
    ? best.language
    : undefined;
}

const CODE_FENCE =
  /^(?:kotlin|kt|swift|rust|rs|dart|elixir|ex|exs|scala|r|julia|jl|lua|perl|pl|c|cpp|c\+\+|objc|objective-c|clojure|groovy|haskell|fsharp|vb|code)$/i;

/** Code of a language without a grammar here: most of its lines are built as code is, or they declare and call. */
export function looksLikeCode(text: string, fence: string | undefined): boolean {
  if (fence !== undefined) return CODE_FENCE.test(fence);
  if (/^(?:[A-Z]{3,7} \S+ )?HTTP\/[\d.]+\b/m.test(text)) return false;
  if (isServerCode(text) || declaredTypes(text).size > 0) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !IS_JSON_LINE.test(line));
  if (lines.length === 0) return false;
  const marks = lines.filter(isCodeLine).length;
  return marks >= 2 && marks / lines.length > 0.45;
}

/** Samples say nothing about what stands around them. */
const IS_JSON_LINE = /^\s*(?:[{[].*[}\]]|"[^"]+"\s*:.*|[{}[\]]+),?\s*$/;

const isCodeLine = (line: string): boolean =>
  /[{}();]\s*,?\s*$|^\s*(?:\/\/|@\w+|#\[|\*)|\b(?:val|let|var|const|func|fun|fn|def|import|use|class|struct|interface|return|final|export|await)\b .*[\w)"'\]]|^\s*\|>|^\s*\.\w+\(|^\s*[\w.]+!?\(|^\s*[\w?]+\??\s*:\s*[\w<>[\]?]+[,;]?\s*$|^\s*\w+\s*(?:<-|:?=)\s*\S/.test(
    line,
  ) && !/^\s*(?:[-*•#>|]|\d+[.)])\s|[.:]\s*$/.test(line);
