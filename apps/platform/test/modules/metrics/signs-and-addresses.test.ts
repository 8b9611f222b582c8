import { test } from 'node:test';
import { says } from './measuring.ts';

const open = 'not_evaluated unclear';
const held = async (
  passes: boolean,
  cases: readonly (readonly [string, string, string])[],
): Promise<void> => {
  for (const [input, expected, output] of cases)
    await says(passes ? 'pass' : open, 'as_expected', {}, { input, expected, output });
};

test('a sign that is joined to a word or figure is a part of what is said', async () => {
  await held(false, [
    ['Which language is it written in?', 'It is written in C.', 'It is written in C++.'],
    ['Which language is it written in?', 'It is written in C++.', 'It is written in C.'],
    ['Which language is it written in?', 'It is written in C#.', 'It is written in C.'],
    ['Which language is it written in?', 'It is written in F#.', 'It is written in F++.'],
    ['What is my blood type?', 'Your blood type is 0-.', 'Your blood type is 0+.'],
    ['Which blood can I give?', 'You can give AB+.', 'You can give AB−.'],
    ['What is the rating?', 'The rating is AA+.', 'The rating is AA-.'],
    ['What is the rating?', 'BBB+', 'BBB-'],
    ['What is the mark?', '2+', '2-'],
    ['Which plan includes SSO?', 'The Pro plan includes SSO.', 'The Pro+ plan includes SSO.'],
    ['Which plan includes SSO?', 'The **Pro+** plan includes SSO.', 'The **Pro** plan includes SSO.'],
    ['Which service is it on?', 'It is on Disney+.', 'It is on Disney.'],
    ['What is the handle?', '@acme', '#acme'],
    ['What is the handle?', '@acme', 'acme'],
  ]);
  await held(true, [
    ['Which language is it written in?', 'It is written in C++.', 'It is written in `C++`.'],
    ['What is my blood type?', 'Your blood type is 0-.', 'Your blood type is **0−**.'],
    ['Which service is it on?', 'It is on Disney+.', 'It is on disney+.'],
    ['What is the handle?', '@acme', 'It is @acme.'],
    ['When are you open?', 'We are open from 9 to 5.', 'We are open 9–5.'],
  ]);
});

test('a formula, a command and a pattern are their signs as well', async () => {
  await held(false, [
    ['What is the formula?', 'The formula is a + b.', 'The formula is a - b.'],
    ['What is the formula?', 'The formula is a - b.', 'The formula is a + b.'],
    ['What is the formula?', 'x / y', 'x * y'],
    ['What is the condition?', 'a && b', 'a || b'],
    ['What is the condition?', 'a == b', 'a != b'],
    ['What is the condition?', 'The value must be >= 5.', 'The value must be > 5.'],
    ['Which statement?', 'i++', 'i--'],
    ['Which query?', 'SELECT * FROM a', 'SELECT FROM a'],
    ['Which command?', 'ls -la', 'ls'],
    ['Which command?', 'ls', 'ls -la'],
    ['Which option?', 'Use -v.', 'Use -V.'],
    ['Which option?', '-f', '-F'],
    ['Which class of characters?', '\\d', '\\D'],
    ['Which files?', '*.txt', '.txt'],
  ]);
  await held(true, [
    ['What is the formula?', 'The formula is a + b.', 'The formula is `a + b`.'],
    ['Which command?', 'ls -la', '`ls -la`'],
    ['Which files?', '*.txt', '`*.txt`'],
  ]);
});

test('what capitals alone tell apart is told apart', async () => {
  await held(false, [
    ['Who is responsible?', 'IT is responsible.', 'It is responsible.'],
    ['Which country?', 'The US decides.', 'The us decides.'],
    ['Where does it leave?', 'It leaves from Terminal A.', 'It leaves from a terminal.'],
    ['Which form do I need?', 'You need form A.', 'You need a form.'],
    ['How much power?', 'It has 5 mW.', 'It has 5 MW.'],
    ['How fast is it?', '10 Mb', '10 MB'],
  ]);
  await held(true, [
    ['Who is responsible?', 'IT is responsible.', 'IT is responsible!'],
    ['Where does it leave?', 'It leaves from Terminal A.', 'It leaves from terminal A.'],
    ['How heavy is it?', 'It weighs 5 kg.', 'It weighs 5 KG.'],
  ]);
});

test('an address is what is written, from its first character to its last', async () => {
  const asked = 'Where do I find it?';
  for (const [expected, output] of [
    ['https://acme.com/help', 'https://acme.com/'],
    ['https://acme.com/help', 'https://acme.com'],
    ['Visit https://acme.com/help.', 'Visit https://acme.com/.'],
    ['https://acme.com/de/help', 'https://acme.com/help'],
    ['https://acme.com/en', 'https://acme.com/'],
    ['https://acme.com/a/b', 'https://acme.com/b/a'],
    ['https://acme.com/Help', 'https://acme.com/help'],
    ['https://acme.com/help', 'http://acme.com/help'],
    ['acme.com/terms', 'acme.com/'],
    ['help@acme.com', '@acme.com'],
    ['info@acme.com', 'acme.com'],
    ['please@acme.com', 'acme.com'],
    ['a_b@acme.com', 'ab@acme.com'],
    ['/etc/the/hosts', '/etc/hosts'],
    ['ftp://acme.com/a', 'ftp://acme.com/'],
    ['user_id', 'user-id'],
    ['$HOME', 'HOME'],
  ] as const)
    await held(false, [[asked, expected, output]]);
  await held(true, [
    [asked, 'https://acme.com/help', 'https://ACME.com/help'],
    [asked, 'https://acme.com/help', 'It is https://acme.com/help.'],
    [asked, 'https://acme.com/', 'https://acme.com'],
    [asked, 'Visit https://acme.com/help.', 'Visit https://acme.com/help!'],
    [asked, 'info@acme.com', 'Info@acme.com'],
  ]);
});
