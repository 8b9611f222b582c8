import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fieldWords, inFormWords } from '../../../spa/src/lib/form-words.ts';
import { sections } from '../../../spa/src/lib/section-names.ts';

const pages = join(import.meta.dirname, '../../../spa/src');

void describe('advice of the platform on a page', () => {
  for (const [told, shown] of [
    [
      'Raise timeout_seconds (up to 3600) if the target needs longer.',
      'Raise the time limit under General (up to 3600 seconds) if the application needs longer.',
    ],
    [
      'The target failed on its own side; its answer is kept in raw_response.',
      'The application failed on its own side; what it answered is under “Raw answer”.',
    ],
    [
      'Could not determine the output field; set response_mapping.output manually',
      'Where the text of the answer stands is not clear: open “Change the mapping”, and write its place beside output under “Response mapping”',
    ],
    [
      'No field for the message was found: put {{ input }} where it belongs.',
      'No place for the message was found: open “Change the mapping”, and under “Request template” write {{ input }} where the message goes.',
    ],
    ['Multiple candidate input fields detected: text.', 'Several fields could take the message: text.'],
    [
      'Set response_mapping.output to the path.',
      `Set output under “${sections.responseMapping}” to the path.`,
    ],
    [
      'Let request_mapping render to an object such as {"message": "{{ input }}"}.',
      'Let the request template render to an object such as {"message": "{{ input }}"}.',
    ],
  ] as const)
    void it(`speaks of the form and not of fields: ${shown}`, () => assert.equal(inFormWords(told), shown));

  void it('leaves templates as they have to be typed', () =>
    assert.equal(inFormWords('Write Bearer {{ auth_token }}.'), 'Write Bearer {{ auth_token }}.'));
});

void describe('the field of a fault', () => {
  void it('is named as its form names it', () =>
    assert.deepEqual(['cron', 'body.timezone'].map(fieldWords), ['Cron expression', 'Time zone']));

  for (const [path, shown] of [
    ['email', 'Email'],
    ['body.new_password', 'New password'],
    ['gates.min_pass_rate', 'Min pass rate'],
    ['tests.3.prompt', 'Prompt (4)'],
    ['0', '0'],
  ] as const)
    it(`${path} reads “${shown}”`, () => assert.equal(fieldWords(path), shown));
});

void it('a sentence sends people to a part of the pages by the name it has there', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: pages }).filter((file) => file !== 'lib/section-names.ts');
  const elsewhere = files.flatMap((file) =>
    [sections.changeMapping, sections.changeConnection, sections.responseMapping, sections.requestTemplate]
      .filter((name) => readFileSync(join(pages, file), 'utf8').includes(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(elsewhere, []);
});
