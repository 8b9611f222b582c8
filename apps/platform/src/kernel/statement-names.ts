/** A statement seen so often is likely to come again and again; one of a kind is not worth a place. */
const seenBefore = 3;
/** Every connection keeps a plan for each name, so names are few. */
const mostNames = 250;
const mostCounted = 1_000;
/** Lists of many values make long texts that hardly ever come back as they were. */
const longestText = 10_000;

export interface StatementNames {
  of(text: string): string | undefined;
  /** To be told of every failure: a plan whose tables changed meanwhile is of no more use, and its name is given up. */
  failed(text: string, error: unknown): void;
}

/**
 * Gives the statements that keep coming back a name, with which PostgreSQL reads and plans each once per connection
 * rather than every time. The name stands for the text alone: values still travel apart from it.
 */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string | undefined>();
  const counts = new Map<string, number>();

  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined || names.has(text) || names.size >= mostNames || text.length > longestText)
        return known;
      const count = (counts.get(text) ?? 0) + 1;
      if (count <= seenBefore) {
        if (counts.size >= mostCounted) counts.clear();
        counts.set(text, count);
        return undefined;
      }
      counts.delete(text);
      const name = `s${names.size + 1}`;
      names.set(text, name);
      return name;
    },
    failed(text, error) {
      if ((error as { code?: unknown }).code === changedResult) names.set(text, undefined);
    },
  };
}

/** `cached plan must not change result type`: a migration of a newer process has changed a column under this one. */
const changedResult = '0A000';
