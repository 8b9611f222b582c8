/** Whether a text is a web page, which is what stands at an address that is none of an API. */
export const isWebPage = (text: string): boolean => /^\s*(?:<!doctype\s+html|<html)\b/i.test(text);
