/** A built-in kind found in plain words. */
export interface UnderstoodMetric {
  readonly name: string;
  readonly kind: string;
  readonly args: Record<string, unknown>;
  readonly threshold?: number;
}

interface Words {
  readonly text: string;
  readonly plain: string;
  readonly quoted: readonly string[];
  readonly isNegative: boolean;
}

type Rule = (words: Words) => Omit<UnderstoodMetric, 'name'> | undefined;

const languages: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  polish: 'pl',
  russian: 'ru',
  japanese: 'ja',
  chinese: 'zh',
  korean: 'ko',
  turkish: 'tr',
  arabic: 'ar',
  swedish: 'sv',
  danish: 'da',
};
const quotes =
  /"([^"]{1,1000})"|“([^”]{1,1000})”|„([^“]{1,1000})“|(?<![\p{L}\p{N}])'([^']{1,1000})'(?![\p{L}\p{N}])|`([^`]{1,1000})`/gu;
const says = /\b(?:contain|mention|include|say|use|hold|name|state|write|have the (?:word|text|phrase))\w*\b/;

/** Reads what a metric is to check. Each rule is sure of what it reads, or leaves it to the next. */
export function understand(text: string): UnderstoodMetric | undefined {
  const quoted = quotedIn(text);
  const bare = text.replaceAll(quotes, ' ').toLowerCase();
  const words = {
    text,
    quoted,
    plain: bare,
    isNegative: /\b(?:not|never|no|none|without|n't|avoid|forbid\w*|free of)\b|n't\b/.test(bare),
  };
  for (const rule of rules) {
    const found = rule(words);
    if (found) return { ...found, name: nameOf(text) };
  }
  return undefined;
}

export const quotedIn = (text: string): string[] =>
  [...text.matchAll(quotes)].flatMap((match) =>
    match.slice(1).filter((part): part is string => part !== undefined),
  );

const nameOf = (text: string): string => {
  const line = text
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  const cut = line.length <= 80 ? line : `${line.slice(0, 79).replace(/\s+\S*$/, '')}…`;
  return cut.charAt(0).toUpperCase() + cut.slice(1);
};

const simple =
  (pattern: RegExp, kind: string, args: Record<string, unknown> = {}): Rule =>
  ({ plain }) =>
    pattern.test(plain) ? { kind, args } : undefined;

const rules: readonly Rule[] = [
  ({ plain, quoted }) => {
    const [canary, system_prompt] = [quoted[0], quoted[0]];
    if (!/\bsystem prompt\b|\bcanary\b/.test(plain) || canary === undefined) return undefined;
    return { kind: 'system_prompt_leak', args: canary.length > 60 ? { system_prompt } : { canary } };
  },
  ({ plain, quoted }) =>
    /\b(?:start|begin)s?\b/.test(plain) && quoted[0]
      ? { kind: 'starts_with', args: { value: quoted[0] } }
      : undefined,
  ({ plain, quoted }) =>
    /\bends?\b/.test(plain) && quoted[0] ? { kind: 'ends_with', args: { value: quoted[0] } } : undefined,
  ({ plain, text }) => {
    const pattern = /\/((?:[^/\\\n]|\\.){1,500})\//.exec(text)?.[1];
    return /\b(?:match|pattern|regex|regular expression)\w*\b/.test(plain) && pattern
      ? { kind: 'regex', args: { pattern } }
      : undefined;
  },
  ({ plain, isNegative }) => {
    const tool = /\bcalls?(?:ed)? (?:the )?(?:tool |function )?[`"']?([\w.-]{2,100})/.exec(plain)?.[1];
    if (!/\btool|function\b/.test(plain) || !tool || ['the', 'tool', 'function', 'no', 'any'].includes(tool))
      return undefined;
    return { kind: isNegative ? 'tool_not_called' : 'tool_called', args: { tool } };
  },
  ({ plain, quoted, isNegative }) => {
    if (quoted.length === 0 || !says.test(plain)) return undefined;
    const kind = isNegative
      ? 'contains_none'
      : /\b(?:or|any|one of|either)\b/.test(plain)
        ? 'contains_any'
        : 'contains_all';
    return { kind, args: { values: quoted.slice(0, 200) } };
  },
  ({ plain }) => {
    const hosts = plain.match(/(?<![\p{L}\p{N}@.-])(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}\b/gu);
    return /\b(?:links?|urls?)\b/.test(plain) && hosts
      ? { kind: 'url_allow_list', args: { hosts } }
      : undefined;
  },
  ({ plain }) => {
    const limits = limitsIn(plain);
    const unit = /\b(words?|characters?|letters?|sentences?)\b/.exec(plain)?.[1];
    if (!limits || !unit) return undefined;
    if (unit.startsWith('sentence')) return { kind: 'sentences', args: limits };
    return { kind: 'length', args: { ...limits, unit: unit.startsWith('word') ? 'words' : 'characters' } };
  },
  ({ plain }) => {
    const time = /\b(\d+(?:\.\d+)?)\s?(ms|milliseconds?|s|secs?|seconds?)\b/.exec(plain);
    if (!time || !/\b(?:within|under|below|faster|less than|at most|in)\b/.test(plain)) return undefined;
    return { kind: 'latency', args: { max_ms: Number(time[1]) * (time[2]?.startsWith('m') ? 1 : 1000) } };
  },
  ({ plain }) => {
    const language = Object.keys(languages).find((name) =>
      new RegExp(String.raw`\b(?:in|speaks?|language(?: is)?) ${name}\b`).test(plain),
    );
    return language === undefined
      ? undefined
      : { kind: 'language', args: { language: languages[language] ?? language } };
  },
  simple(/\b(?:personal data|personal information|pii|e-?mail address(?:es)?|phone numbers?)\b/, 'pii'),
  simple(/\b(?:secrets?|api keys?)\b/, 'secrets'),
  simple(/\b(?:credentials?|passwords?)\b/, 'secrets'),
  ({ plain, isNegative }) =>
    /\b(?:refus|declin)\w*\b/.test(plain)
      ? { kind: isNegative ? 'no_refusal' : 'refusal', args: {} }
      : undefined,
  ({ plain }) =>
    /\bjson\b/.test(plain)
      ? {
          kind: 'json_valid',
          args: {
            require: /\b(?:array|list)\b/.test(plain) ? 'array' : /\bobject\b/.test(plain) ? 'object' : 'any',
          },
        }
      : undefined,
  simple(
    /\b(?:grounded|hallucinat\w*|supported by the context|invents? (?:facts|things)|makes? (?:things|facts) up)\b/,
    'groundedness',
  ),
  simple(/\b(?:cites?|citations?)\b/, 'citation'),
  simple(/\b(?:repeats? itself|repetiti\w+)\b/, 'repetition'),
  simple(/\b(?:safe (?:html|markdown|markup)|scripts?|javascript|xss)\b/, 'markup_safety'),
  simple(/\b(?:readable|easy to read|plain language|simple language)\b/, 'readability', { max: 40 }),
  simple(
    /\b(?:same answer|consistent|stable)\b.*\b(?:repeat\w*|every time|each time|always|runs?)\b/,
    'stable',
  ),
  simple(/\b(?:right|same|correct|expected) (?:number|amount|value)\b/, 'numeric'),
  simple(/\b(?:exactly|equals?|identical)\b.*\bexpected\b/, 'exact'),
  simple(/\b(?:similar|close|like)\b.*\bexpected\b/, 'token_f1'),
];

/** "at most 50", "between 10 and 20", "no more than 3". */
export function limitsIn(plain: string): { min?: number; max?: number } | undefined {
  const between = /\bbetween (\d+) and (\d+)\b/.exec(plain);
  if (between) return { min: Number(between[1]), max: Number(between[2]) };
  const max =
    /\b(?:at most|no more than|not more than|up to|max(?:imum)?(?: of)?|under|below|fewer than|less than|shorter than|not longer than|no longer than|within) (\d+)\b/.exec(
      plain,
    )?.[1];
  const min =
    /\b(?:at least|no fewer than|no less than|min(?:imum)?(?: of)?|over|above|(?<!no |not )more than|(?<!no |not )longer than) (\d+)\b/.exec(
      plain,
    )?.[1];
  if (max === undefined && min === undefined) return undefined;
  return {
    ...(min === undefined ? {} : { min: Number(min) }),
    ...(max === undefined ? {} : { max: Number(max) }),
  };
}
