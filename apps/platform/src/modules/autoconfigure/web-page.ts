import type { Json } from './reader/json-value.ts';

/** HTML where an answer was expected: a sign-in page, a front page, the page of a proxy. */
export const isWebPage = (answer: Json | undefined): boolean =>
  typeof answer === 'string' && /^\s*<(?:!doctype|html)/i.test(answer);
