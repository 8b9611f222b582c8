import type { TargetConfiguration } from './configuration.ts';

/**
 * Which of these parameters no template of what is sent places, so that their values change nothing. A program that was connected
 * is handed all of them; a template that takes them all at once, or by a name that it makes itself, places each.
 */
export function unplacedIn(configuration: TargetConfiguration, names: readonly string[]): readonly string[] {
  const {
    params: _params,
    secretParams: _secretParams,
    secrets: _secrets,
    responseMapping: _mapping,
    ...sent
  } = configuration;
  if (configuration.protocol === 'SDK') return [];
  const placed = new Set<string>();
  for (const piece of JSON.stringify(sent).split('}')) {
    const opening = /\{[{%]/.exec(piece);
    if (opening === null) continue;
    for (const [, dotted, quoted] of piece.slice(opening.index).matchAll(use)) {
      const name = dotted ?? quoted;
      if (name === undefined) return [];
      placed.add(name);
    }
  }
  return names.filter((name) => !placed.has(name));
}

/** `params.branch`, or `params['branch']` as it stands in JSON. */
const use = /\bparams\b(?:\.(\w+)|\[(?:\\?"|')([^"'\\\]]+))?/g;
