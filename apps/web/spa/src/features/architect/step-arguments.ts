type Arguments = Readonly<Record<string, unknown>>;

/** Texts and numbers of a step; ids and what earlier steps will make stay as they are. */
export const changeable = (given: Arguments): readonly (readonly [string, string | number])[] =>
  Object.entries(given).flatMap(([key, value]) =>
    (typeof value === 'string' && !isId(value) && key !== 'strategy') || typeof value === 'number'
      ? [[key, value] as const]
      : [],
  );

export const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text);

/** All the rest, as it is read: nobody says yes to what they were not shown. */
export function unchangeable(given: Arguments): readonly (readonly [string, string])[] {
  const fields = new Set(changeable(given).map(([key]) => key));
  return Object.entries(given).flatMap(([key, value]) =>
    fields.has(key) ? [] : [[key, inWords(value)] as const],
  );
}

const isMade = (value: unknown): value is { readonly $step: string } =>
  typeof value === 'object' && value !== null && '$step' in value && typeof value.$step === 'string';

function inWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || isMade(one)))
    return value.map(inWords).join('\n');
  return isMade(value) ? `What step ${value.$step.replace(/^s/, '')} makes` : JSON.stringify(value, null, 2);
}

export type NamedKind = 'endpoint' | 'test_set' | 'test_run' | 'requirement' | 'metric' | 'source' | 'job';

const kinds: Readonly<Record<string, NamedKind>> = {
  endpoints: 'endpoint',
  test_sets: 'test_set',
  test_runs: 'test_run',
  requirements: 'requirement',
  metrics: 'metric',
  sources: 'source',
  jobs: 'job',
  explorations: 'job',
};

/** What the ids of an argument name: `id` stands for what its tool works on, others say it themselves. */
export const kindOf = (tool: string, key: string): NamedKind | null =>
  key === 'id'
    ? (Object.entries(kinds).find(([plural]) => tool.startsWith(`${plural}_`))?.[1] ?? null)
    : (kinds[key.endsWith('_id') ? `${key.slice(0, -3)}s` : key] ?? null);
