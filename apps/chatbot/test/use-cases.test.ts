import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadUseCases } from '../src/use-cases.ts';
import { startChatbot } from './harness.ts';

function folderWith(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'use-cases-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

const gardening = {
  'gardening.md':
    '---\nname: gardening\ndescription: About gardens.\nknowledge: gardening\n---\nYou help gardeners.\n',
  'gardening/soil.md':
    '---\nsubject: soil\nnamed: [soil]\n---\n## Compost for gardens\n<!-- also: rotten leaves -->\nCompost feeds the soil of a garden and keeps it moist.\n\n## Watering roses\nRoses like water in the morning.\n',
};

test('a Markdown file with a knowledge folder is a new use case, without any code', async () => {
  using fixture = folderWith(gardening);
  await using chatbot = startChatbot({ USE_CASES_DIR: fixture.folder });
  const { use_cases: useCases } = (await chatbot.app.inject('/use-cases')).json();
  assert.deepEqual(useCases, [
    { name: 'echo', description: useCases[0].description },
    { name: 'gardening', description: 'About gardens.' },
  ]);
  const reply = (
    await chatbot.chat({ message: 'How does compost feed a garden?', use_case: 'gardening' })
  ).json();
  assert.equal(reply.use_case, 'gardening');
  assert.match(reply.message, /Compost feeds the soil/);
  const refused = await chatbot.chat({ message: 'hello' });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.json().detail, /echo, gardening/);
});

test('what is wrong with a use case is said with the name of its file', () => {
  const cases: Array<[Record<string, string>, RegExp]> = [
    [{}, /No use case files/],
    [{ 'a.md': 'no front matter' }, /a\.md: must begin with front matter/],
    [
      { 'a.md': '---\nname: Loud Name\ndescription: d\nknowledge: k\n---\n' },
      /a\.md: the front matter is not valid/,
    ],
    [{ 'a.md': '---\nname: a\ndescription: d\nknowledge: nowhere\n---\n' }, /No passages/],
    [
      {
        ...gardening,
        'gardening.md': gardening['gardening.md'].replace('name:', 'understanding: no.bin\nname:'),
      },
      /no\.bin does not exist/,
    ],
    [
      { ...gardening, 'second.md': gardening['gardening.md'] },
      /second\.md: another use case is already named gardening/,
    ],
    [
      { ...gardening, 'echo.md': gardening['gardening.md'].replace('name: gardening', 'name: echo') },
      /echo\.md: another use case is already named echo/,
    ],
    [
      { ...gardening, 'gardening/more.md': '---\nsubject: soil\n---\n## Empty\n' },
      /more\.md: the passage "Empty" has no text/,
    ],
  ];
  for (const [files, message] of cases) {
    using fixture = folderWith(files);
    assert.throws(() => loadUseCases(fixture.folder, undefined), message);
  }
});
