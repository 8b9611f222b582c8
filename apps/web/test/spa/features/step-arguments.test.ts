import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeable, kindOf, unchangeable } from '../../../spa/src/features/architect/step-arguments.ts';

test('whatever a step would send is shown before the yes, as a field or as it is', () => {
  const id = '01a205c2-10d4-74e5-bbe7-fd1e7f7872d4';
  const given = {
    name: 'Bot',
    count: 3,
    endpoint_id: id,
    request_headers: { 'x-forward-to': 'elsewhere' },
    tests: [{ prompt: { content: 'Hello' } }],
    is_public: true,
    nothing: null,
    requirements: ['Says it is a machine', { $step: 's2', key: 'name' }],
    made: { $step: 's1', key: 'test_set_id' },
  };
  const fields = changeable(given).map(([key]) => key);
  const others = new Map(unchangeable(given));
  assert.deepEqual(fields, ['name', 'count']);
  assert.deepEqual([...fields, ...others.keys()].toSorted(), Object.keys(given).toSorted());
  assert.equal(others.get('endpoint_id'), id);
  assert.match(others.get('request_headers') ?? '', /elsewhere/);
  assert.match(others.get('tests') ?? '', /Hello/);
  assert.deepEqual([others.get('is_public'), others.get('nothing')], ['true', 'null']);
  assert.equal(others.get('requirements'), 'Says it is a machine\nWhat step 2 makes');
  assert.equal(others.get('made'), 'What step 1 makes');
});

test('an id of a step is known for what it names, so that its name can be shown', () => {
  assert.equal(kindOf('endpoints_explore', 'id'), 'endpoint');
  assert.equal(kindOf('test_sets_execute', 'id'), 'test_set');
  assert.equal(kindOf('test_sets_execute', 'endpoint_id'), 'endpoint');
  assert.equal(kindOf('test_sets_generate', 'explorations'), 'job');
  assert.equal(kindOf('test_sets_generate', 'num_tests'), null);
});
