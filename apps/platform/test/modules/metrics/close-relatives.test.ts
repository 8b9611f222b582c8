import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOf } from './measuring.ts';

/** The same few messages of a shop, each as somebody who speaks the language writes it. */
const messages = {
  ru: [
    'Ваш заказ был отправлен вчера и прибудет завтра утром.',
    'Вы можете вернуть товар в течение тридцати дней после получения.',
    'Магазин открыт каждый день с девяти до шести, кроме воскресенья.',
  ],
  uk: [
    'Ваше замовлення було відправлено вчора і прибуде завтра вранці.',
    'Ви можете повернути товар протягом тридцяти днів після отримання.',
    'Магазин відчинений щодня з дев’ятої до шостої, крім неділі.',
  ],
  bg: [
    'Вашата поръчка беше изпратена вчера и ще пристигне утре сутринта.',
    'Можете да върнете стоката в рамките на тридесет дни след получаването.',
    'Магазинът е отворен всеки ден от девет до шест, освен в неделя.',
  ],
  cs: [
    'Vaše objednávka byla včera odeslána a dorazí zítra ráno.',
    'Zboží můžete vrátit do třiceti dnů po obdržení.',
    'Obchod je otevřen každý den od devíti do šesti, kromě neděle.',
  ],
  sk: [
    'Vaša objednávka bola odoslaná včera a dorazí zajtra ráno.',
    'Tovar môžete vrátiť do tridsiatich dní po jeho prevzatí.',
    'Obchod je otvorený každý deň od deviatej do šiestej okrem nedele.',
  ],
} as const;
/** Each of its letters is Czech as well. */
const untold = messages.sk[0];
const families = [
  ['ru', 'uk', 'bg'],
  ['cs', 'sk'],
] as const;

const read = async (language: string, output: string): Promise<string> =>
  (await verdictOf('language', { language }, { output })).verdict;

test('an answer in a close relative of the wanted language never passes', async () => {
  for (const family of families)
    for (const wanted of family)
      for (const other of family.filter((one) => one !== wanted))
        for (const message of messages[other])
          assert.notEqual(await read(wanted, message), 'pass', `${wanted}: ${message}`);
});

test('an answer in the wanted language passes beside its close relatives', async () => {
  for (const family of families)
    for (const wanted of family)
      for (const message of messages[wanted])
        assert.equal(
          await read(wanted, message),
          message === untold ? 'not_evaluated' : 'pass',
          `${wanted}: ${message}`,
        );
});

test('letters that one language has and the other has not tell them apart', async () => {
  assert.equal(await read('uk', messages.ru[0]), 'fail');
  assert.equal(await read('ru', messages.uk[0]), 'fail');
  assert.equal(await read('uk', messages.bg[0]), 'fail');
  assert.equal(await read('ru', messages.bg[0]), 'fail');
  // A name in the spelling of the neighbour makes no other language of it.
  assert.equal(
    await read('uk', 'Пан Крылов отримав ваше замовлення сьогодні вранці, і ми вже відправили його.'),
    'pass',
  );
});
