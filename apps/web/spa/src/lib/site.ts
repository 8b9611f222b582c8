/**
 * The path below which the app lies, such as `/sonde`; empty at the root. The web server writes it into each page. Paths of
 * the router, those that go along as `return_to` among them, are told without it.
 */
export const base: string = document.documentElement.dataset['base'] ?? '';

/** What the browser asks for, where it asks without the router: files, streams, and pages that are to be loaded anew. */
export const addressOf = (path: string): string => base + path;

/** The other way round: the router's path of an address of ours. */
export const pathOf = (address: string): string =>
  address === base ? '/' : address.startsWith(`${base}/`) ? address.slice(base.length) : address;
