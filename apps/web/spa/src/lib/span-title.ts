import type { Span } from '@sonde/contract';

/** The endpoint's name where the span carries it: people look for that, not for the name of a function. */
export function spanTitle(span: Pick<Span, 'name' | 'attributes'>): string {
  const named = span.attributes['endpoint.name'];
  return typeof named === 'string' && named !== '' ? named : stepTitle(span.name);
}

/** The step around all others of a call that Sonde makes has a name for programs; the others are called in words already. */
export const stepTitle = (name: string): string =>
  /^function\.endpoint_\w+_invoke$/.test(name) ? 'The whole call' : name;
