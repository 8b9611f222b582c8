import type { Span } from '@sonde/contract';

/** The endpoint's name where the span carries it: people look for that, not for the name of a function. */
export function spanTitle(span: Pick<Span, 'name' | 'attributes'>): string {
  const named = span.attributes['endpoint.name'];
  return typeof named === 'string' && named !== '' ? named : span.name;
}
