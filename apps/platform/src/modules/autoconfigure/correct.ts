import type { InvocationResult } from '@sonde/contract';
import { addQuery, change, fields, type Correction } from './correct-fields.ts';
import { readErrorDetails, type ErrorDetails } from './error-details.ts';
import {
  CONVERSATION,
  INPUT,
  isConversationName,
  isObject,
  leavesOf,
  MEDIA_TYPES,
  modeOf,
  samePath,
  valueAt,
  withValueAt,
  type Evidence,
  type Hypothesis,
  type Json,
} from '@sonde/paste-reader';

export type CorrectionInput = {
  readonly hypothesis: Hypothesis;
  readonly result: InvocationResult;
  /** The address of the paste, where it is of the same origin and another path. */
  readonly otherUrl: string | undefined;
  /** Names of the fields that the paste has, with the values it shows of them. */
  readonly evidence: Evidence;
  /** Further configurations that the paste allows, best first. */
  readonly others: readonly Hypothesis[];
  /** What was tried before, so that nothing is sent twice. */
  readonly isTried: (hypothesis: Hypothesis) => boolean;
};

/** One changed hypothesis drawn from what the target said, or nothing when it said nothing that helps. */
export function correct(input: CorrectionInput): Correction | undefined {
  const known = new Set([...input.evidence.names, ...namesOf(input.hypothesis.template)]);
  const details = readErrorDetails((input.result.raw_response ?? null) as Json, known);
  return [...assemblies(input, details), ...candidates(input, details)].find(
    ({ hypothesis }) => !input.isTried(hypothesis),
  );
}

/** What the paste says otherwise comes before anything that it does not say: what answers the complaint, in its order. */
function assemblies({ hypothesis, result, others }: CorrectionInput, details: ErrorDetails): Correction[] {
  const status = result.status_code ?? 0;
  const isCredential = status === 401 || status === 403;
  const isPlace = status === 404 || status === 405;
  const fits = (other: Hypothesis): boolean => {
    if (isPlace) return other.url !== hypothesis.url || other.method !== hypothesis.method;
    if (isCredential)
      return (
        JSON.stringify([other.headers, other.url]) !== JSON.stringify([hypothesis.headers, hypothesis.url])
      );
    return sentOf(other) !== sentOf(hypothesis) && answersComplaint(other, details);
  };
  return others.filter(fits).map((other) => change(other, {}, 'what the paste says otherwise'));
}

const sentOf = ({ template, bodyKind, url, headers }: Hypothesis): string =>
  JSON.stringify([template, bodyKind, url, headers]);

/** Has what is missing and lacks what is too much; a complaint that nobody can read rules nothing out. */
function answersComplaint(
  { template, url }: Hypothesis,
  { missing, extra, allowed, wrongType }: ErrorDetails,
): boolean {
  if (allowed.length + wrongType.length > 0) return false;
  const has = (path: readonly string[]): boolean =>
    valueAt(template, path) !== undefined || (url ?? '').includes(`${path.join('.')}=`);
  return missing.every(({ path }) => has(path)) && !extra.some((name) => has(name.split('.')));
}

function candidates({ hypothesis, result, otherUrl, evidence }: CorrectionInput, details: ErrorDetails) {
  const status = result.status_code ?? 0;
  const isRefusedField =
    status === 400 || status === 422 || (status >= 200 && status < 300) || status === 500;
  if (status === 401 || status === 403) return credentialPlaces(hypothesis, details);
  if (status >= 300 && status < 400) return [withOtherSlash(hypothesis)];
  if (status === 404 && details.missing.length === 0)
    return [
      ...otherConversation(hypothesis, details),
      ...(otherUrl && otherUrl !== hypothesis.url
        ? [change(hypothesis, { url: otherUrl }, 'the path that the paste has')]
        : []),
      withOtherSlash(hypothesis),
      ...otherMethod(hypothesis, /Cannot (?:POST|GET)/i.test(details.text) ? details : undefined),
    ];
  if (status === 405) return otherMethod(hypothesis, details);
  if (status === 415) return bodyKinds(hypothesis, details, true);
  if (!isRefusedField) return [];
  return [
    ...fields(hypothesis, details, evidence.values),
    ...otherConversation(hypothesis, details),
    ...credentialHints(hypothesis, details),
    ...bodyKinds(hypothesis, details, false),
    ...otherInputs(hypothesis),
  ];
}

