import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExpected } from '../../../src/modules/metrics/text/expected/index.ts';

/** Question, expected answer and what is answered. */
type Told = readonly [input: string, expected: string, output: string];

const met = ([input, expected, output]: Told) => readExpected({ input, expected, output, values: [] });
const are = (wanted: true | undefined, cases: readonly Told[]): void => {
  for (const told of cases) {
    const reading = met(told);
    assert.equal(reading.met, wanted, `${told.join(' | ')}: ${reading.reason}`);
  }
};

test('what the person is asked to do is not what the company does, and what is done to somebody is not done by them', () => {
  are(undefined, [
    [
      'When do you send the invoice?',
      'We send the invoice within 2 days.',
      'Please send the invoice within 2 days.',
    ],
    [
      'When do you collect the parcel?',
      'We collect the parcel within 2 days.',
      'Collect the parcel within 2 days.',
    ],
    ['When do you call me?', 'We will call you within 2 days.', 'Please call within 2 days.'],
    ['When do you call me?', 'We call you within 2 days.', 'We are called within 2 days.'],
    ['When do you deliver?', 'We deliver at 9 am.', 'Deliver at 9 am.'],
    ['Do you water the plants?', 'Yes, we water the plants.', 'Yes, please water the plants.'],
    ['Do you water the plants?', 'Yes.', 'Yes, please do.'],
    ['Do you lock the door?', 'Yes, we lock the door at 10 pm.', 'Yes, please lock the door at 10 pm.'],
    ['When will I be called?', 'You will be called within 2 days.', 'Call within 2 days.'],
    ['When will I be called?', 'You will be called within 2 days.', 'You will call within 2 days.'],
    ['How much will I be refunded?', 'You will be refunded £50.', 'You will refund £50.'],
    ['Who is contacted in an emergency?', 'The neighbour is contacted.', 'The neighbour contacts.'],
    ['Who may be visited?', 'Patients may be visited at any time.', 'Patients may visit at any time.'],
    ['When can I book?', 'You can book 30 days ahead.', 'You can be booked 30 days ahead.'],
    ['Who drives?', 'The guest is driven by the hotel.', 'The guest drives by the hotel.'],
  ]);
  are(true, [
    ['When do you send the invoice?', 'We send the invoice within 2 days.', 'Within 2 days.'],
    ['When do you send the invoice?', 'We send the invoice within 2 days.', 'We send it within 2 days.'],
    ['When will I be called?', 'You will be called within 2 days.', 'You will be called within 2 days.'],
    ['Where do I park?', 'Park behind the house.', 'Please park behind the house.'],
    [
      'How long can items be returned?',
      'Items can be returned within 30 days.',
      'You can return items within 30 days.',
    ],
    ['Is breakfast included?', 'Breakfast is included.', 'Yes, breakfast is included.'],
    ['Do you water the plants?', 'Yes.', 'Yes, we water the plants.'],
  ]);
});

test('what will be so, or was so, is not so yet', () => {
  are(undefined, [
    ['Is the pool open?', 'Yes, the pool is open.', 'The pool will be open.'],
    ['Is the pool open?', 'Yes, the pool is open.', 'Yes, it will open.'],
    ['Is the pool open?', 'Yes.', 'Yes, it will be.'],
    ['Is my order shipped?', 'Your order is shipped.', 'Your order will be shipped.'],
    ['Do you have a lift?', 'We have a lift.', 'We will have a lift.'],
    ['Do you have a lift?', 'We have a lift.', 'We’ll have a lift.'],
    ['Is parking free?', 'Parking is free.', 'Parking will be free.'],
    ['Do you take cards?', 'We take cards.', 'We will take cards.'],
    ['How long do you keep my data?', 'We keep your data for 30 days.', 'We kept your data for 30 days.'],
    ['Ist das Bad geöffnet?', 'Ja, das Bad ist geöffnet.', 'Ja, das Bad wird geöffnet.'],
    [
      'Ist meine Bestellung verschickt?',
      'Ihre Bestellung ist verschickt.',
      'Ihre Bestellung wird verschickt.',
    ],
  ]);
  are(true, [
    ['Will the pool be open?', 'The pool will be open.', 'The pool will be open.'],
    ['When do you call me?', 'We call you within 2 days.', 'We will call you within 2 days.'],
    ['When does it open?', 'It opens at 9 am.', 'It will open at 9 am.'],
    ['How much is a fob?', 'A fob costs £12.', 'A fob will cost £12.'],
    ['Is the pool open?', 'Yes, the pool is open.', 'Yes, it is open.'],
    ['How long are books kept?', 'Books are kept for 28 days.', 'Books are kept for 28 days.'],
  ]);
});

test('a name that is written as another word is that name', () => {
  are(undefined, [
    ['When do you open?', 'We open in May.', 'We can.'],
    ['When do you open?', 'We open in May.', 'It is possible.'],
    ['When does the pool open?', 'In May.', 'It may.'],
    ['Where do you ship?', 'We ship to the US.', 'We ship to us.'],
    ['Where do you ship?', 'To the US.', 'To us.'],
    ['How many guests can I bring?', 'You can bring one guest.', 'You can bring a guest.'],
  ]);
  are(true, [
    ['When do you open?', 'We open in May.', 'In May.'],
    ['When do you open?', 'We open in May.', 'We open in May.'],
    ['Where do you ship?', 'We ship to the US.', 'We ship to the US.'],
    ['Where is the exit?', 'The exit is on the right.', 'It is on the right.'],
  ]);
});
