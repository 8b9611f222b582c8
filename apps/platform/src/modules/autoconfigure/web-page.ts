import type { Json } from '@sonde/paste-reader';

/** HTML where an answer was expected: a sign-in page, a front page, the page of a proxy. */
export const isWebPage = (answer: Json | undefined): boolean =>
  typeof answer === 'string' && /^\s*<(?:!doctype|html)/i.test(answer);
