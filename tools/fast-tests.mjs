// Which tests `npm run check` runs: those that need nothing but themselves; which a second database may change; and which
// are begun first.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * Parts of the house that take seconds to stand up. A test file that reaches one of them through its imports, however
 * many files of `test/` lie between, belongs to `npm test` alone.
 */
const slowToStart = [
  /\/test\/support\/(?:platform|database|database-template|database-road|service-process|chatbot|redis)\.ts$/,
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
export const isFast = (root, file) =>
  !slowBySize.test(`/${file}`) &&
  !file.startsWith('tools/') &&
  !reaches(
    root,
    file,
    (path, text) => slowToStart.some((pattern) => pattern.test(path)) || startsItself.test(text),
  );

/**
 * What a run chooses its database and the store that processes share by. What names neither, directly or through what it
 * imports, is on the embedded database in every run; so are the journeys, whose services are processes of their own.
 */
const chooses = /\bTEST_(?:DATABASE|REDIS)_URL\b/;

/** Whether it may go otherwise on another database; all others need no second look on one. */
export const knowsADatabase = (root, file) => reaches(root, file, (_path, text) => chooses.test(text));

/** A stack of services with a browser, some services, a platform in the test's own process, nothing of these. */
const kinds = [
  (path, text) => path.endsWith('/support/stack.ts') || /'playwright-core'/.test(text),
  (path, text) => path.endsWith('/support/service-process.ts') || /'(?:vite|node:child_process)'/.test(text),
  (path) => slowToStart.some((pattern) => pattern.test(path)),
];

/** In the order in which they are best begun: what takes long is not left for the end, when all others are idle. */
export function longestFirst(root, files) {
  const kindOf = new Map(
    files.map((file) => {
      const kind = kinds.findIndex((isSuch) => reaches(root, file, isSuch));
      return [file, kind < 0 ? kinds.length : kind];
    }),
  );
  return files.toSorted((one, other) => kindOf.get(one) - kindOf.get(other));
}

/** Whether a test file, or a file of `test/` that it leads to through its imports, is such a one. */
function reaches(root, file, isSuch) {
  const seen = new Set();
  const waiting = [join(root, file)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const isRead = path.includes('/test/') && existsSync(path);
    const text = isRead ? readFileSync(path, 'utf8') : '';
    if (isSuch(path, text)) return true;
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
      waiting.push(normalize(join(dirname(path), name)));
  }
  return false;
}
