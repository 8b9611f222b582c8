const longestHeader = 8_300;

/** RFC 6750: one scheme, one space, one token of few characters. Everything else is no credential, and never an error. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > longestHeader) return undefined;
  return /^bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
}
