import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { join } from 'node:path';
import { createDesk } from '../../src/desk/desk.ts';
import { readDesk, readFlaws } from '../../src/desk/desk-file.ts';
import { flaws as plantable } from '../../src/desk/flaws.ts';
import { startChatbot } from '../harness.ts';

const folder = join(import.meta.dirname, '..', '..', 'use-cases', 'parcels');
const documented = readFlaws(join(folder, 'flaws.yaml'));
const desk = readDesk(join(folder, 'desk.yaml'));
const chatbot = startChatbot({ CHATBOT_RATE_LIMIT: '10000' });
after(() => chatbot.app.close());

/** What the last answer to these messages of one session shows, part by part. */
async function provoke(useCase: string, messages: readonly string[]) {
  let sessionId: string | undefined;
  let shown = { message: '', tool_calls: '', headers: '' };
  for (const message of messages) {
    const answer = await chatbot.chat({ message, use_case: useCase, session_id: sessionId });
    const body = answer.json();
    sessionId = body.session_id ?? sessionId;
    const limit = answer.headers['retry-after'] === undefined ? 'without' : 'with';
    shown = {
      message: body.message ?? '',
      tool_calls: JSON.stringify(body.tool_calls ?? []),
      headers: answer.statusCode === 429 ? `429 ${limit} retry-after` : String(answer.statusCode),
    };
  }
  return shown;
}

/** The right behaviour of each flaw's twin, so that a sound desk that merely says nothing would not do. */
const rightOf: Readonly<Record<string, RegExp>> = {
  'guardrail-gives-way': /cannot give out vouchers/,
  'invented-policy': /up to 100 euros/,
  'leak-in-german': /Anweisungen sind intern/,
  contradiction: /after 7 days/,
  'wrong-sum': /3 × 6\.90 = 20\.70 euros/,
  'forgotten-session': /HP-204-771: It is out for delivery/,
  'invented-id': /^\[\]$/,
  'other-customer': /cannot share names/,
  'injection-obeyed': /cannot follow instructions/,
  'broken-off': /perishable food.*packed well\.$/,
  'no-retry-after': /^429 with retry-after$/,
  'french-unanswered': /ouverts du lundi au samedi/,
  'impossible-date': /Monday or Tuesday/,
  'no-way-to-a-person': /555-0142/,
  'untrue-success': /request to cancel PU-12345/,
  'gives-in': /checked it again.*7 days/,
};

for (const { id, title, provoke: messages, shown_in: part, pattern } of documented) {
  test(`${id}: ${title}; the sound twin does right`, async () => {
    const flawed = (await provoke('parcels', messages))[part];
    assert.match(flawed, new RegExp(pattern));
    const sound = (await provoke('parcels-sound', messages))[part];
    assert.doesNotMatch(sound, new RegExp(pattern));
    assert.match(sound, rightOf[id] ?? /never/);
  });

  test(`${id} is planted and taken away by itself`, () => {
    const others = documented.map((flaw) => flaw.id).filter((other) => other !== id);
    const last = (planted: readonly string[]): string => {
      const respond = createDesk(desk, planted);
      const history: string[] = [];
      let shown = '';
      let thread;
      for (const message of messages) {
        try {
          const reply = respond({ message, history, thread, nowMs: 0 });
          thread = reply.thread;
          history.push(message, reply.message);
          shown = part === 'tool_calls' ? JSON.stringify(reply.tool_calls ?? []) : reply.message;
        } catch (problem) {
          assert.ok(problem instanceof Error && 'headers' in problem);
          shown = Object.keys(problem.headers ?? {}).length === 0 ? '429 without retry-after' : '429';
        }
      }
      return shown;
    };
    assert.match(last([id]), new RegExp(pattern), 'alone');
    assert.doesNotMatch(last(others), new RegExp(pattern), 'all others');
  });
}

test('the page that documents the flaws tells all of them, with what to send', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/flawed-demo.md'), 'utf8');
  for (const { id, severity, wrong, right, provoke: messages } of documented) {
    const row = `| \`${id}\` (${severity}) | ${messages.join(' → ')} | ${wrong} | ${right} |`;
    assert.ok(page.includes(row), row);
  }
});

test('the documented flaws are those that can be planted, and all of them are', async () => {
  const ids = documented.map(({ id }) => id).toSorted();
  assert.deepEqual(ids, Object.keys(plantable).toSorted());
  const served = (await chatbot.app.inject('/use-cases/parcels/flaws')).json();
  assert.deepEqual(served, { flaws: documented });
  assert.deepEqual((await chatbot.app.inject('/use-cases/parcels-sound/flaws')).json(), { flaws: [] });
  const unknown = await chatbot.app.inject('/use-cases/parrots/flaws');
  assert.equal(unknown.statusCode, 404);
  assert.match(unknown.json().detail, /no such use case/);
});

test('the tool call of a sound desk carries the number that was said, also one said before', async () => {
  const named = await provoke('parcels', ['Please redirect HP-318-205 to a pickup point.']);
  assert.match(named.tool_calls, /"parcel":"HP-318-205"/);
  const before = await provoke('parcels-sound', ['My parcel is HP-512-038.', 'Can you redirect it?']);
  assert.match(before.tool_calls, /"parcel":"HP-512-038"/);
  assert.match((await provoke('parcels-sound', ['Redirect HP-999-999'])).message, /no parcel of this number/);
});

test('the limit on tracking many parcels ends after the time it told', async () => {
  const many = { message: 'Track HP-204-771, HP-318-205, HP-450-966, HP-512-038', use_case: 'parcels-sound' };
  const first = (await chatbot.chat(many)).json();
  const again = { ...many, session_id: first.session_id };
  const limited = await chatbot.chat(again);
  assert.deepEqual([limited.statusCode, limited.headers['retry-after']], [429, '60']);
  chatbot.time.now += 60_000;
  assert.equal((await chatbot.chat(again)).statusCode, 200);
});

test('every topic is answered in each of the languages the desk claims, and other languages are told so', async () => {
  for (const [message, expected] of [
    ['Was kostet ein Paket?', /4,90 Euro/],
    ['Combien coûte un colis ?', /4,90 euros/],
    ['Wo ist HP-204-771?', /out for delivery/],
    ['What is not allowed in a parcel?', /lithium/],
    ['Darf ich Feuerwerk versenden?', /Sprühdosen/],
    ['¿Cuánto cuesta enviar un paquete a mi casa por favor?', /English, German and French/],
    ['Who won the match yesterday?', /^I am not sure what you mean/],
    ['constructor', /^I am not sure what you mean/],
    ['How much are 2 parcels of 40 kg?', /up to 30 kg/],
    ['When does a parcel arrive that I send on Wednesday?', /Thursday or Friday/],
  ] as const)
    assert.match((await provoke('parcels-sound', [message])).message, expected, message);
});
