import { z } from 'zod';

export interface SettingDescription {
  readonly name: string;
  readonly description: string;
  readonly secret: boolean;
}

export class SettingsError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `${faults.length === 1 ? 'One setting is' : `${faults.length} settings are`} wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

/** Small vocabulary for settings, which all arrive as text. */
export const setting = {
  text: (fallback: string) => z.string().trim().default(fallback),
  optional: () => z.string().trim().min(1).optional(),
  integer: (fallback: number, min: number, max: number) =>
    z.coerce.number({ error: 'must be a number' }).int().min(min).max(max).default(fallback),
  /** Any other word would quietly be a development installation, with generated keys and a mailbox that all may read. */
  nodeEnvironment: () =>
    z
      .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
      .default('development'),
  port: (fallback: number) =>
    z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535).default(fallback),
  flag: (fallback: boolean) =>
    z
      .enum(['true', 'false', '1', '0', 'yes', 'no'], { error: 'must be true or false' })
      .transform((text) => ['true', '1', 'yes'].includes(text))
      .default(fallback),
};

/**
 * Reads settings once and reports every fault together, those of the schema and those of `alsoCheck`, which sees the
 * given text. Empty variables count as unset, so that `FOO=` in a file means the default; a value is never repeated in a
 * message, since it may be a secret.
 */
export function readSettings<T extends z.ZodObject>(
  schema: T,
  environment: Readonly<Record<string, string | undefined>>,
  alsoCheck: (given: Readonly<Record<string, string | undefined>>) => readonly string[] = () => [],
): Readonly<z.output<T>> {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  const faults = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.') || 'settings'}: ${issue.message}`),
    ...alsoCheck(given),
  ];
  if (result.success && faults.length === 0) return Object.freeze(result.data);
  throw new SettingsError(faults);
}
