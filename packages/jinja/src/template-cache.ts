/** Keeps the most recently used entries, bounded in number and in the size of their keys. */
export interface TemplateCache<T> {
  get(key: string, build: () => T): T;
}

export function createTemplateCache<T>(limits: { entries: number; keyChars: number }): TemplateCache<T> {
  const entries = new Map<string, T>();
  return {
    get(key, build) {
      const known = entries.get(key);
      if (known !== undefined) {
        // Moving to the end on every hit keeps the order; a Map iterates oldest first.
        entries.delete(key);
        entries.set(key, known);
        return known;
      }
      const built = build();
      if (key.length > limits.keyChars) return built;
      entries.set(key, built);
      for (const oldest of entries.keys()) {
        if (entries.size <= limits.entries) break;
        entries.delete(oldest);
      }
      return built;
    },
  };
}
