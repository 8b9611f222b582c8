import { randomBytes } from 'node:crypto';
import { addressText, renderAddress } from './address.ts';
import type { Allowance } from './allowance.ts';
import { bodyKindOf, encodeForm, encodeMultipart, pairsOf, withQuery } from './body-encoding.ts';
import type { TargetConfiguration } from './configuration.ts';
import { CONVERSATION_ALIASES } from './conversations.ts';
import { CallFailure } from './failures.ts';
import { hasHeader, headerValue, renderHeaders } from './header-rendering.ts';
import { opaqueSecrets, type OpaqueSecrets } from './opaque-secrets.ts';
import type { Placeholders } from './placeholders.ts';
import { isPlainObject } from './plain-object.ts';
import type { ConversationMessage } from './ports.ts';
import type { Spelling } from './spellings.ts';
import { EXPRESSION_ONLY, mentionsName } from './template-names.ts';
import { OMIT, renderBody as renderTemplate, TemplateError } from './templates.ts';
import { isFormText, renderFormText, renderTextBody, spellingIn } from './text-body.ts';

/** A request as it will be sent. Secrets are in clear: only `present` and the transports may see it. */
export type RenderedRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** For people, made of the marks of its secrets: in what is sent a secret would have to be found again. */
  shown: { url: string; headers: Record<string, string> };
  /** The body for people: the value where it is JSON, the text otherwise. */
  preview: unknown;
  /** The address with marks in it, and what they stand for: where the target's own addresses begin. */
  markedUrl: string;
  opaque: OpaqueSecrets;
  secretHeaderNames: string[];
  bodyIsSecret: boolean;
  /** What the first message of a stateless conversation told the target about its role, unless a secret is in it. */
  systemPrompt: string | undefined;
};

export type RenderCall = {
  configuration: TargetConfiguration;
  context: Readonly<Record<string, unknown>>;
  placeholders: Placeholders;
  token: string | undefined;
  conversationId: string | undefined;
  /** The history of a stateless conversation, with or without a system prompt in front. */
  messages: ((systemPrompt: string | undefined) => ConversationMessage[]) | undefined;
  traceparent: string | undefined;
  warnings: string[];
  allowance: Allowance;
  /** What requests around the call have given. */
  learnt?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Of these, what is a secret whatever it is called, as `before.sid`. */
  learntSecrets?: ReadonlySet<string>;
  /** Of the request whose address this one may begin with. */
  earlier?: OpaqueSecrets | undefined;
};

const QUERY_METHODS = new Set(['GET', 'DELETE', 'HEAD']);
const USER_AGENT = 'sonde/0.1';

/** Renders address, headers and body of one call. */
export function renderRequest(call: RenderCall): RenderedRequest {
  try {
    return renderParts(call);
  } catch (error) {
    if (error instanceof TemplateError) throw failureFromTemplate(error);
    throw error;
  }
}

function renderParts(call: RenderCall): RenderedRequest {
  const { configuration, token, warnings, allowance } = call;
  const { secrets: named, params: given, secretParams } = configuration;
  const values = {
    token,
    named,
    params: given,
    secretParams,
    learnt: call.learnt,
    learntSecrets: call.learntSecrets,
  };
  const opaque = call.earlier?.further(values) ?? opaqueSecrets(values);
  const { params } = opaque.variables;
  const method = configuration.method.toUpperCase();
  // A stateless conversation is ours: the target has never heard of its id.
  const conversationId = call.messages === undefined ? call.conversationId : undefined;
  let address = renderAddress({
    url: configuration.url,
    queryParams: configuration.queryParams ?? {},
    params,
    learntNames: Object.keys(call.learnt ?? {}),
    opaque,
    conversationId,
    conversationNames: CONVERSATION_ALIASES,
    warnings,
    allowance,
  });
  const tokenInAddress = mentionsName(addressText(configuration), ['auth_token'], EXPRESSION_ONLY);
  const { headers, shown, carryingSecret } = renderHeaders({
    headers: configuration.requestHeaders,
    token,
    opaque,
    conversationId,
    conversationNames: CONVERSATION_ALIASES,
    tokenInAddress,
    warnings,
    allowance,
  });
  const contentType = headerValue(headers, 'content-type');
  const rendered = renderBody({ ...call, opaque }, contentType);
  const isQuery = configuration.protocol === 'REST' && QUERY_METHODS.has(method);
  if (isQuery && !isNothing(rendered.value)) {
    const pairs = queryPairs(rendered);
    address = {
      sent: withQuery(address.sent, filled(pairs, opaque)),
      marked: withQuery(address.marked, pairs),
    };
  }
  const encoded = isQuery
    ? { body: null, preview: null, contentType: undefined }
    : encodeBody(rendered, contentType, opaque);
  if (encoded.contentType !== undefined && configuration.protocol === 'REST') {
    const name = setContentType(headers, encoded.contentType);
    if (encoded.contentType !== contentType) delete shown[name];
  }
  if (!hasHeader(headers, 'user-agent')) headers['User-Agent'] = USER_AGENT;
  if (!hasHeader(headers, 'accept')) headers['Accept'] = '*/*';
  if (call.traceparent !== undefined && !hasHeader(headers, 'traceparent')) {
    headers['traceparent'] = call.traceparent;
  }
  return {
    method,
    url: address.sent.href,
    headers,
    body: encoded.body,
    shown: { url: String(opaque.hide(address.marked.href)), headers: { ...headers, ...shown } },
    preview: encoded.preview,
    markedUrl: address.marked.href,
    opaque,
    secretHeaderNames: carryingSecret,
    // By what stands in it, so that no kind of secret can be forgotten here.
    bodyIsSecret:
      opaque.isIn(rendered.text) ||
      Object.keys(call.learnt ?? {}).some((name) => call.placeholders.uses(name)),
    systemPrompt: kept(rendered.systemPrompt, opaque),
  };
}

