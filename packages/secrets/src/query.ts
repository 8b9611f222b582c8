import { isSecretName } from './names.ts';

/** An address with the credentials of its query, by their names, behind a mask. */
export function maskQuery(url: string, mask: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const end = url.indexOf('#', start);
  const query = url.slice(start + 1, end === -1 ? undefined : end);
  const masked = query.split('&').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return rest.length > 0 && isSecretName(decodeLoosely(name), 'parameter') ? `${name}=${mask}` : pair;
  });
  return `${url.slice(0, start)}?${masked.join('&')}${end === -1 ? '' : url.slice(end)}`;
}

/** Percent-decoded where that is possible, and as it stands where it is not. */
export function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
