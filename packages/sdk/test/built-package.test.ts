import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sdkVersion } from '../src/index.ts';
import { json, problem, startStandIn } from './api-stand-in.ts';
import { runOn, startConnectorStandIn } from './connector-stand-in.ts';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
let folder: string;

/** A program that knows nothing of this repository: the built package and zod lie beside it, and that is all. */
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-sdk-'));
  const installed = join(folder, 'node_modules');
  mkdirSync(join(installed, '@sonde'), { recursive: true });
  execFileSync(process.execPath, ['build.ts', join(installed, '@sonde/sdk')], {
    cwd: packageFolder,
    stdio: 'pipe',
  });
  symlinkSync(join(modules, 'zod'), join(installed, 'zod'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
after(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}

test('a plain JavaScript program uses the built client with nothing but zod beside it', async () => {
  const server = await startStandIn((request, response) =>
    request.headers.authorization === 'Bearer snd_plain'
      ? json(response, 200, [{ id: 'one' }])
      : problem(response, 401, 'auth.unauthenticated'),
  );
  const file = program(
    'client.mjs',
    `import { ApiError, createClient } from '@sonde/sdk';
     const [baseUrl] = process.argv.slice(2);
     const rows = await createClient({ baseUrl, token: 'snd_plain' }).endpoints.list();
     const code = await createClient({ baseUrl, token: 'wrong' }).users.me().catch((e) => e instanceof ApiError && e.code);
     console.log(JSON.stringify({ rows, code }));`,
  );
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', file, server.url]);
  await server.close();
  assert.deepEqual(JSON.parse(stdout), { rows: [{ id: 'one' }], code: 'auth.unauthenticated' });
});

test('a plain JavaScript program connects a function through the built package', async () => {
  symlinkSync(join(modules, 'ws'), join(folder, 'node_modules/ws'));
  const platform = await startConnectorStandIn();
  const file = program(
    'connect.mjs',
    `import { connect, endpoint } from '@sonde/sdk';
     const [baseUrl] = process.argv.slice(2);
     const double = endpoint('double', ({ input }) => input + input);
     const connection = await connect({ baseUrl, token: 'snd_plain', endpoints: [double] });
     process.stdin.on('end', () => connection.close()).resume();
     await connection.ended;
     console.log('closed');`,
  );
  const program1 = run(process.execPath, ['--no-experimental-strip-types', file, platform.url]);
  const peer = await platform.register();
  assert.equal((await runOn(peer, 'double', { input: 'ab' })).output, 'abab');
  program1.child.stdin?.end();
  assert.equal((await program1).stdout, 'closed\n');
  await platform.close();
});

test('the built declarations type a program without the sources', () => {
  const source = `import { createClient } from '@sonde/sdk';
    const client = createClient({ baseUrl: 'http://127.0.0.1', token: 't' });
    const found: Promise<{ name: string }[]> = client.endpoints.list({ query: { limit: 5 } });
    // @ts-expect-error an operation without its path parameter
    void client.endpoints.get({});
    // @ts-expect-error a misspelt query parameter
    void client.endpoints.list({ query: { limits: 5 } });
    export { found };`;
  const file = program('typed.ts', source);
  execFileSync(
    process.execPath,
    [
      join(modules, 'typescript/bin/tsc'),
      ...'--noEmit --strict --module nodenext --target es2023 --lib es2023,dom,dom.iterable'.split(' '),
      file,
    ],
    { cwd: folder, stdio: 'pipe' },
  );
});

test('nothing built points back at the workspace, and the version is the one of the package', () => {
  const dist = join(folder, 'node_modules/@sonde/sdk');
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|ts)$/.test(name)) continue;
    const text = readFileSync(join(dist, name), 'utf8');
    assert.doesNotMatch(
      text,
      /from '@sonde\/contract'|import\('@sonde\/contract'\)|from '\.[^']*\.ts'/,
      name,
    );
  }
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  assert.equal(sdkVersion, version);
});
