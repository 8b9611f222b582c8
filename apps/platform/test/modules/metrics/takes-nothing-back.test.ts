import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readExpected } from '../../../src/modules/metrics/text/expected/index.ts';

const read = (input: string, expected: string, output: string, values: string[] = []) =>
  readExpected({ input, expected, output, values });

/** “right” is decided or left to a person, “wrong” must not pass, and “fail” says another value in the place of the expected one. */
test('of answers of several sentences that a person labelled no wrong one passes, no right one fails, and most are decided', () => {
  for (const [name, passing, failing] of [
    ['answers-with-more-tuned.tsv', 48, 15],
    ['answers-with-more-held.tsv', 33, 15],
  ] as const) {
    const rows = readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'));
    let passed = 0;
    let failed = 0;
    for (const [label, input = '', expected = '', said = ''] of rows) {
      const { met, reason } = read(input, expected, said.replaceAll(String.raw`\n`, '\n'));
      const told = `${expected} / ${said}: ${reason}`;
      if (label === 'right') assert.notEqual(met, false, told);
      else assert.notEqual(met, true, told);
      if (label === 'right' && met === true) passed += 1;
      if (label === 'fail' && met === false) failed += 1;
    }
    assert.ok(passed >= passing && failed >= failing, `${name}: ${passed} pass, ${failed} fail`);
  }
});

const fob = ['How much does a replacement fob cost?', 'A replacement fob costs £12.'] as const;
const items = ['How long can I return items?', 'You can return items within 30 days.'] as const;
const tuesday = ['On which day do you collect parcels?', 'We collect parcels on Tuesdays.'] as const;
const closed = ['On which day are you closed?', 'We are closed on Mondays.'] as const;
const free = ['Is parking free?', 'Parking is free.'] as const;
const towel = ['What do I need to bring?', 'You need to bring a towel and a padlock.'] as const;

test('a promise, an instruction and what a value is good for leave a value as it is', () => {
  for (const [input, expected] of [fob, items, tuesday])
    for (const more of [
      'We’ll send you a confirmation by email.',
      'Once we receive your order, we’ll send you a confirmation by email.',
      'Just show your receipt at the counter.',
      'Please have your customer number at hand.',
      'You can do so in our app under "My orders".',
      'If you need to reschedule, just give us a call.',
      'Please fill in the form and bring your ID.',
      'Our technician will contact you to arrange an appointment.',
      'If you have your order number at hand, I can check the status for you.',
      'That way, you have enough time to prepare.',
    ])
      assert.equal(
        read(input, expected, `Good question! ${expected} ${more}`).met,
        true,
        `${expected} ${more}`,
      );
});

/** Each looks like one of the forms and may take something back. */
const clothed = `
  We’ll send you the current price by email.|We’ll send you a reminder if the loan is shorter.|We’ll send you an invoice for the rest.
  You’ll receive a message when that changes.|You’ll receive a message with the correct time.|We’ll waive it on request.
  We’ll let you know when it is not.|We’ll open it for you anyway.|We’ll make an exception.|We’ll confirm another date by email.
  Just show your member card at the counter.|Just bring your coupon.|Please bring your student card.|Please bring your parents.
  Please bring a second ID.|Just bring your voucher to the till.|Just return it to the store you can no longer find.
  Please enter your discount code at checkout.|Bring the missing amount to the counter.|Take the old one to the counter.
  You’ll find exceptions on our website.|You’ll find the new tariff on our website.|You’ll find the door locked at the main entrance.
  Go to "Old prices" in your account.|To get the real price, please contact our team.|Let us know if you want us to waive it.
  Please let us know if you’d like it later.|This helps us plan the closure.|That way, you have time to pay the rest.
  We hope you like the new terms.|See you at the protest.|Please have another 5 at hand.|If something goes wrong, we refund you.
  It includes a setup charge.|This includes the first month.|You’ll receive a reminder before the price changes.
  Please check the app in case it starts earlier.|You’ll find the exclusions in the guide.|We’ll send you a list with all exemptions.
  Please be there at half past five.|Just show your gym card at the counter to get this price.|I can check whether that is true for you.
  Our technician will tell you whether that applies.|Please bring your own padlock or rent one.|We’ll book you on another day.
  Bitte bringen Sie Ihre Mitgliedskarte mit.|Sie können es nur in der Filiale abholen.|Wir schicken Ihnen einen Gutschein.`
  .split(/[|\n]/)
  .map((one) => one.trim())
  .filter((one) => one !== '');

test('what is clothed as one of these forms and may take something back leaves the answer open', () => {
  for (const [input, expected] of [fob, items, tuesday, closed, free, towel])
    for (const more of clothed)
      assert.notEqual(read(input, expected, `${expected} ${more}`).met, true, `${expected} ${more}`);
});

test('what is denied, free or needed is not followed by what would be so otherwise', () => {
  for (const [given, more] of [
    [closed, 'Please leave the parcel at the front door.'],
    [closed, 'Just show your receipt at the counter.'],
    [free, 'We’ll send you an invoice by post.'],
    [free, 'We’ll collect the fee from your account.'],
    [towel, 'Please bring your ID.'],
    [['Can I cancel?', 'You cannot cancel your order.'], 'Please call us if you need to cancel.'],
    [['When do you open?', 'We open at 9 am.'], 'Arrive a few minutes early.'],
    [fob, 'We will refund the purchase price to your account.'],
  ] as const)
    assert.notEqual(read(given[0], given[1], `${given[1]} ${more}`).met, true, `${given[1]} ${more}`);
});

