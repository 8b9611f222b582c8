const plain = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether saving would make a requirement of what is typed; the server takes names for the same without regard to case and blanks. */
export function requirementHint(typed: string, found: readonly string[] | undefined): string | undefined {
  if (found === undefined) return undefined;
  if (plain(typed) === '')
    return found.length === 0 ? undefined : 'Type to choose one that is there; another name makes a new one.';
  if (found.some((name) => plain(name) === plain(typed))) return undefined;
  return found.length === 0
    ? 'New: this requirement is created when the test is saved.'
    : 'New: this requirement is created when the test is saved, unless you choose one of those that are offered.';
}
