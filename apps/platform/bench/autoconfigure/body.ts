import type { IncomingMessage } from 'node:http';
import type { Api } from './api.ts';

/** What the call said, as names and values; undefined when it came in another format. */
export function readBody(api: Api, req: IncomingMessage, url: URL, text: string): unknown {
  if (api.format === 'query') return Object.fromEntries(url.searchParams);
  const type = req.headers['content-type'] ?? '';
  if (api.format === 'form')
    return type.includes('urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : undefined;
  if (api.format === 'multipart') return readMultipart(type, text);
  if (api.format === 'text') return /^text\/|xml/.test(type) ? { text } : undefined;
  if (api.protocol !== 'WebSocket' && !type.includes('json')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readMultipart(type: string, text: string): unknown {
  const boundary = /multipart\/form-data;.*boundary="?([^";]+)/i.exec(type)?.[1];
  if (boundary === undefined) return undefined;
  const parts = text.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => [
      /name="([^"]*)"/.exec(part)?.[1] ?? '',
      part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, ''),
    ]),
  );
}

/** The value at a dotted path; a negative index counts from the end, `#json` reads a text as JSON. */
export function at(value: unknown, path: string): unknown {
  if (path === '') return value;
  let current = value;
  for (const step of path.split('.')) {
    if (step === '#json') {
      if (typeof current !== 'string') return undefined;
      try {
        current = JSON.parse(current) as unknown;
      } catch {
        return undefined;
      }
    } else if (Array.isArray(current)) current = current.at(Number(step));
    else if (typeof current === 'object' && current !== null)
      current = (current as Record<string, unknown>)[step];
    else return undefined;
  }
  return current;
}

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The first place whose value is there and is not what its type asks for. */
export function faultIn(
  body: unknown,
  types: Readonly<Record<string, string>>,
): { place: string; expected: string } | undefined {
  for (const [path, type] of Object.entries(types))
    for (const [place, value] of everyAt(body, path.split('.'), ''))
      if (value !== undefined && value !== null && !isOfType(value, type)) return { place, expected: type };
  return undefined;
}

function everyAt(value: unknown, steps: readonly string[], place: string): [string, unknown][] {
  const [step, ...rest] = steps;
  if (step === undefined) return [[place.slice(1), value]];
  if (step !== '*') return everyAt(at(value, step), rest, `${place}.${step}`);
  const items = Array.isArray(value) ? value : [];
  return items.flatMap((item, index) => everyAt(item, rest, `${place}.${index}`));
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return type.startsWith('=') ? String(value) === type.slice(1) : type.split('|').includes(String(value));
  }
}

export type Values = {
  readonly echo: string;
  readonly input: string;
  readonly conversation: string;
  readonly word?: string;
};

/** A shape with its marks replaced; within a text that is JSON itself the values are escaped (`{{echo|json}}`). */
export function fill(shape: unknown, values: Values): unknown {
  if (typeof shape === 'string')
    return shape.replace(
      /\{\{(echo|input|conversation|word)(\|json)?\}\}/g,
      (mark, name: keyof Values, json) => {
        const value = values[name];
        if (value === undefined) return mark;
        return json === undefined ? value : JSON.stringify(value).slice(1, -1);
      },
    );
  if (Array.isArray(shape)) return shape.map((item) => fill(item, values));
  if (typeof shape !== 'object' || shape === null) return shape;
  return Object.fromEntries(Object.entries(shape).map(([key, item]) => [key, fill(item, values)]));
}
