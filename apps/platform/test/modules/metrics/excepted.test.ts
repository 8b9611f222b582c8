import { test } from 'node:test';
import { says } from './measuring.ts';

const open = 'not_evaluated unclear';

test('everybody but somebody is everybody else', async () => {
  for (const lead of [
    'Everyone but',
    'All but',
    'Anyone but',
    'Anybody but',
    'Anything but',
    'Alle außer',
    'Tout le monde sauf',
  ])
    await says(
      open,
      'as_expected',
      {},
      {
        input: 'Who wrote it?',
        expected: 'Goethe',
        output: `${lead} Goethe`,
      },
    );
  for (const lead of ['Every city but', 'Any city in Germany except', 'Jede Stadt außer', 'Everywhere but'])
    await says(
      open,
      'as_expected',
      {},
      {
        input: 'Which city?',
        expected: 'Berlin',
        output: `${lead} Berlin.`,
      },
    );
});

test('a yes that excepts what was asked, or a part of all of it, is no yes', async () => {
  for (const [input, expected, output] of [
    ['Can I return shoes?', 'Yes', 'Yes, except shoes.'],
    ['Can I return shoes?', 'Yes, you can return shoes.', 'Yes, except shoes.'],
    ['Do you ship to Austria?', 'Yes', 'Yes, except to Austria.'],
    ['Liefern Sie nach Österreich?', 'Ja', 'Ja, außer nach Österreich.'],
    ['Sind Sie sonntags offen?', 'Ja', 'Ja, bis auf Sonntage.'],
    ['Are you open on Sundays?', 'Yes', 'Yes, apart from Sundays.'],
    ['Can students enter for free?', 'Yes', 'Yes, except students.'],
    ['Do you accept Amex?', 'Yes', 'Yes, apart from Amex.'],
    ['Is it safe for pregnant women?', 'Yes', 'Yes, except pregnant women.'],
    ['Can I return sale items?', 'No', 'No, except sale items.'],
    ['Is everything included?', 'Yes', 'Yes, except drinks.'],
    ['Ist alles inklusive?', 'Ja', 'Ja, ausgenommen Getränke.'],
    ['Is it free?', 'Yes', 'Yes, except shipping.'],
    ['Is my data deleted?', 'Yes', 'Yes, with the exception of backups.'],
  ] as const)
    await says(open, 'as_expected', {}, { input, expected, output });
});

test('an exception of one kind of what was asked leaves the rule as it is', async () => {
  for (const [input, expected, output] of [
    ['Are dogs allowed?', 'No', 'No, except guide dogs.'],
    ['Sind Hunde erlaubt?', 'Nein', 'Nein, außer Assistenzhunden.'],
  ] as const)
    await says('pass', 'as_expected', {}, { input, expected, output });
});
