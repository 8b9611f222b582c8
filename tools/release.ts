import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { components, isLater, nextVersions, releaseDocument, type Commit } from './release-notes.ts';

const [version = ''] = process.argv.slice(2);
const before = readFileSync('VERSION', 'utf8').trim();
if (!isLater(version, before)) fail(`Name the next version, after ${before}: npm run release -- 0.2.0`);
const file = `docs/releases/${version}.md`;
if (existsSync(file)) fail(`${file} is there already.`);

const commits = commitsSince(lastRelease());
const known = Object.fromEntries(
  Object.entries(components).map(([name, { folder }]) => [name, versionIn(folder)]),
);
const versions = nextVersions(commits, version, known);
for (const [name, { folder }] of Object.entries(components)) setVersion(folder, versions[name] ?? version);
writeFileSync('VERSION', `${version}\n`);
writeFileSync(
  file,
  releaseDocument(commits, { version, date: new Date().toISOString().slice(0, 10), versions }),
);
process.stdout.write(
  `${file} was written from ${commits.length} commits. Read it over, then commit and tag it.\n`,
);

/** The commit that made the release before; what came after it is new. */
function lastRelease(): string {
  return git('log', '-1', '--format=%H', '--', 'VERSION').trim();
}

function commitsSince(since: string): Commit[] {
  const range = since === '' ? 'HEAD' : `${since}..HEAD`;
  return git('log', '--no-merges', '--name-only', '--format=%x1e%s', range)
    .split('\x1e')
    .slice(1)
    .map((text) => {
      const [subject = '', ...files] = text.split('\n').filter(Boolean);
      return { subject, files };
    });
}

function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string }).version;
}

function setVersion(folder: string, its: string): void {
  const path = `${folder}/package.json`;
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^( {2}"version": ")[^"]+/m, `$1${its}`));
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
