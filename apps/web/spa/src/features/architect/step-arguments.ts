type Arguments = Readonly<Record<string, unknown>>;

/** Texts and numbers of a step; ids and what earlier steps will make stay as they are. */
export const changeable = (given: Arguments): readonly (readonly [string, string | number])[] =>
  Object.entries(given).flatMap(([key, value]) =>
    (typeof value === 'string' && !isId(value) && key !== 'strategy') || typeof value === 'number'
      ? [[key, value] as const]
      : [],
  );

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text);

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
