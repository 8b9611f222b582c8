export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * A request as a curl command that can be passed around. The platform has masked every secret already; what it masked
 * becomes a shell variable, so that the command says what to fill in instead of carrying dots.
 */
export function curlOf(request: ShownRequest): string {
  const lines = [`curl -X ${request.method} ${quote(request.url)}`];
  for (const [name, value] of Object.entries(request.headers)) lines.push(`  -H ${header(name, value)}`);
  if (request.body !== null && request.body !== undefined && request.body !== '') {
    const text = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
    lines.push(`  --data-raw ${quote(text)}`);
  }
  return lines.join(' \\\n');
}

const masked = /[•*]{4,}|\[(?:secret|redacted|masked)\]/gi;

function header(name: string, value: string): string {
  if (!isMasked(value)) return quote(`${name}: ${value}`);
  const variable = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  const text = `${name}: ${value}`.replaceAll(/["\\$`]/g, String.raw`\$&`).replaceAll(masked, `$${variable}`);
  return `"${text}"`;
}

function isMasked(value: string): boolean {
  return value.search(masked) !== -1;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
