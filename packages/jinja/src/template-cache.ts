/** Keeps the most recently used entries, bounded in number and in the size of their keys. */
export interface TemplateCache<T> {
  /** A key is a text and a small number; the text is looked up as it is, so its hash is computed once. */
  get(text: string, variant: number, build: () => T): T;
}

export function createTemplateCache<T>(limits: { entries: number; keyChars: number }): TemplateCache<T> {
  const entries = new Map<string, Map<number, T>>();
  let newest: Map<number, T> | undefined;
  return {
    get(text, variant, build) {
      const variants = entries.get(text);
      const known = variants?.get(variant);
      if (variants !== undefined && variants !== newest) {
        // Moving to the end on a hit keeps the order; a Map iterates oldest first.
        entries.delete(text);
        entries.set(text, variants);
        newest = variants;
      }
      if (known !== undefined) return known;
      const built = build();
      if (text.length > limits.keyChars) return built;
      newest = (variants ?? new Map<number, T>()).set(variant, built);
      entries.set(text, newest);
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.entries) break;
        entries.delete(oldest);
      }
      return built;
    },
  };
}
