import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { kinds } from '../../../src/modules/metrics/kinds.ts';

interface Property {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly 'x-labels'?: Readonly<Record<string, string>>;
}

const settings = kinds.flatMap((kind) => {
  const { properties = {} } = z.toJSONSchema(kind.args, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties as Record<string, Property>).map(([name, property]) => ({
    name: `${kind.kind}.${name}`,
    property,
  }));
});

test('every choice that a metric offers is called by words of its own', () => {
  const chosen = settings.filter(({ property }) => property.enum !== undefined);
  assert.ok(chosen.length >= 5, chosen.map(({ name }) => name).join(', '));
  const unnamed = chosen.flatMap(({ name, property }) =>
    (property.enum ?? [])
      .filter((option) => property['x-labels']?.[option] === undefined)
      .map((option) => `${name}: ${option}`),
  );
  assert.deepEqual(unnamed, []);
});

test('a list of words that a metric knows names each of them beside the field', () => {
  const untold = settings.flatMap(({ name, property }) =>
    (property.items?.enum ?? [])
      .filter((word) => !property.description?.includes(`\`${word}\``))
      .map((word) => `${name}: ${word}`),
  );
  assert.deepEqual(untold, []);
});

test('no metric is called by an abbreviation alone', () => {
  assert.deepEqual(
    kinds.map(({ title }) => title).filter((title) => !/\b[A-Z]?[a-z]{3,}\b/.test(title)),
    [],
  );
});
