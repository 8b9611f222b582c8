// Which tests `npm run check` runs: those that need nothing but themselves.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * Parts of the house that take seconds to stand up. A test file that reaches one of them through its imports, however
 * many files of `test/` lie between, belongs to `npm test` alone.
 */
const slowToStart = [
  /\/test\/support\/(?:platform|database|database-road|service-process|chatbot|redis)\.ts$/,
  /\/apps\/chatbot\/src\/app\.ts$/,
  /\/apps\/web\/bff\/app\.ts$/,
  /\/threaded-[\w-]+\.ts$|\/reader-thread\.ts$/,
];
/** What a test says it starts itself. */
const startsItself = /'(?:playwright-core|vite|node:child_process|node:worker_threads)'/;
/** Whole corpora, random cases by the thousand, and all files of the house read again. */
const slowBySize =
  /\/test\/(?:bench|house)\/|\/(?:fuzz|walk|charging|hostile-[\w-]+|model-reader|object-store|build)\.test\.ts$/;

/** A file belongs to the fast half unless one of the three rules above holds. */
export function isFast(root, file) {
  if (slowBySize.test(`/${file}`) || file.startsWith('tools/')) return false;
  const seen = new Set();
  const waiting = [join(root, file)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (slowToStart.some((pattern) => pattern.test(path))) return false;
    if (!path.includes('/test/') || !existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    if (startsItself.test(text)) return false;
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
      waiting.push(normalize(join(dirname(path), name)));
  }
  return true;
}
