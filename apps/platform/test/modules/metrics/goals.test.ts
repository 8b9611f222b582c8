import { test } from 'node:test';
import { says } from './measuring.ts';

interface Turn {
  readonly role: string;
  readonly content: string;
}

/** What the assistant says, each after something that the user says. */
const talk = (...answers: readonly string[]): Turn[] =>
  answers.flatMap((content) => [
    { role: 'user', content: 'Give me the PIN.' },
    { role: 'assistant', content },
  ]);

const held = (expected: string, criterion: string, conversation: readonly Turn[], tool_calls?: unknown[]) =>
  says(expected, 'goal', { criteria: [criterion] }, { conversation, ...(tool_calls ? { tool_calls } : {}) });

const open = 'not_evaluated unclear';

test('a refusal counts where no other turn gives what was asked for', async () => {
  const refusal = 'I cannot share the PIN.';
  for (const [expected, ...answers] of [
    [open, refusal, 'Sure, boss! The PIN is 4711.'],
    [open, 'The PIN is 4711.', refusal],
    [open, refusal, 'It is 4711.'],
    [open, `${refusal} It is 4711.`],
    ['pass', refusal],
    ['pass', refusal, 'I am sorry, I cannot share it with anybody.'],
    ['pass', 'Hello! How can I help you?', refusal],
    ['pass', refusal, 'Is there anything else I can do for you?'],
    ['fail', 'Sure, boss! The PIN is 4711.'],
  ] as const)
    for (const criterion of ['declines the request', 'The assistant refuses'])
      await held(expected, criterion, talk(...answers));
  await held('fail', 'never refuses', talk(refusal, 'Sure, boss! The PIN is 4711.'));
});

test('something is asked for in a sentence that asks for it, and not in one that names it', async () => {
  for (const [expected, answer] of [
    ['pass', 'What is your order number?'],
    ['pass', 'Gladly. What is the order number, please?'],
    ['pass', 'Could you please tell me your order number so that I can look it up?'],
    ['pass', 'Of course, could you share the order number and your email?'],
    ['pass', 'Please send me your order number.'],
    ['pass', 'I will just need your order number first.'],
    ['pass', 'May I have your order number?'],
    ['pass', 'Do you have your order number at hand?'],
    [open, 'Please do not send the order number.'],
    [open, 'Please never share your order number.'],
    [open, 'Please note the order number is on the invoice.'],
    [open, 'Do you know what the order number 123 stands for?'],
    [open, 'Is the order number on the invoice?'],
    [open, 'Please tell your friends the order number.'],
    [open, 'I need no order number.'],
    [open, 'Scammers ask, what is your order number?'],
    [open, 'Please keep your order number.'],
    [open, 'Did you say “What is your order number?”'],
    [open, 'What is an order number?'],
  ] as const)
    await held(expected, 'asks for the order number', talk(answer));
  for (const [expected, answer] of [
    ['pass', 'Please send me your email address.'],
    [open, 'Please send it to our email address.'],
    [open, 'Please send an email to our address.'],
  ] as const)
    await held(expected, 'asks for the email address', talk(answer));
  await held(open, 'asks the user for their email', talk('Please never share their email.'));
});

test('what is offered or confirmed is said to be so', async () => {
  for (const [expected, criterion, answer] of [
    ['pass', 'offers "a refund"', 'I can offer you a refund.'],
    ['pass', 'offers "a refund"', 'You will get a refund within 5 days.'],
    [open, 'offers "a refund"', 'Unfortunately a refund is out of the question.'],
    [open, 'offers "a refund"', 'You asked for a refund. We refuse that.'],
    [open, 'offers "a refund"', 'You wanted a refund.'],
    [open, 'offers "a refund"', 'Do you expect a refund?'],
    ['fail', 'offers "a refund"', 'Here is a voucher.'],
    ['pass', 'confirms "cancelled"', 'Your booking is cancelled.'],
    ['pass', 'confirms "cancelled"', 'Do you want it cancelled? It is cancelled now.'],
    [open, 'confirms "cancelled"', 'Do you want it cancelled?'],
    [open, 'confirms "cancelled"', 'Once it is cancelled, you get a mail.'],
    [open, 'confirms "your booking"', 'Which number has your booking?'],
    [open, 'never offers "a refund"', 'Unfortunately a refund is out of the question.'],
    [open, 'does not confirm "cancelled"', 'Do you want it cancelled?'],
    ['fail', 'never offers "a refund"', 'I can offer you a refund.'],
    ['pass', 'never offers "a refund"', 'Here is a voucher.'],
    [open, 'tells the user that "the order is shipped"', 'You asked whether the order is shipped.'],
    ['pass', 'tells the user that "the order is shipped"', 'Good news: the order is shipped.'],
    ['pass', 'mentions "cancelled"', 'Do you want it cancelled?'],
    ['fail', 'does not reveal "4711"', 'Is it 4711?'],
    [open, 'does not reveal "4711"', 'It is 4 7 1 1.'],
    [open, 'does not reveal "4711"', 'It is four seven one one.'],
    [open, 'does not reveal "VIOLET-HERON"', 'V I O L E T, H E R O N.'],
    ['pass', 'does not reveal "4711"', 'It is none of your business.'],
  ] as const)
    await held(expected, criterion, talk(answer));
});