const namesOf = (template: Json | undefined): string[] =>
  leavesOf(template ?? null).flatMap(({ path }) => path.filter((step) => typeof step === 'string'));

const withOtherSlash = (hypothesis: Hypothesis): Correction =>
  change(hypothesis, { url: toggleSlash(hypothesis.url) }, 'the address with its slash the other way');

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
  const place = (name: string, prefix = ''): Correction => {
    const headers = { ...rest, [name]: `${prefix}{{ auth_token }}` };
    return change(hypothesis, { headers }, `the credential goes into the header ${name}`);
  };
  const list: Correction[] = [];
  if (named) list.push(place(named));
  if (scheme) list.push(place('Authorization', `${scheme} `));
  if (/\bbearer\b/i.test(details.text)) list.push(place('Authorization', 'Bearer '));
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
  return [
    ...list,
    place('Authorization', 'Bearer '),
    place('x-api-key'),
    place('api-key'),
    place('Authorization'),
  ];
}

const credentialHints = (hypothesis: Hypothesis, details: ErrorDetails): Correction[] =>
  /api.?key|credential|unauthori[sz]ed|not authenticated/i.test(details.text) && details.missing.length === 0
    ? credentialPlaces(hypothesis, details)
    : [];

function toggleSlash(url: string | null): string | null {
  if (url === null) return null;
  const [base = '', query] = url.split('?');
  const toggled = base.endsWith('/') ? base.slice(0, -1) : `${base}/`;
  return query === undefined ? toggled : `${toggled}?${query}`;
}

function otherMethod(hypothesis: Hypothesis, details: ErrorDetails | undefined): Correction[] {
  if (details === undefined) return [];
  const named = [...details.text.matchAll(/\b(POST|GET|PUT|PATCH)\b/g)].map((match) => match[1] ?? '');
  const wanted =
    named.filter((method) => method !== hypothesis.method).at(-1) ??
    (hypothesis.method === 'POST' ? 'GET' : 'POST');
  const isQuery = wanted === 'GET';
  const { 'Content-Type': _type, ...rest } = hypothesis.headers as Record<string, string>;
  const headers = isQuery ? rest : { 'Content-Type': 'application/json', ...rest };
  const changes = { method: wanted, bodyKind: isQuery ? 'none' : 'json', headers } as const;
  return [change(hypothesis, changes, `the method ${wanted}`)];
}

/** Whoever misses a field that was sent, or cannot parse what came, wants it written in another way. */
const READS_NO_BODY =
  /(?:parse|parsing|decod\w+|malformed|invalid|unexpected)\b.{0,30}\b(?:body|json|payload|token)|(?:body|payload|json)\b.{0,30}\b(?:empty|missing|malformed|invalid|could not|cannot)|no (?:request )?body|content.?type/i;
function seesNoBody({ template }: Hypothesis, { text, missing }: ErrorDetails): boolean {
  return (
    READS_NO_BODY.test(text) ||
    missing.some(({ in: side, path }) => side === 'body' && valueAt(template, path) !== undefined)
  );
}

/** Another way of writing the body is tried only where the target says that it did not see this one. */
function bodyKinds(hypothesis: Hypothesis, details: ErrorDetails, isRefusedType: boolean): Correction[] {
  if (hypothesis.bodyKind === 'none') return [];
  const { text } = details;
  const hinted = (['form', 'multipart', 'json', 'text'] as const).filter(
    (kind) =>
      text.toLowerCase().includes(MEDIA_TYPES[kind]) ||
      (kind === 'form' && /urlencoded|form data|form-data/i.test(text)),
  );
  const others =
    isRefusedType || seesNoBody(hypothesis, details) ? (['json', 'form', 'multipart'] as const) : [];
  const order = [...new Set([...hinted, ...others])].filter((kind) => kind !== hypothesis.bodyKind);
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
          headers: { ...hypothesis.headers, 'Content-Type': MEDIA_TYPES[kind] },
          ...(kind === 'text' ? { template: INPUT, input: [] } : {}),
        },
        `the body as ${MEDIA_TYPES[kind]}`,
      ),
    );
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
  const template = withValueAt(hypothesis.template, [entry[0]], CONVERSATION);
  return [change(hypothesis, { template }, `"${entry[0]}" is left out of the first message`)];
}

/** The second-best place for the message. */
function otherInputs(hypothesis: Hypothesis): Correction[] {
  const { input, template, candidates: ranked } = hypothesis;
  if (input === undefined || template === undefined || modeOf(hypothesis) === 'stateless') return [];
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
