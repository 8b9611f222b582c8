import type { BuiltInFilter } from '../runtime.ts';

export type FilterTable = Readonly<Record<string, BuiltInFilter>>;

export function filter(signature: string, run: BuiltInFilter['run']): BuiltInFilter {
  const names = signature === '' ? [] : signature.split(' ');
  return {
    parameters: names.map((name) => name.replace('?', '')),
    required: names.filter((name) => !name.endsWith('?')).length,
    rest: false,
    run,
  };
}

export function restFilter(run: BuiltInFilter['run']): BuiltInFilter {
  return { parameters: [], required: 0, rest: true, run };
}