/**
 * What a conversation may keep of its first message: a prompt with a secret in it is rendered anew in each turn. Kept, it would lie in the
 * history in the clear, and come back to the templates of the next turn as a text that they may spell.
 */
const kept = (systemPrompt: string | undefined, opaque: OpaqueSecrets): string | undefined =>
  systemPrompt === undefined || opaque.isIn(systemPrompt) ? undefined : systemPrompt;

/** A call whose templates are being rendered, and what they see of its secrets. */
type BodyCall = RenderCall & { opaque: OpaqueSecrets };

const filled = <Value>(value: Value, opaque: OpaqueSecrets): Value => opaque.fillIn(value) as Value;

type EncodedBody = { body: string | Uint8Array | null; preview: unknown; contentType: string | undefined };

function encodeBody(
  rendered: RenderedBody,
  contentType: string | undefined,
  opaque: OpaqueSecrets,
): EncodedBody {
  const kind = bodyKindOf(contentType);
  const hidden = (value: unknown): unknown => opaque.hide(value);
  if (kind === 'multipart' && !isNothing(rendered.value)) {
    const boundary = `sonde-${randomBytes(12).toString('hex')}`;
    return {
      body: encodeMultipart(filled(rendered.value, opaque), boundary),
      preview: hidden(rendered.value),
      contentType: `multipart/form-data; boundary=${boundary}`,
    };
  }
  if (kind === 'form' && isPlainObject(rendered.value)) {
    return {
      body: encodeForm(pairsOf(filled(rendered.value, opaque))),
      preview: hidden(encodeForm(pairsOf(rendered.value))),
      contentType,
    };
  }
  if (rendered.text.trim() === '') return { body: null, preview: null, contentType };
  return {
    body:
      rendered.spelling === undefined
        ? opaque.fillJson(rendered.text)
        : opaque.fill(rendered.text, rendered.spelling),
    // A body that is one JSON string is shown as it is sent, in its quotes.
    preview: hidden(typeof rendered.value === 'string' ? rendered.text : rendered.value),
    contentType: contentType ?? 'application/json',
  };
}

/** `name=value&…` is encoded already; an object becomes pairs. */
function queryPairs(rendered: RenderedBody): [string, string][] {
  return rendered.isForm ? [...new URLSearchParams(rendered.text)] : pairsOf(rendered.value);
}

function setContentType(headers: Record<string, string>, contentType: string): string {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-type') ?? 'Content-Type';
  headers[name] = contentType;
  return name;
}

type RenderedOnce = {
  value: unknown;
  text: string;
  isForm: boolean;
  /** How a secret is spelled inside `text`; left out where that is JSON. */
  spelling: Spelling | undefined;
};
type RenderedBody = RenderedOnce & { systemPrompt: string | undefined };

