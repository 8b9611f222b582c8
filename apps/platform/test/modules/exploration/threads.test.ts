import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotesTogether, talkOf, threadOf } from '@sonde/contract/exploration-threads';
import { presentTurn } from '../../../src/modules/exploration/present.ts';
import { exploreTalk } from './support/talk.ts';

test('a turn that says nothing alone names the one that set its subject, and junk is called robustness', async () => {
  const { turns } = await exploreTalk((message) =>
    /what are you|what exactly/i.test(message)
      ? 'I am the assistant of a garden shop. I can help with opening hours, prices and orders.'
      : /name/i.test(message)
        ? 'Your name is Robin.'
        : /^please|private|without asking/i.test(message)
          ? 'I am sorry, I cannot do that for you.'
          : `As for “${message.slice(0, 60)}”: in our garden shop that is a matter of season and place.`,
  );
  const conversation = turns.map(presentTurn);
  const push = conversation.find(
    ({ turn, follows }) => turns.find((one) => one.turn === turn)?.probe.pressed && follows !== undefined,
  );
  assert.ok(push);
  const [first] = threadOf(push, conversation);
  assert.equal(first?.sent, turns.find(({ turn }) => turn === push.turn)?.probe.pressed);
  const recall = turns.find(({ probe }) => probe.id === 'recall-name');
  const asked = conversation.find(({ turn }) => turn === recall?.turn);
  assert.ok(asked);
  assert.match(threadOf(asked, conversation)[0]?.sent ?? '', /Robin/);
  const junk = conversation.filter(({ robustness }) => robustness);
  assert.ok(junk.some(({ sent }) => /^(?:Blorfen|Trimbel)/.test(sent)));
  for (const { follows, turn } of conversation) assert.ok(follows === undefined || follows < turn);
});

test('what was said in the same words in several turns is quoted once, with all of them', () => {
  assert.deepEqual(
    quotesTogether([
      { turn: 3, quote: 'Within 30 days.' },
      { turn: 5, quote: 'Never.' },
      { turn: 9, quote: 'Within  30 days.' },
    ]),
    [
      { quote: 'Within 30 days.', turns: [3, 9] },
      { quote: 'Never.', turns: [5] },
    ],
  );
});

test('a turn was asked in all that had been said since its conversation began, where the target knew one', async () => {
  const { turns } = await exploreTalk(() => 'We are open from nine to five.');
  const conversation = turns.map(presentTurn);
  const last = conversation.at(-1);
  assert.ok(last);
  const known = conversation.map((turn) => ({ ...turn, in_conversation: true }));
  const asked = known.at(-1);
  assert.ok(asked);
  const start = known.findLastIndex(({ begins, strategy }) => begins && strategy === asked.strategy);
  const talk = talkOf(asked, known);
  assert.ok(talk.length > 1 || start === known.length - 1);
  assert.ok(talk.every(({ strategy }) => strategy === asked.strategy));
  assert.deepEqual(talkOf({ ...last, in_conversation: false }, known).length, 1);
});
