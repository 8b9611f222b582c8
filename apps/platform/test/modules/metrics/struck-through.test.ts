import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutHidden } from '../../../src/modules/metrics/text/hidden.ts';
import { says } from './measuring.ts';

const hidden = [
  '~~€200~~ €250',
  '<del>€200</del> €250',
  '<s class="old">€200</s> €250',
  '<!-- €200 --> €250',
  '<!-- €200',
  '<strike>now €200</strike>',
  '**~~€200~~** €250',
];

test('what is struck through or in a comment is neither contained nor absent for sure', async () => {
  for (const output of hidden)
    for (const negate of [false, true]) {
      for (const kind of ['contains_all', 'contains_any', 'contains_none'])
        for (const as_amounts of [false, true]) {
          const { reason } = await says(
            'not_evaluated unclear',
            kind,
            { values: ['€200'], as_amounts },
            { output },
            { negate },
          );
          if (!as_amounts) assert.match(reason, /struck through or in a comment/);
        }
      await says('not_evaluated unclear', 'regex', { pattern: '€\\d00' }, { output }, { negate });
    }
});

test('an answer neither begins nor ends for sure with what is struck through', async () => {
  for (const output of ['~~Yes~~ No', '<del>Yes</del> No'])
    await says('not_evaluated unclear', 'starts_with', { value: 'Yes' }, { output });
  for (const output of ['No ~~Yes~~', 'No <del>Yes</del>'])
    await says('not_evaluated unclear', 'ends_with', { value: 'Yes' }, { output });
});

test('what stands beside it is found as ever, and a mark that is looked for is one', async () => {
  for (const output of [
    '~~€250~~ €200',
    '€200 <!-- note -->',
    '€200 ~~€200~~',
    'a ~~ b €200 ~~ c',
    '~~~\n€200\n~~~',
  ])
    for (const kind of ['contains_all', 'contains_any'])
      await says('pass', kind, { values: ['€200'] }, { output });
  await says('pass', 'contains_all', { values: ['~~€200~~'] }, { output: '~~€200~~ €250' });
  await says('pass', 'contains_all', { values: ['<del>'] }, { output: '<del>€200</del>' });
  await says('pass', 'regex', { pattern: '~~.*~~' }, { output: '~~€200~~' });
  await says('pass', 'starts_with', { value: 'Yes' }, { output: 'Yes ~~No~~' });
  await says('fail', 'contains_all', { values: ['€300'] }, { output: '~~€200~~ €250' });
});

test('many marks are read in one go', () => {
  for (const part of ['~~', '<del>', '<!--', '~~a', '<s>b</s>', '</del><del>'])
    assert.equal(withoutHidden(part.repeat(100_000)).length, part.length * 100_000);
});
