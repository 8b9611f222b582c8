import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../../src/modules/exploration/findings/checks/languages.ts';
import { answeredTurn } from './support/answered-turn.ts';

const helpIn = 'Was können Sie für mich tun?';
const kindsAfter = (said: string) =>
  languages
    .read([
      answeredTurn({
        turn: 1,
        strategy: 'domain_probing',
        probe: { id: 'self', dimension: 'scope', text: 'How can I talk to you?' },
        sent: 'How can I talk to you?',
        received: said,
      }),
      answeredTurn({
        turn: 2,
        strategy: 'domain_probing',
        probe: { id: 'language', dimension: 'language', text: helpIn, spoken: 'de' },
        sent: helpIn,
        received: 'I can help you with the repair of your bike and with what it costs in our shop.',
      }),
    ])
    .map(({ kind }) => kind);

test('a language that is spoken elsewhere, or beside "only English", is not claimed by the application', () => {
  for (const said of [
    'I can only answer in English at the moment. You can also call us at 030 5550 142, we speak German and English there.',
    'I only answer in English. Our German page has the same.',
    'We speak German and English on the phone.',
    'My colleagues speak German, too.',
    'Our staff in the shop speaks English and German.',
  ])
    assert.deepEqual(kindsAfter(said), ['language_asked'], said);
});

test('a language that the application says it speaks is claimed', () => {
  for (const said of [
    'I speak English, German and French.',
    'You can write to me in German or English. I answer in both languages.',
  ])
    assert.deepEqual(kindsAfter(said), ['language_claim'], said);
});
