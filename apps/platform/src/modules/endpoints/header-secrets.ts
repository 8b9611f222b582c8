import { isSecretName } from '@sonde/secrets';

interface Headers {
  readonly request_headers?: Readonly<Record<string, string>> | undefined;
  readonly secret_headers?: Readonly<Record<string, string | null>> | undefined;
}

/**
 * A credential typed among the plain headers is kept as a secret header: sealed in the database and masked in every
 * answer. A template stays where it is, since what it names is kept elsewhere. A header given in both places is taken
 * from `secret_headers`.
 */
export function withHeaderSecrets<Input extends Headers>(input: Input): Input {
  const literal = Object.entries(input.request_headers ?? {}).filter(
    ([name, value]) => isSecretName(name, 'header') && value.trim() !== '' && !value.includes('{{'),
  );
  if (literal.length === 0) return input;
  const moved = new Set(literal.map(([name]) => name));
  const given = new Set(Object.keys(input.secret_headers ?? {}).map((name) => name.toLowerCase()));
  return {
    ...input,
    request_headers: Object.fromEntries(
      Object.entries(input.request_headers ?? {}).filter(([name]) => !moved.has(name)),
    ),
    secret_headers: {
      ...Object.fromEntries(literal.filter(([name]) => !given.has(name.toLowerCase()))),
      ...input.secret_headers,
    },
  };
}
