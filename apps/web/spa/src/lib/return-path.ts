/** A place inside this site, or the fallback. Anything a browser could read as another origin is refused. */
export function safeReturnPath(candidate: unknown, fallback = '/home'): string {
  if (typeof candidate !== 'string' || !candidate.startsWith('/')) return fallback;
  // `//host`, `/\host` and control characters inside are all ways to leave the site.
  // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
  if (/^\/[/\\]|[\u0000-\u001f\\]/.test(candidate)) return fallback;
  const url = new URL(candidate, 'http://here.invalid');
  // Pages that end a sign-in have nothing to show to whoever has signed in; an invitation does.
  if (/^\/auth\/(?!accept-invitation)/.test(url.pathname)) return fallback;
  // Steps upwards may have left two slashes at the beginning, which name another site again.
  if (url.host !== 'here.invalid' || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}
