import { findSecrets, type FoundSecret } from './secrets.ts';

declare const redacted: unique symbol;

/** Text without credentials. Only `redact` makes one, so that nothing else can be handed to a model, a log or a table. */
export type RedactedText = string & { readonly [redacted]: true };

export type Redaction = { readonly kind: string; readonly count: number };

export type RedactionResult = { readonly text: RedactedText; readonly redactions: readonly Redaction[] };

/**
 * Replaces every credential by its kind; placeholders and references to the environment stay as they are. `secrets` are
 * those of this very text, for whoever has found them already.
 */
export function redact(
  text: string,
  known: readonly string[] = [],
  secrets: readonly FoundSecret[] = findSecrets(text, known),
): RedactionResult {
  const values = [...new Set([...secrets.map(({ value }) => value), ...known])].filter(
    (value) => value.length >= 6,
  );
  let output = '';
  let at = 0;
  const counts = new Map<string, number>();
  for (const { kind, start, end } of secrets) {
    output += `${text.slice(at, start)}[redacted ${kind}]`;
    at = end;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  output += text.slice(at);
  // What was recognised in one place is a secret in every other place too.
  for (const value of values.toSorted((left, right) => right.length - left.length))
    if (output.includes(value)) {
      counts.set('repeated value', (counts.get('repeated value') ?? 0) + output.split(value).length - 1);
      output = output.replaceAll(value, '[redacted]');
    }
  return {
    text: output as RedactedText,
    redactions: [...counts].map(([kind, count]) => ({ kind, count })),
  };
}
