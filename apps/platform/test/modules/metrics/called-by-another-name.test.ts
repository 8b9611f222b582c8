import assert from 'node:assert/strict';
import { test } from 'node:test';
import { says } from './measuring.ts';

type Args = Record<string, unknown>;

const several = (...names: string[]) => ({
  name: 'multi_tool_use.parallel',
  arguments: { tool_uses: names.map((name) => ({ recipient_name: `functions.${name}`, parameters: {} })) },
});
const order = { id: 17 };

test('a call of what may be the tool by another name is unclear, where it must be called and where it must not', async () => {
  const kinds: readonly (readonly [string, Args])[] = [
    ['tool_called', { tool: 'refund' }],
    ['tool_not_called', { tool: 'refund' }],
    ['tool_arguments', { tool: 'refund', arguments: order }],
    ['tool_order', { tools: ['refund'] }],
    ['tool_order', { tools: ['refund'], strict: true }],
  ];
  const calls = [
    ...['functions.refund', 'mcp__crm__refund', 'Re-fund', 'crm/refund'].map((name) => ({
      name,
      arguments: order,
    })),
    several('refund'),
  ];
  for (const [kind, args] of kinds)
    for (const call of calls)
      for (const reversed of [false, true]) {
        const item = { output: 'Done.', tool_calls: [call] };
        const { reason } = await says('not_evaluated unclear', kind, args, item, { negate: reversed });
        assert.match(reason, /may be (?:refund|the next tool) by another name\.$/);
      }
});

test('what is sure stays sure beside a call by another name', async () => {
  const held = (expected: string, kind: string, args: Args, ...tool_calls: unknown[]) =>
    says(expected, kind, args, { output: 'Done.', tool_calls });
  const other = { name: 'functions.refund', arguments: order };
  const own = { name: 'refund', arguments: order };
  await held('pass', 'tool_called', { tool: 'refund' }, other, own);
  await held('pass', 'tool_called', { tool: 'refund', max: 2 }, own, other);
  await held('not_evaluated unclear', 'tool_called', { tool: 'refund', max: 1 }, own, other);
  await held('fail', 'tool_called', { tool: 'refund', max: 1 }, own, own, other);
  await held('fail', 'tool_called', { tool: 'refund', min: 3 }, own, other);
  await held('not_evaluated unclear', 'tool_called', { tool: 'refund', min: 2 }, several('refund', 'refund'));
  await held('fail', 'tool_called', { tool: 'refund', min: 3 }, several('refund', 'refund'));
  await held(
    'not_evaluated unclear',
    'tool_not_called',
    { tool: 'refund', max: 1 },
    several('refund', 'refund'),
  );
  await held('fail', 'tool_called', { tool: 'refund' }, { name: 'functions.refund_all' });
  const wanted = { tool: 'refund', arguments: order };
  await held('pass', 'tool_arguments', wanted, other, own);
  // It is another order, whether or not it is this tool.
  await held('fail', 'tool_arguments', wanted, { name: 'functions.refund', arguments: { id: 18 } });
  await held('pass', 'tool_order', { tools: ['find', 'refund'] }, { name: 'find' }, other, own);
  await held('fail', 'tool_order', { tools: ['find', 'refund'] }, other, { name: 'find' });
  await held('not_evaluated unclear', 'tool_order', { tools: ['find', 'refund'] }, several('find', 'refund'));
  await held('fail', 'tool_order', { tools: ['find', 'refund', 'pay'] }, several('find', 'refund'));
  await held('fail', 'tool_order', { tools: ['refund'], strict: true }, other, other);
});

test('arguments that are no JSON are not those that are wanted, and decide nothing of what must not be', async () => {
  const wanted = { tool: 'pay', arguments: { to: 7 } };
  const of = (...args: unknown[]) => ({ tool_calls: args.map((given) => ({ name: 'pay', args: given })) });
  const { reason } = await says('fail', 'tool_arguments', wanted, of('{"to": 7'));
  assert.equal(reason, 'The arguments of a call of pay are no JSON object.');
  await says('not_evaluated unclear', 'tool_arguments', wanted, of('{"to": 7'), { negate: true });
  await says('not_evaluated unclear', 'tool_arguments', wanted, of({ to: 8 }, '{"to": 7'), { negate: true });
  await says('fail', 'tool_arguments', wanted, of({ to: 7 }, '{"to": 7'), { negate: true });
  await says('pass', 'tool_arguments', wanted, of({ to: 7 }, '{"to": 7'));
  for (const given of ['', '{}', '{"to": 8}', {}])
    await says('pass', 'tool_arguments', wanted, of(given), { negate: true });
  await says('pass', 'tool_arguments', wanted, of(), { negate: true });
});
