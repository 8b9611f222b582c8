import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { metricNameInUse, metricNameWithValue } from '@sonde/contract/metric-name';

const turned = (name: string): string => metricNameInUse({ name, negate: false }, { negate: true });

void describe('the name of a metric where it is used', () => {
  void it('is its own where nothing turns it round', () => {
    const plain = { name: 'Contains refund', negate: false };
    assert.equal(metricNameInUse(plain), 'Contains refund');
    assert.equal(metricNameInUse(plain, { negate: false }), 'Contains refund');
  });

  void it('denies the sentence that it is', () => {
    assert.equal(turned('Contains refund'), 'Does not contain refund');
    assert.equal(turned('Is valid JSON'), 'Is not valid JSON');
    assert.equal(turned('has a REFUND'), 'Does not have a REFUND');
    assert.equal(turned('Links only to allowed hosts'), 'Does not link only to allowed hosts');
    assert.equal(turned('Tool was called'), 'Tool was not called');
    assert.equal(turned('Refuses'), 'Does not refuse');
  });

  void it('says beside it that it must not hold where it is no such sentence, or denies something already', () => {
    for (const name of [
      'Toxicity',
      'Links',
      'Answers by topic',
      'Contains none of the values',
      'Is',
      'No secrets',
    ])
      assert.equal(turned(name), `${name} (must not hold)`);
  });

  void it('goes by what the metric denies by itself', () => {
    const own = { name: 'Is free of insults', negate: true };
    assert.equal(metricNameInUse(own), 'Is free of insults');
    assert.equal(metricNameInUse(own, { negate: true }), 'Is free of insults');
    assert.equal(metricNameInUse(own, { negate: false }), 'Is not free of insults');
  });
});

void describe('the name of a metric with what it judges by', () => {
  void it('says the values that a test brings along, and none that the name says already', () => {
    const named = (name: string, args?: Record<string, unknown>) => metricNameWithValue(name, args);
    assert.equal(named('Contains the value', { values: ['30 days'] }), 'Contains the value: ‘30 days’');
    assert.equal(named('Says good', { values: ['Good'] }), 'Says good');
    assert.equal(named('Says a price', { values: ['price', 'ten'] }), 'Says a price');
    assert.equal(
      named('Does not name Tom Lind', { values: ['Tom Lind', '+46 70'] }),
      'Does not name Tom Lind',
    );
    assert.equal(named('Contains all values', { values: ['a', 'b'] }), 'Contains all values: ‘b’');
    assert.equal(
      named('Begins with a text', { value: 'Dear\n reader' }),
      'Begins with a text: ‘Dear reader’',
    );
    assert.equal(named('Time to answer', { max_ms: 3000 }), 'Time to answer: at most 3000 ms');
    assert.equal(
      named('Length', { min: 2, max: 9, unit: 'words' }),
      'Length: at least 2 words, at most 9 words',
    );
    assert.equal(named('Refuses', { decides: true }), 'Refuses');
    assert.equal(named('Refuses'), 'Refuses');
    const long = named('Contains all values', { values: ['x'.repeat(78) + '😀', 'y'] });
    assert.match(long, /^Contains all values: ‘x{78}…$/);
  });

  void it('reads no more of the values than it shows, however many and long they are', (context) => {
    const read: number[] = [];
    const noted = (method: 'replaceAll' | 'toLowerCase') => {
      const own = String.prototype[method] as (...given: unknown[]) => string;
      context.mock.method(String.prototype, method, function (this: string, ...given: unknown[]) {
        read.push(this.length);
        return own.apply(this, given);
      });
    };
    noted('replaceAll');
    noted('toLowerCase');
    const values = Array.from({ length: 200 }, (_, at) => `${'a b '.repeat(240)}${at}`);
    const shown = metricNameWithValue('Contains all values', { values });
    context.mock.restoreAll();
    assert.equal(shown, `Contains all values: ‘${'a b '.repeat(20).slice(0, 79)}…`);
    assert.ok(read.length < 20 && Math.max(...read) <= 1000, `${read.length} texts were read`);
    assert.equal(metricNameWithValue('Is', { value: `word${' '.repeat(2000)}` }), 'Is: ‘word…’');
  });
});
