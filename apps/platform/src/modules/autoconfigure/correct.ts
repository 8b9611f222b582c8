import type { InvocationResult } from '@sonde/contract';
import { readErrorDetails, type ErrorDetails, type FieldPlace } from './error-details.ts';
import { CONVERSATION } from './reader/conversation.ts';
import { INPUT, MESSAGES } from './reader/decide-body.ts';
import type { Hypothesis } from './reader/hypothesis.ts';
import {
  isObject,
  samePath,
  valueAt,
  withoutPath,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from './reader/json-value.ts';
import { inputNameScore, isConversationName, plain } from './reader/names.ts';

export type Correction = { readonly hypothesis: Hypothesis; readonly label: string };

export type CorrectionInput = {
  readonly hypothesis: Hypothesis;
  readonly result: InvocationResult;
  /** The address of the paste, where it is of the same origin and another path. */
  readonly otherUrl: string | undefined;
  /** What was tried before, so that nothing is sent twice. */
  readonly isTried: (hypothesis: Hypothesis) => boolean;
};

/** One changed hypothesis drawn from what the target said, or nothing when it said nothing that helps. */
export function correct(input: CorrectionInput): Correction | undefined {
  const details = readErrorDetails((input.result.raw_response ?? null) as Json);
  return candidates(input, details).find(({ hypothesis }) => !input.isTried(hypothesis));
}

function candidates({ hypothesis, result, otherUrl }: CorrectionInput, details: ErrorDetails): Correction[] {
  const status = result.status_code ?? 0;
  const isRefusedField =
    status === 400 || status === 422 || (status >= 200 && status < 300) || status === 500;
  if (status === 401 || status === 403) return credentialPlaces(hypothesis, details);
  if (status >= 300 && status < 400)
    return [withUrl(hypothesis, toggleSlash(hypothesis.url), 'the address with its slash the other way')];
  if (status === 404 && details.missing.length === 0)
    return [
      ...otherConversation(hypothesis, details),
      ...paths(hypothesis, otherUrl),
      ...otherMethod(hypothesis, /Cannot (?:POST|GET)/i.test(details.text) ? details : undefined),
    ];
  if (status === 405) return otherMethod(hypothesis, details);
  if (status === 415) return bodyKinds(hypothesis, details);
  if (!isRefusedField) return [];
  return [
    ...fields(hypothesis, details),
    ...otherConversation(hypothesis, details),
    ...credentialHints(hypothesis, details),
    ...bodyKinds(hypothesis, details),
    ...otherInputs(hypothesis),
  ];
}

const change = (hypothesis: Hypothesis, changes: Partial<Hypothesis>, label: string): Correction => ({
  hypothesis: {
    ...hypothesis,
    ...changes,
    reasons: [...hypothesis.reasons, `Corrected after the answer of the target: ${label}.`],
  },
  label,
});

const withUrl = (hypothesis: Hypothesis, url: string | null, label: string): Correction =>
  change(hypothesis, { url }, label);

function credentialPlaces(hypothesis: Hypothesis, details: ErrorDetails): Correction[] {
  if (!hypothesis.usesToken) return [];
  const rest = Object.fromEntries(
    Object.entries(hypothesis.headers).filter(([, value]) => !value.includes('{{ auth_token }}')),
  );
  const named = /\b(x-[\w-]*(?:key|token|auth)[\w-]*|api-key|apikey|ocp-apim-subscription-key)\b/i.exec(
    details.text,
  )?.[1];
  const scheme =
    /\b(?:use|using|expected|with|scheme|format)\b[^.]{0,30}\b(Token|Key|Api-Key|ApiKey|Basic|Bearer)\b/i.exec(
      details.text,
    )?.[1];
  const place = (name: string, value: string): Correction =>
    change(
      hypothesis,
      { headers: { ...rest, [name]: value } },
      `the credential goes into the header ${name}`,
    );
  const list: Correction[] = [];
  if (named) list.push(place(named, '{{ auth_token }}'));
  if (scheme) list.push(place('Authorization', `${scheme} {{ auth_token }}`));
  if (/\bbearer\b/i.test(details.text)) list.push(place('Authorization', 'Bearer {{ auth_token }}'));
  const parameter =
    /\b(?:query|url|parameter)\b[^.]{0,40}\b(api_?key|key|token|access_token|appid)\b|\b(api_?key|appid|access_token)\b[^.]{0,20}\b(?:query|parameter)/i.exec(
      details.text,
    );
  const inQuery = parameter?.[1] ?? parameter?.[2];
  if (inQuery && hypothesis.url)
    list.push(
      change(
        hypothesis,
        { headers: rest, url: addQuery(hypothesis.url, inQuery, '{{ auth_token }}') },
        `the credential goes into the query parameter ${inQuery}`,
      ),
    );
  list.push(
    place('Authorization', 'Bearer {{ auth_token }}'),
    place('x-api-key', '{{ auth_token }}'),
    place('api-key', '{{ auth_token }}'),
    place('Authorization', '{{ auth_token }}'),
  );
  return list;
}

const credentialHints = (hypothesis: Hypothesis, details: ErrorDetails): Correction[] =>
  /api.?key|credential|unauthori[sz]ed|not authenticated/i.test(details.text) && details.missing.length === 0
    ? credentialPlaces(hypothesis, details)
    : [];

const addQuery = (url: string, name: string, value: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${value}`;

function toggleSlash(url: string | null): string | null {
  if (url === null) return null;
  const [base = '', query] = url.split('?');
  const toggled = base.endsWith('/') ? base.slice(0, -1) : `${base}/`;
  return query === undefined ? toggled : `${toggled}?${query}`;
}

function paths(hypothesis: Hypothesis, otherUrl: string | undefined): Correction[] {
  return [
    ...(otherUrl && otherUrl !== hypothesis.url
      ? [withUrl(hypothesis, otherUrl, 'the path that the paste has')]
      : []),
    withUrl(hypothesis, toggleSlash(hypothesis.url), 'the address with its slash the other way'),
  ];
}

function otherMethod(hypothesis: Hypothesis, details: ErrorDetails | undefined): Correction[] {
  if (details === undefined) return [];
  const named = [...details.text.matchAll(/\b(POST|GET|PUT|PATCH)\b/g)].map((match) => match[1] ?? '');
  const wanted =
    named.filter((method) => method !== hypothesis.method).at(-1) ??
    (hypothesis.method === 'POST' ? 'GET' : 'POST');
  const isQuery = wanted === 'GET';
  const { 'Content-Type': _type, ...rest } = hypothesis.headers as Record<string, string>;
  return [
    change(
      hypothesis,
      {
        method: wanted,
        bodyKind: isQuery ? 'none' : 'json',
        headers: isQuery ? rest : { 'Content-Type': 'application/json', ...rest },
      },
      `the method ${wanted}`,
    ),
  ];
}

const TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
} as const;

function bodyKinds(hypothesis: Hypothesis, { text }: ErrorDetails): Correction[] {
  if (hypothesis.bodyKind === 'none') return [];
  const hinted = (['form', 'multipart', 'json', 'text'] as const).filter(
    (kind) =>
      text.toLowerCase().includes(TYPES[kind]) ||
      (kind === 'form' && /urlencoded|form data|form-data/i.test(text)),
  );
  const order = [...hinted, ...(['json', 'form', 'multipart'] as const)].filter(
    (kind) => kind !== hypothesis.bodyKind,
  );
  const isFlat =
    isObject(hypothesis.template) &&
    Object.values(hypothesis.template).every((value) => typeof value !== 'object' || value === null);
  return order
    .filter((kind) => kind === 'json' || kind === 'text' || isFlat)
    .map((kind) =>
      change(
        hypothesis,
        {
          bodyKind: kind,
          headers: { ...hypothesis.headers, 'Content-Type': TYPES[kind] },
          ...(kind === 'text' ? { template: INPUT, input: [] } : {}),
        },
        `the body as ${TYPES[kind]}`,
      ),
    );
}

function fields(hypothesis: Hypothesis, details: ErrorDetails): Correction[] {
  let template: Json | undefined = hypothesis.template;
  let { input, headers, url, mode } = hypothesis;
  const labels: string[] = [];
  for (const name of details.extra) {
    const place = isObject(template) ? findKey(template, name) : undefined;
    if (!place || !template || (input && samePath(place, input))) continue;
    template = withoutPath(template, place);
    labels.push(`without "${name}"`);
  }
  for (const place of details.missing) {
    if (place.in === 'header') {
      headers = { ...headers, [place.path.join('-')]: 'sonde' };
      labels.push(`with the header ${place.path.join('-')}`);
    } else if (place.in === 'query' && url && hypothesis.method !== 'GET') {
      url = addQuery(url, place.path.join('.'), 'sonde');
      labels.push(`with the parameter ${place.path.join('.')}`);
    } else {
      const added = addMissing(template, input, pathIn(place), mode);
      if (!added) continue;
      ({ template, input, mode } = added);
      labels.push(added.label);
    }
  }
  for (const { place, wanted } of details.wrongType) {
    const fixed = fixType(template, pathIn(place), wanted, input);
    if (!fixed) continue;
    template = fixed.template;
    labels.push(fixed.label);
  }
  for (const { place, values } of details.allowed) {
    const path = pathIn(place);
    const value = values[0];
    if (value === undefined || template === undefined || path.length === 0) continue;
    template = withValueAt(template, path, value);
    labels.push(`"${path.join('.')}" is "${value}"`);
  }
  if (labels.length === 0) return [];
  return [change(hypothesis, { template, input, headers, url, mode }, labels.join(', '))];
}

const pathIn = ({ path }: FieldPlace): Path => path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));

type Added = { template: Json | undefined; input: Path | undefined; mode: Hypothesis['mode']; label: string };

function addMissing(
  template: Json | undefined,
  input: Path | undefined,
  path: Path,
  mode: Hypothesis['mode'],
): Added | undefined {
  const name = String(path.at(-1) ?? '');
  const current = valueAt(template, path);
  if (isConversationName(name)) {
    // A target that wants an id from its caller gets one when the conversation has none yet.
    const value = `{{ conversation_id | default('sonde-conversation') }}`;
    if (current === value) return undefined;
    return {
      template: withValueAt(template ?? {}, path, value),
      input,
      mode: mode === 'stateless' ? mode : 'stateful',
      label: `"${path.join('.')}" has an id from the start`,
    };
  }
  if (current !== undefined) return undefined;
  const isMessages = plain(name) === 'messages';
  const named = inputNameScore(name);
  const old =
    input === undefined
      ? 0
      : inputNameScore(String(input.findLast((step) => typeof step === 'string') ?? ''));
  if (isMessages || named > 60 || (input === undefined && named > 20)) {
    const value = isMessages ? MESSAGES : INPUT;
    const moved =
      input !== undefined &&
      template !== undefined &&
      path.length === 1 &&
      input.length === 1 &&
      named >= old * 0.6
        ? withoutPath(template, input)
        : (template ?? {});
    return {
      template: withValueAt(moved, path, value),
      input: path,
      mode: isMessages ? 'stateless' : mode,
      label: `the message goes into "${path.join('.')}"`,
    };
  }
  return {
    template: withValueAt(template ?? {}, path, plainValue(name)),
    input,
    mode,
    label: `with "${path.join('.')}"`,
  };
}

const VALUES: Readonly<Record<string, Json>> = {
  user: 'sonde',
  userid: 'sonde',
  lang: 'en',
  language: 'en',
  locale: 'en',
  stream: false,
  role: 'user',
  inputs: {},
  parameters: {},
  metadata: {},
  config: {},
  context: {},
  history: [],
  chathistory: [],
  maxtokens: 256,
  temperature: 0.7,
};
const plainValue = (name: string): Json => VALUES[plain(name)] ?? 'sonde';

function fixType(
  template: Json | undefined,
  path: Path,
  wanted: string,
  input: Path | undefined,
): { template: Json; label: string } | undefined {
  const current = valueAt(template, path);
  if (template === undefined || current === undefined) return undefined;
  const isInput = input !== undefined && samePath(path, input);
  const label = `"${path.join('.')}" as ${wanted}`;
  if (isInput && wanted === 'array')
    return {
      template: withValueAt(template, path, plain(String(path.at(-1))) === 'messages' ? MESSAGES : [INPUT]),
      label,
    };
  if (isInput && wanted === 'string') return { template: withValueAt(template, path, INPUT), label };
  if (isInput) return undefined;
  const values: Readonly<Record<string, Json>> = {
    array: [],
    object: {},
    integer: 1,
    number: 1,
    boolean: false,
    string: typeof current === 'object' ? 'sonde' : String(current),
  };
  const value = values[wanted];
  return value === undefined || JSON.stringify(value) === JSON.stringify(current)
    ? undefined
    : { template: withValueAt(template, path, value), label };
}

function findKey(template: JsonObject, name: string): Path | undefined {
  const path = name.split('.');
  if (valueAt(template, path) !== undefined) return path;
  return Object.hasOwn(template, name) ? [name] : undefined;
}

/** An id that the target does not know: the conversation has to begin without one. */
function otherConversation(hypothesis: Hypothesis, { text }: ErrorDetails): Correction[] {
  if (
    !/(?:conversation|session|thread|chat|dialog)\b[^.]{0,60}(?:not found|unknown|does not exist|invalid|expired)|(?:unknown|invalid|no such) (?:conversation|session|thread|chat)/i.test(
      text,
    ) ||
    !isObject(hypothesis.template)
  )
    return [];
  const entry = Object.entries(hypothesis.template).find(([name]) => isConversationName(name));
  if (!entry || entry[1] === CONVERSATION) return [];
  return [
    change(
      hypothesis,
      { template: withValueAt(hypothesis.template, [entry[0]], CONVERSATION) },
      `"${entry[0]}" is left out of the first message`,
    ),
  ];
}

/** The second-best place for the message. */
function otherInputs(hypothesis: Hypothesis): Correction[] {
  const { input, template, candidates: ranked } = hypothesis;
  if (input === undefined || template === undefined || hypothesis.mode === 'stateless') return [];
  return ranked
    .filter(({ path, score }) => score > 50 && !samePath(path, input))
    .slice(0, 1)
    .map(({ path }) =>
      change(
        hypothesis,
        { template: withValueAt(template, path, INPUT), input: path },
        `the message also goes into "${path.join('.')}"`,
      ),
    );
}
