import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRelease } from '../../apps/platform/src/modules/releases/parse-release.ts';
import { isLater, nextVersions, releaseDocument } from '../release-notes.ts';

const commits = [
  { subject: 'feat(traces): applications report spans', files: ['apps/platform/src/a.ts'] },
  { subject: 'fix: a slow page is quick', files: ['apps/web/spa/src/b.tsx'] },
  { subject: 'test(tokens): one more case', files: ['apps/chatbot/test/c.test.ts'] },
];
const before = { platform: '0.1.0', web: '0.1.0', chatbot: '0.1.0', generation: '0.1.0', sdk: '0.1.0' };

test('a program that nothing has touched but its tests keeps its version', () => {
  assert.deepEqual(nextVersions(commits, '0.2.0', before), { ...before, platform: '0.2.0', web: '0.2.0' });
});

test('what is written from the commits is read back as a release', () => {
  const versions = nextVersions(commits, '0.2.0', before);
  const read = parseRelease(releaseDocument(commits, { version: '0.2.0', date: '2027-01-31', versions }));
  assert.deepEqual([read.version, read.date, read.components], ['0.2.0', '2027-01-31', versions]);
  assert.equal(
    read.notes,
    '## New\n\n- **traces**: applications report spans\n\n## Mended\n\n- a slow page is quick',
  );
});

test('a release comes after the one before', () => {
  assert.ok(isLater('0.10.0', '0.9.9'));
  for (const version of ['0.9.9', '0.9.8', 'next', '1.0', '']) assert.ok(!isLater(version, '0.9.9'), version);
});
