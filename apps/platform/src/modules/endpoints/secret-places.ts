import { maxNamedSecrets } from '@sonde/contract';
import { secretsTooMany } from './problems.ts';

/** Gives literal credentials their names, and the templates that refer to them. */
export interface SecretPlaces {
  /** The template for a place that held the literal; `stored` is what the place holds in the stored configuration. */
  take(parameter: string, literal: string, stored: string | undefined): string;
  moved(): Record<string, string>;
}

export interface SecretPlacesOptions {
  /** The secrets that come with the same change. */
  readonly given: Readonly<Record<string, string | null>>;
  /** Stored secrets that the configuration refers to: they keep their values. */
  readonly usedNames: readonly string[];
  /** A former version stored as many as it was given; it is shown in any case. */
  readonly isFormer?: boolean;
}

const reference = /^\{\{\s*secrets\.([A-Za-z_]\w*)\s*\}\}$/;
const referenceTo = (name: string): string => `{{ secrets.${name} }}`;

export function createSecretPlaces({
  given,
  usedNames,
  isFormer = false,
}: SecretPlacesOptions): SecretPlaces {
  const moved = new Map<string, string>();
  const used = new Set(usedNames);
  // A body may hold thousands of them: none is compared with all before it.
  const placed = new Map<string, string>();
  const counts = new Map<string, number>();
  /** The literal finds the name again, also by the word that numbers were put behind. */
  const remember = (name: string, literal: string): void => {
    for (const stem of new Set([name, name.replace(/_\d+$/, '')]))
      if (!placed.has(`${stem} ${literal}`)) placed.set(`${stem} ${literal}`, name);
  };
  for (const [name, value] of Object.entries(given)) if (value !== null) remember(name, value);
  const isFree = (name: string): boolean => given[name] === undefined && !moved.has(name) && !used.has(name);
  function nameFor(stem: string, literal: string): string {
    const known = placed.get(`${stem} ${literal}`);
    if (known !== undefined) return known;
    let count = counts.get(stem) ?? 1;
    const numbered = (): string => (count === 1 ? stem : `${stem}_${count}`);
    while (!isFree(numbered())) count += 1;
    counts.set(stem, count + 1);
    return numbered();
  }
  return {
    take(parameter, literal, stored) {
      // The place has a secret of its own already: this is its new value.
      const own = reference.exec(stored?.trim() ?? '')?.[1];
      const isOwn = own !== undefined && given[own] === undefined && !moved.has(own);
      const name = isOwn ? own : nameFor(nameOf(parameter), literal);
      moved.set(name, literal);
      // More than are kept are refused in any case: before the rest of them is read.
      if (!isFormer && moved.size > maxNamedSecrets) throw secretsTooMany();
      remember(name, literal);
      return referenceTo(name);
    },
    moved: () => Object.fromEntries(moved),
  };
}

/** As a template can write it. */
function nameOf(parameter: string): string {
  const name = parameter.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(name) ? name.slice(0, 90) : `secret_${name}`.slice(0, 90);
}