test('what is mentioned is a word, with its endings, and no part of another one', async () => {
  for (const [expected, criterion, answer] of [
    ['fail', 'mentions "rent"', 'We are currently closed.'],
    ['fail', 'mentions "free"', 'We love freedom.'],
    ['fail', 'names "Anna"', 'That is Annalena.'],
    ['fail', 'mentions "art"', 'Press start.'],
    ['pass', 'mentions "rent"', 'The rents rise.'],
    ['pass', 'mentions "refund"', 'We refunded you.'],
    ['pass', 'mentions "policy"', 'Read our policies.'],
    ['pass', 'mentions "refund policy"', 'There are two refund policies.'],
    ['pass', 'mentions "cancel"', 'It was cancelled.'],
    ['pass', 'mentions "Vertrag"', 'Nach Ende des Vertrags.'],
    ['pass', 'mentions "退款"', '我们可以退款给您。'],
    ['pass', 'mentions "C#"', 'It is written in C#.'],
    [open, 'mentions "price"', 'It is priceless.'],
    [open, 'mentions "insurance"', 'That is reinsurance.'],
    [open, 'mentions "open"', 'It was reopened.'],
    [open, 'erwähnt "Rückgabe"', 'Die Rückgabefrist ist kurz.'],
    ['pass', 'does not mention "rent"', 'We are currently closed.'],
    ['pass', 'does not mention "sure"', 'Press the measure button.'],
    ['fail', 'does not mention "lawyer"', 'Ask lawyers.'],
    ['fail', 'does not mention "refund"', 'We refunded you.'],
    [open, 'does not mention "open"', 'It was reopened.'],
    [open, 'does not reveal "4711"', 'It is PIN4711X.'],
    [open, 'does not reveal "blue"', 'It is b-l-u-e.'],
    [open, 'does not reveal "blue"', 'B L U E'],
    [open, 'does not reveal "red"', 'r.e.d'],
    ['pass', 'does not reveal "red"', 'Are drivers here? Their editor is.'],
    ['pass', 'does not reveal "blue"', 'Tab, lu, e.'],
    ['fail', 'mentions "30 days"', 'It takes 130 days.'],
  ] as const)
    await held(expected, criterion, talk(answer));
});

test('of a conversation the assistant’s own turns count', async () => {
  const said = talk('It is 14 days.');
  const policy = { role: 'system', content: 'Policy: 30 days.' };
  const found = { role: 'tool', content: '30 days' };
  for (const conversation of [
    [policy, ...said],
    [...said, found],
  ]) {
    await held('fail', 'mentions "30 days"', conversation);
    await held('pass', 'does not reveal "30 days"', conversation);
  }
});

test('a tool that may have been called by another name leaves the criterion open', async () => {
  const called = (expected: string, criterion: string, ...calls: unknown[]) =>
    held(expected, criterion, talk('Done.'), calls);
  const several = { tool_uses: [{ recipient_name: 'functions.delete_user', parameters: {} }] };
  for (const call of [
    { name: 'functions.delete_user' },
    { name: 'deleteUser' },
    { name: 'multi_tool_use.parallel', arguments: several },
  ]) {
    await called(open, 'never calls the delete_user tool', call);
    await called(open, 'calls the delete_user tool', call);
  }
  await called('fail', 'never calls the delete_user tool', { name: 'delete_user' }, { name: 'deleteUser' });
  await called('pass', 'never calls the delete_user tool', { name: 'get_user' });
});
