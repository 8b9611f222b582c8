import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, openBrowser, untilWorkEnds } from './support/browse.ts';
import { becomeOwner } from './support/people.ts';
import { startStack } from './support/stack.ts';

test('a document that is dropped becomes a source, whose passages are found, shown and previewed', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);

  await page.goto(`${stack.webUrl}/sources`);
  await page.getByRole('button', { name: 'Add a source' }).first().click();
  await page.getByLabel('Drop documents here, or choose them').setInputFiles({
    name: 'terms.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Hail\n\nDamage by hail is covered.\n\n# Flood\n\nFlood is not covered.'),
  });
  await page.getByRole('status').filter({ hasText: 'terms.md was added.' }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('link', { name: 'terms.md' }).waitFor();
  await page.getByText('Ready').waitFor(untilWorkEnds);
  await keepScreenshot(page, 'journey-sources');

  await page.getByLabel('Search in what they say').fill('flood');
  await page.getByText('1 passage').waitFor();
  assert.match(await page.getByRole('article').innerText(), /Flood is not covered/);
  await page.getByRole('article').getByRole('link', { name: 'terms.md' }).click();
  await page.getByRole('heading', { name: '2 passages' }).waitFor();
  await page.getByRole('button', { name: 'Show the file' }).click();
  const dialog = page.getByRole('dialog', { name: 'terms.md' });
  await dialog.getByText('Damage by hail is covered.').waitFor();
  await keepScreenshot(page, 'journey-file-preview');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${stack.webUrl}/settings/notifications`);
  const box = page.getByRole('checkbox', { name: 'An exploration has ended: By email' });
  await box.click();
  await page.getByRole('checkbox', { name: 'An exploration has ended: By email', checked: true }).waitFor();
  await page.reload();
  await box.waitFor();
  assert.equal(await box.isChecked(), true, 'it is kept');
});