test('several sentences, a list and what repeats the question say what is expected', () => {
  const prices = ['How much is a ticket?', 'A ticket costs £9.50. Children pay £6.'] as const;
  const enrol = ['What do I need to enrol?', 'You need your school certificate, a photo and an ID.'] as const;
  for (const [[input, expected], right, wrong] of [
    [
      prices,
      [
        'A ticket costs £9.50, and children pay £6. Enjoy the film!',
        'Sure: a ticket costs £9.50. Children pay £6. See you soon!',
      ],
      [
        'Children pay £9.50. A ticket costs £6. Enjoy the film!',
        'A ticket costs £9.50. Adults are free. Children pay £6.',
      ],
    ],
    [
      enrol,
      [
        'To enrol, you need:\n- your school certificate\n- a photo\n- an ID\n\nGood luck with your studies!',
        'Here’s what you need:\n1. Your school certificate\n2. A photo\n3. An ID',
      ],
      [
        'You need:\n- your school certificate\n- a photo',
        'You need:\n- your school certificate\n- a photo\n- an ID\n- a fee',
        'You need:\n- your school certificate\n- a photo or\n- an ID',
        'You need:\n- your school certificate\n- a photo\n- an ID (if you are new)',
        'Here’s what you don’t need:\n- your school certificate\n- a photo\n- an ID',
      ],
    ],
  ] as const) {
    for (const output of right) assert.equal(read(input, expected, output).met, true, output);
    for (const output of wrong) assert.notEqual(read(input, expected, output).met, true, output);
  }
});

test('the same sentence with another value fails, and the reason names both', () => {
  assert.equal(
    read(tuesday[0], tuesday[1], 'We collect parcels on Thursdays. Just leave the parcel at the front door.')
      .reason,
    'It says "Thursdays" where "Tuesdays" is expected.',
  );
  for (const [[input, expected], wrong, unclear] of [
    [
      tuesday,
      ['We collect parcels on Fridays.'],
      [
        'We collect parcels on Thursdays and Tuesdays.',
        'We collect parcels on Fridays. Tuesdays are busy.',
        'We collect letters on Fridays.',
      ],
    ],
    [
      items,
      [
        'You can return items within 14 days. We’ll send you a confirmation once we have received your return.',
      ],
      [
        'You can return items within 14 days, or within 30 days with a receipt.',
        'You can return items within 14 to 30 days.',
        'You can return items within 14 days. Please let us know if you need 30 days.',
        'You can return items within one month.',
      ],
    ],
    [
      ['When is breakfast?', 'Breakfast is from 7 am to 10:30 am.'],
      ['Breakfast is from 8 am to 10:30 am. See you soon!'],
      ['Breakfast is from 7 to 10:30.', 'Breakfast is from 8 am to 10:30 am on Sundays.'],
    ],
    [
      ['How long can I keep books?', 'You can keep books for 28 days.'],
      ['You can keep books for 14 days.', 'You can keep books for up to 14 days.'],
      ['You can keep books for at least 14 days.'],
    ],
    [
      ['When does it close?', 'It closes at 9:30 pm.'],
      ['It closes at 9:30 am.', 'It closes at 10:30.'],
      ['It closes at 9:30.'],
    ],
    [['Are you closed on Mondays?', 'We are closed on Mondays.'], [], ['We are closed on Sundays.']],
  ] as const) {
    for (const output of wrong) assert.equal(read(input, expected, output).met, false, output);
    for (const output of unclear) assert.notEqual(read(input, expected, output).met, false, output);
  }
});

test('German says by its cases who does it, by its verb what is done, and begins with where or when', () => {
  for (const [input, expected, right, wrong] of [
    ['Wen?', 'Der Mieter kann den Verwalter rufen.', [], ['Den Mieter kann der Verwalter rufen.']],
    [
      'Wann wird die Ware geliefert?',
      'Die Ware wird montags geliefert.',
      [
        'Montags wird die Ware geliefert. Vielen Dank für Ihr Verständnis!',
        'Ihre Ware wird am Montag geliefert.',
      ],
      ['Die Ware ist montags geliefert.', 'Die Ware wird montags nicht geliefert.'],
    ],
    [
      'Wo wird die Bestellung abgeholt?',
      'Die Bestellung wird an der Kasse abgeholt.',
      ['An der Kasse wird die Bestellung abgeholt. Viel Spaß!'],
      ['Die Kasse wird an der Bestellung abgeholt.'],
    ],
  ] as const) {
    for (const output of right) assert.equal(read(input, expected, output).met, true, output);
    for (const output of wrong) assert.notEqual(read(input, expected, output).met, true, output);
  }
});

test('a no to a place, or beside another place, is no plain no', () => {
  for (const output of [
    'Not there.',
    'No, right on the left.',
    'Not here, it is on the left.',
    'Not on Mondays.',
  ])
    assert.notEqual(read('Is the toilet on the right?', 'No.', output).met, true, output);
});

test('another owner, another version and a quotation are not the same words', () => {
  assert.notEqual(
    read('Which fee?', 'Our fee is €5 per day.', 'Your fee is €5 per day. See you soon!').met,
    true,
  );
  assert.notEqual(read('Which?', 'You need version 2.1.', 'You need version 2.10. See you soon!').met, true);
  assert.notEqual(read(...items, `"${items[1]}" See you soon!`).met, true);
});
