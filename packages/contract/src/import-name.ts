/** Names that say nothing of what is tested: of tools, of exports, or a number. */
const sayNothing =
  /^(?:(?:my |new |the )?(?:promptfoo ?config|config|configuration|tests?|test ?cases?|test ?sets?|data|data ?sets?|exports?|exported|downloads?|untitled|prompts?|evals?|files?|documents?|copy|sheet ?\d*|book ?\d*|golden(?: set)?|[\da-f ]{16,}|\d[\d ]*))$/i;

/** What a test set is called that is made of a file, until somebody says it: as the file, or from which file it came. */
export function importedSetName(filename: string): string {
  const stem = filename
    .replace(/\.[a-z\d]+$/i, '')
    .replace(/\s*\(\d+\)$/, '')
    .trim();
  return stem === '' || sayNothing.test(stem.replaceAll(/[\s_.-]+/g, ' ').trim())
    ? `Tests from ${filename}`
    : stem;
}
