import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datedName } from '@sonde/contract/dated-name';
import { formatDay, formatDollars, formatMoment } from '../../spa/src/lib/format.ts';
import { costText } from '../../spa/src/features/traces/trace-words.ts';

const pages = join(import.meta.dirname, '../../spa/src');

/** Coordinates of a drawing, and the times of a schedule, which are those of its zone. */
const others = new Set(['lib/format.ts', 'features/insights/trend.tsx', 'features/schedules/zone-words.ts']);

/** Where a moment is part of a text: a line that is searched. */
const asText = new Set(['features/test-runs/comparable.ts']);

void test('pages write numbers, amounts and days by one formatter, in the manner of their reader', () => {
  const own =
    /\.toFixed\(|\.toPrecision\(|\.toLocale\w*String\(|new Intl\.(?:Number|DateTime|RelativeTime)Format|String\(Math\.round/;
  const found = globSync('**/*.{ts,tsx}', { cwd: pages })
    .filter((file) => !others.has(file))
    .flatMap((file) =>
      readFileSync(join(pages, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (own.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    );
  assert.deepEqual(found, []);
});

void test('pages show each moment by the one component that has its machine-readable form and the moment itself', () => {
  const own =
    /<time\b|\bformat(?:Ago|Moment)\b|\.toISOString\(\)\.(?:slice|substring|replace)|\{[\w.]+_at\}(?!\s*(?:\/?>|\w+=))/;
  const found = globSync('**/*.{ts,tsx}', { cwd: pages })
    .filter((file) => !['lib/format.ts', 'ui/time.tsx', 'features/settings/usage-series.ts'].includes(file))
    .filter((file) => !asText.has(file))
    .flatMap((file) =>
      readFileSync(join(pages, file), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          own.test(line.replaceAll(/\b(?:at|key)=\{[^}]*\}/g, ''))
            ? [`${file}:${at + 1} ${line.trim()}`]
            : [],
        ),
    );
  assert.deepEqual(found, []);
});

void test('a name that is proposed has its time where and as the platform puts it, so that a run of it has one time', () => {
  const at = new Date('2026-11-23T06:00:00Z');
  const proposed = globSync('**/*.{ts,tsx}', { cwd: pages }).filter((file) =>
    /\b(?:useState|fittingName)\([^;]*new Date\(/s.test(readFileSync(join(pages, file), 'utf8')),
  );
  assert.deepEqual(
    proposed.filter((file) => !/\bdatedName\(/.test(readFileSync(join(pages, file), 'utf8'))),
    [],
  );
  assert.ok(proposed.includes('features/generation/generation-form.tsx'), proposed.join(', '));
  const set = datedName('Generated tests', at);
  assert.equal(set, 'Generated tests · 2026-11-23 06:00:00 UTC');
  assert.equal(datedName(set, new Date(at.getTime() + 60_000)), 'Generated tests · 2026-11-23 06:01:00 UTC');
});

void test('a moment is written the same way in the zone of the reader and in another, there with its weekday', () => {
  const at = '2026-11-23T06:00:00Z';
  const flat = (text: string): string => text.replaceAll(/\s/g, ' ');
  assert.equal(flat(formatMoment(at, 'Europe/Berlin')), 'Mon, Nov 23, 2026, 7:00 AM');
  assert.match(flat(formatMoment(at)), /^Nov 2[23], 2026, \d{1,2}:\d{2} [AP]M$/);
});

void test('amounts of money keep the figures that tell, and days are written as the reader writes them', () => {
  assert.deepEqual(
    [0, 0.00123, 0.5, 1234.5].map((amount) => formatDollars(amount)),
    ['$0.00', '$0.0012', '$0.50', '$1,234.50'],
  );
  assert.equal(formatDay('2026-11-28'), 'Nov 28, 2026');
  assert.equal(
    costText({ total_tokens: 10, total_cost_usd: 0.00004567, is_counted_in_part: false }),
    '$0.000046',
  );
});