function renderBody(call: BodyCall, contentType: string | undefined): RenderedBody {
  const asked = call.context['system_prompt'];
  const given = typeof asked === 'string' && asked.trim() !== '' ? asked : undefined;
  // A template with a place of its own for the system prompt does not get it a second time among the messages.
  const hasOwnPlace = call.placeholders.uses('system_prompt');
  const inMessages = hasOwnPlace ? undefined : given;
  const first = renderOnce(call, contentType, inMessages);
  if (call.messages === undefined) return { ...withConversation(first, call), systemPrompt: undefined };

  // In a stateless body the key system_prompt is for us: it goes in front of the messages and is not sent by itself.
  const reserved = isPlainObject(first.value) && !hasOwnPlace ? first.value['system_prompt'] : undefined;
  if (typeof reserved !== 'string') return { ...first, systemPrompt: inMessages };
  const systemPrompt = given ?? reserved.trim();
  const { value } = renderOnce({ ...call, warnings: [] }, contentType, systemPrompt);
  if (isPlainObject(value)) delete value['system_prompt'];
  return { value, text: JSON.stringify(value), isForm: false, spelling: undefined, systemPrompt };
}

function renderOnce(
  call: BodyCall,
  contentType: string | undefined,
  systemPrompt: string | undefined,
): RenderedOnce {
  const { params: given } = call.context;
  const { variables } = call.opaque;
  const params = { ...(isPlainObject(given) ? given : {}), ...variables.params };
  const context: Record<string, unknown> = { ...call.context, ...variables, params };
  if (call.messages !== undefined) context['messages'] = call.messages(systemPrompt);
  const conversationId = call.messages === undefined ? call.conversationId : undefined;
  for (const name of CONVERSATION_ALIASES) context[name] = conversationId ?? OMIT;
  const mapping = call.configuration.requestMapping;
  const kind = bodyKindOf(contentType);
  if (
    isFormText(mapping) &&
    (kind === 'form' || QUERY_METHODS.has(call.configuration.method.toUpperCase()))
  ) {
    const { text, undefinedNames } = renderFormText(
      mapping,
      context,
      (pair) => conversationId === undefined && mentionsName(pair, CONVERSATION_ALIASES, EXPRESSION_ONLY),
      call.allowance,
    );
    warnUndefined(undefinedNames, call);
    return { value: text, text, isForm: true, spelling: 'query' };
  }
  if (kind === 'text' && typeof mapping === 'string') {
    const { text, undefinedNames } = renderTextBody(mapping, context, contentType ?? '', call.allowance);
    warnUndefined(undefinedNames, call);
    return { value: text, text, isForm: false, spelling: spellingIn(contentType ?? '') };
  }
  const { value, text, undefinedNames } = renderTemplate(mapping, context, call.allowance);
  warnUndefined(undefinedNames, call);
  return { value, text, isForm: false, spelling: undefined };
}

function warnUndefined(names: readonly string[], call: RenderCall): void {
  for (const name of new Set(names)) {
    if (!(CONVERSATION_ALIASES as readonly string[]).includes(name)) {
      call.warnings.push(`"${name}"${noValue}`);
    }
  }
}

const noValue =
  ' has no value in this call: it was sent as null where it is the whole value and as nothing inside text.';

/** The placeholder that a warning says has no value; undefined where it says something else. */
export const unfilledIn = (warning: string): string | undefined =>
  warning.endsWith(noValue) ? warning.slice(1, -noValue.length - 1) : undefined;

/** A target whose answer names its conversation gets the name back, also when the template forgot it. */
function withConversation(rendered: RenderedOnce, call: RenderCall): RenderedOnce {
  const { value } = rendered;
  const name = CONVERSATION_ALIASES.find((alias) => Object.hasOwn(call.configuration.responseMapping, alias));
  if (call.conversationId === undefined || name === undefined || call.placeholders.usesConversation)
    return rendered;
  if (!isPlainObject(value) || Object.hasOwn(value, name)) return rendered;
  const extended = { ...value, [name]: call.conversationId };
  return { ...rendered, value: extended, text: JSON.stringify(extended) };
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function failureFromTemplate(error: TemplateError): CallFailure {
  const place =
    error.line > 0
      ? ` (line ${error.line}, column ${error.column}${error.variable ? `, variable ${error.variable}` : ''})`
      : '';
  return new CallFailure({
    stage: 'render',
    type: 'template_error',
    message: `The request template could not be rendered: ${error.message}${place}`,
    hint: error.excerpt === '' ? 'Correct the request template.' : error.excerpt,
    cause: error,
  });
}
