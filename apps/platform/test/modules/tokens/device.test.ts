import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from '../../../src/modules/tokens/device.ts';

test('a browser without a window is the browser that it is', () => {
  const of = (name: string): string =>
    deviceOf(
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${name}/140.0.0.0 Safari/537.36`,
    );
  for (const name of ['Chrome', 'HeadlessChrome', 'Chromium']) assert.equal(of(name), 'Chrome on Linux');
  assert.equal(of('Version'), 'Safari on Linux');
});
