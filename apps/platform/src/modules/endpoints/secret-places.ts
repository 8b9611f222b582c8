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
}

const reference = /^\{\{\s*secrets\.([A-Za-z_]\w*)\s*\}\}$/;
const referenceTo = (name: string): string => `{{ secrets.${name} }}`;

export function createSecretPlaces({ given, usedNames }: SecretPlacesOptions): SecretPlaces {
  const moved = new Map<string, string>();
  const isFree = (name: string, literal: string): boolean => {
    const known = moved.get(name) ?? given[name];
    return known === literal || (known === undefined && !usedNames.includes(name));
  };
  return {
    take(parameter, literal, stored) {
      // The place has a secret of its own already: this is its new value.
      const own = reference.exec(stored?.trim() ?? '')?.[1];
      const isOwn = own !== undefined && given[own] === undefined && !moved.has(own);
      let name = isOwn ? own : nameOf(parameter);
      for (let count = 2; !isOwn && !isFree(name, literal); count += 1)
        name = `${nameOf(parameter)}_${count}`;
      moved.set(name, literal);
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
