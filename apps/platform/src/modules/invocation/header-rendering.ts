import { isConnectionHeader } from '@sonde/egress';
import { schemeOf } from '@sonde/secrets';
import { isTemplate } from './address.ts';
import type { Allowance } from './allowance.ts';
import { CallFailure } from './failures.ts';
import { MASK } from './masking.ts';
import type { OpaqueSecrets } from './opaque-secrets.ts';
import { mentionsName } from './template-names.ts';
import { renderText } from './templates.ts';

export type HeaderCall = {
  headers: Readonly<Record<string, string>>;
  token: string | undefined;
  opaque: OpaqueSecrets;
  /** Undefined where the conversation has not begun, and where the target has never heard of it. */
  conversationId: string | undefined;
  conversationNames: readonly string[];
  /** True when the address already carries the token. */
  tokenInAddress: boolean;
  warnings: string[];
  allowance: Allowance;
};

export type RenderedHeaders = {
  headers: Record<string, string>;
  /** Those with a secret in them, as they are shown. */
  shown: Record<string, string>;
  /** Headers with a secret in them. */
  carryingSecret: string[];
};

/** Renders header values from configuration only, and adds the bearer header where the specification asks for it. */
export function renderHeaders(call: HeaderCall): RenderedHeaders {
  const headers: Record<string, string> = {};
  const shown: Record<string, string> = {};
  const { opaque } = call;
  const context: Record<string, unknown> = { ...opaque.variables };
  if (call.conversationId !== undefined)
    for (const name of call.conversationNames) context[name] = call.conversationId;
  const carryingToken: string[] = [];
  const carryingSecret: string[] = [];
  for (const [name, template] of Object.entries(call.headers)) {
    if (isConnectionHeader(name)) {
      call.warnings.push(`The header ${name} is set by the connection itself and was left out.`);
      continue;
    }
    const mentionsToken = /\bauth_token\b/.test(template) && isTemplate(template);
    if (mentionsToken && call.token === undefined) {
      call.warnings.push(
        `The header ${name} uses {{ auth_token }}, but no token is set: the header was left out.`,
      );
      continue;
    }
    // A conversation that has not begun has no header at all, rather than an empty one; unless it says what to begin with.
    const isUnnamed = call.conversationId === undefined && mentionsName(template, call.conversationNames);
    if (isUnnamed && !/\|\s*default\(/.test(template)) continue;
    const rendered = isTemplate(template) ? renderOne(name, template, context, call) : template;
    if (rendered === undefined) continue;
    const value = withOneScheme(name, opaque.fill(rendered), call);
    requireHeader(name, value);
    headers[name] = value;
    if (opaque.isIn(rendered)) {
      carryingSecret.push(name);
      shown[name] = keepingScheme(value, String(opaque.hide(rendered)));
    }
    if (mentionsToken || (call.token !== undefined && value.includes(call.token))) carryingToken.push(name);
  }
  if (
    call.token !== undefined &&
    !hasHeader(headers, 'authorization') &&
    carryingToken.length === 0 &&
    !call.tokenInAddress
  ) {
    requireHeader('Authorization', call.token);
    headers['Authorization'] = withOneScheme('Authorization', `Bearer ${call.token}`, call);
    shown['Authorization'] = keepingScheme(headers['Authorization'], MASK);
    carryingToken.push('Authorization');
  }
  return { headers, shown, carryingSecret: [...new Set([...carryingToken, ...carryingSecret])] };
}

/** The scheme helps to see what is wrong, and a token may have brought it itself. */
function keepingScheme(value: string, shown: string): string {
  const scheme = schemeOf(value);
  return scheme === undefined || schemeOf(shown) !== undefined ? shown : `${scheme} ${shown}`;
}

const DOUBLED_SCHEME = /^(Bearer|Basic|Token)\s+(?=\1\s+\S)/i;

/** A token is often copied with its scheme, and the mask would hide that it is sent twice. */
function withOneScheme(name: string, value: string, { warnings }: HeaderCall): string {
  const scheme = DOUBLED_SCHEME.exec(value)?.[1];
  if (scheme === undefined) return value;
  warnings.push(`The stored token begins with "${scheme}" itself: in the header ${name} it is sent once.`);
  return value.replace(DOUBLED_SCHEME, '');
}

export function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return headerValue(headers, name) !== undefined;
}

export function headerValue(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}

function renderOne(
  name: string,
  template: string,
  context: Record<string, unknown>,
  { warnings, allowance }: HeaderCall,
): string | undefined {
  const { text, undefinedNames } = renderText(template, context, allowance);
  if (undefinedNames.some((variable) => /^secrets\b/.test(variable))) {
    warnings.push(`The header ${name} uses a secret that is not set: the header was left out.`);
    return undefined;
  }
  for (const variable of undefinedNames) {
    warnings.push(
      `"${variable}" is not known in the header ${name}: only {{ auth_token }}, {{ secrets.… }}, {{ params.… }} and {{ conversation_id }} can stand there.`,
    );
  }
  return text.trim();
}

function requireHeader(name: string, value: string): void {
  const fail = (message: string) => {
    throw new CallFailure({
      stage: 'render',
      type: 'invalid_header',
      message,
      hint: 'Correct the header in the configuration.',
    });
  };
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
    fail(`"${name.slice(0, 60)}" is not the name of an HTTP header.`);
  if (/[\r\n\0]/.test(value))
    fail(`The value of the header ${name} holds a line break, which would start another header.`);
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    fail(`The value of the header ${name} holds characters that HTTP headers cannot carry.`);
}
