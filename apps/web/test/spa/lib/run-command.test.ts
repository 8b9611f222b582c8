import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from '../../../../../packages/sdk/src/cli/arguments.ts';
import { runCommand } from '../../../spa/src/lib/run-command.ts';

const url = 'https://sonde.example';
const id = '0190000b-0000-7000-8000-000000000000';

/** As a shell takes the line apart: these names have nothing in them that it would read. */
const argumentsOf = (line: string): string[] =>
  [...line.slice(line.indexOf('npx sonde run') + 'npx sonde run '.length).matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

test('the line that is copied is one that the command understands, with the names as they are', () => {
  const line = runCommand({
    url,
    endpoint: { name: "Robin's claims" },
    testSet: { name: 'Smoke · nightly', id },
  });
  assert.match(line, /^SONDE_URL=https:\/\/sonde\.example SONDE_TOKEN='<your API token>' npx sonde run /);
  const { endpoint, testSet, junit } = readArguments(argumentsOf(line), {
    SONDE_URL: url,
    SONDE_TOKEN: ['fake', 'token'].join('-'),
  });
  assert.deepEqual([endpoint, testSet, junit], ["Robin's claims", 'Smoke · nightly', 'results.xml']);
});

test('a name that a shell or the command would read stands by its id', () => {
  for (const name of ['"quoted"', '$HOME', '`date`', 'back\\slash', 'hey!', '--help', 'two\nlines'])
    assert.ok(
      runCommand({ url, endpoint: { name, id }, testSet: { name: 'Smoke' } }).includes(`--endpoint ${id} `),
    );
});
