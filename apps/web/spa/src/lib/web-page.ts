/** Whether what came is a web page, so that the address is none of an API. */
export const isWebPage = (answer: unknown): boolean =>
  typeof answer === 'string' && /^\s*(?:<!doctype\s+html|<html)\b/i.test(answer);
