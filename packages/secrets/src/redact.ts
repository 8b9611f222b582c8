import { findSecrets, type FoundSecret } from './found-secrets.ts';
import { createReplacer } from './replace-values.ts';

declare const redacted: unique symbol;

/** Text without credentials. Only `redact` makes one, so that nothing else can be handed to a model, a log or a table. */
export type RedactedText = string & { readonly [redacted]: true };

export type Redaction = { readonly kind: string; readonly count: number };

export type RedactionResult = {
  readonly text: RedactedText;
  readonly redactions: readonly Redaction[];
  /** Every credential that was found or known. */
  readonly values: ReadonlySet<string>;
};

export type RedactRequest = {
  readonly text: string;
  /** Credentials that are known from elsewhere, whatever they look like. */
  readonly known?: readonly string[];
};

/** Replaces every credential by its kind; placeholders and references to the environment stay as they are. */
export function redact({ text, known = [] }: RedactRequest): RedactionResult {
  const secrets = findSecrets(text, known);
  const values = new Set([...secrets.map(({ value }) => value), ...known]);
  const counts = new Map<string, number>();
  const count = (kind: string): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  // What was recognised in one place is a secret in every other place too.
  const replaceRepeated = createReplacer(values, () => {
    count('repeated value');
    return '[redacted]';
  });
  const pieces: string[] = [];
  let at = 0;
  for (const { kind, start, end } of secrets satisfies FoundSecret[]) {
    pieces.push(replaceRepeated(text.slice(at, start)), `[redacted ${kind}]`);
    count(kind);
    at = end;
  }
  pieces.push(replaceRepeated(text.slice(at)));
  return {
    text: pieces.join('') as RedactedText,
    redactions: [...counts].map(([kind, number]) => ({ kind, count: number })),
    values,
  };
}
