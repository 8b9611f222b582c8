import type { SessionAnswer } from './session.ts';

/**
 * Who is signed in, as the web server knew when it sent the page: saves a round trip before anything can be drawn. Read
 * once and taken out, so that it never grows old in the document.
 */
export function takeFirstSession(page: Document): SessionAnswer | undefined {
  const element = page.getElementById('sonde-session');
  if (element === null) return undefined;
  element.remove();
  return JSON.parse(element.textContent) as SessionAnswer;
}
