import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeS3 } from '@sonde/fakes';
import { parse } from 'yaml';
import { testDatabaseUrl } from '../../apps/platform/test/support/database.ts';
import type { Json } from '../../apps/platform/test/support/platform.ts';
import {
  administer,
  bareEnvironment,
  copyTree,
  fillIn,
  folderIn,
  linesOf,
  openPlainDatabase,
  read,
  root,
  settingsIn,
  startProgram,
  temporary,
  type Ending,
  type RunningProgram,
} from './support/installation.ts';
import { notRun, pageCommands, runElsewhere } from './support/page-commands.ts';

const run = new Set<string>();
const onThePage = (command: string): string => {
  assert.ok(pageCommands.includes(command), `The page has no command: ${command}`);
  run.add(command);
  return command;
};

after(() => {
  const known = new Set([...run, ...Object.keys(notRun), ...Object.keys(runElsewhere)]);
  assert.deepEqual(
    pageCommands.filter((command) => !known.has(command)),
    [],
    'commands of docs/operating.md that no test runs and no list names',
  );
  assert.deepEqual(
    [...known].filter((command) => !pageCommands.includes(command)),
    [],
    'commands that have left the page',
  );
  for (const [file, words] of Object.values(runElsewhere))
    assert.ok(read(file).includes(words), `${file}: ${words}`);
});

/** The page's machine in a folder: `/opt/sonde`, `/etc/sonde`, `/var/lib/sonde` and `/backup` lie below it. */
async function openMachine(t: Ending) {
  const folder = temporary(t);
  const sonde = folderIn(folder, 'opt', 'sonde');
  copyTree(sonde);
  folderIn(folder, 'etc', 'systemd', 'system');
  folderIn(folder, 'backup');
  const group = spawnSync('id', ['-gn'], { encoding: 'utf8' }).stdout.trim();
  /** A command of the page as it stands there, but for the folders of this machine; fails with what it said. */
  const type = async (
    command: string,
    { fails = false, instead = {} as Record<string, string> } = {},
  ): Promise<string> => {
    let text = onThePage(command)
      .replaceAll(/(?<=[\s=])\/(etc|backup|var)\//g, `${folder}/$1/`)
      .replaceAll('-g sonde', `-g ${group}`);
    for (const [from, to] of Object.entries(instead)) text = text.replaceAll(from, to);
    // Not in step with this process: a stand-in that it asks may listen here.
    const { code, said } = await new Promise<{ code: number; said: string }>((settle) => {
      execFile('sh', ['-c', text], { cwd: sonde, env: bareEnvironment }, (error, stdout, stderr) =>
        settle({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}${stderr}` }),
      );
    });
    assert.equal(code !== 0, fails, `${text}\n${said}`);
    return said;
  };
  const settingsFile = join(folder, 'etc', 'sonde', 'sonde.env');
  const set = (values: Record<string, string>): void =>
    writeFileSync(settingsFile, linesOf({ ...settingsIn(readFileSync(settingsFile, 'utf8')), ...values }));
  return {
    folder,
    sonde,
    type,
    settingsFile,
    set,
    settings: () => settingsIn(readFileSync(settingsFile, 'utf8')),
  };
}
type Machine = Awaited<ReturnType<typeof openMachine>>;

/** What the image starts, and for each service the words and the settings that compose gives it. */
function containers({ sonde, settings }: Machine) {
  const dockerfile = read('deploy', 'Dockerfile');
  const jsonOf = (word: string): string[] =>
    JSON.parse(new RegExp(`^${word} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]') as string[];
  const entry = jsonOf('ENTRYPOINT').map((word) => word.replace('/opt/sonde', sonde));
  const compose = parse(read('deploy', 'compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      { command: string[]; image: string; environment: Record<string, string>; env_file?: string }
    >;
  };
  const own = settings();
  const services = Object.entries(compose.services).filter(([, { env_file }]) => env_file);
  return {
    dockerfile,
    compose,
    entry,
    usual: jsonOf('CMD'),
    services: services.map(([name, { command, environment }]) => {
      // Names of containers mean nothing here: what stands for them is what the machine's own settings name.
      const here = Object.entries(environment).map(([key, value]) => [
        key,
        key !== 'TRUSTED_PROXIES' && key in own ? (own[key] ?? '') : key === 'HOST' ? '127.0.0.1' : value,
      ]);
      return {
        name,
        words: [...entry, ...command],
        env: { ...own, ...Object.fromEntries(here) } as Record<string, string>,
      };
    }),
  };
}

/** Once it is well: a service that has just begun on a busy machine may say for a while that it is not. */
async function health(port: string | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`);
    const said = await answer.text();
    if (answer.status === 200) return;
    assert.ok(attempt < 2400, said);
    await pause(100);
  }
}

function caller(port: string) {
  const call = async (method: string, path: string, body?: object, token?: string): Promise<Json> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: {
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
    });
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text();
  };
  return call;
}

/** Sets the machine up with the page's own commands, up to the settings. */
async function setUp(t: Ending): Promise<Machine> {
  const machine = await openMachine(t);
  await machine.type('npm run build');
  await machine.type('install -d -m 750 -g sonde /etc/sonde');
  await machine.type('install -m 640 -g sonde deploy/sonde.env.example /etc/sonde/sonde.env');
  await machine.type('ln -s /etc/sonde/sonde.env .env', { instead: { ' .env': ` ${machine.sonde}/.env` } });
  await machine.type('cp deploy/systemd/*.service /etc/systemd/system/');
  await fillIn(machine.settingsFile, {
    DATA_DIR: join(machine.folder, 'var', 'lib', 'sonde'),
    DATABASE_URL: await openPlainDatabase(t, { makesRoles: true }),
    REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
  });
  return machine;
}

/** The platform of this machine: two processes on PostgreSQL, one on the embedded database. */
async function startPlatform(t: TestContext, machine: Machine) {
  const { entry, usual, services } = containers(machine);
  const start = (words: readonly string[]) =>
    startProgram(t, words, { cwd: machine.sonde, env: machine.settings() });
  const running = testDatabaseUrl
    ? [
        await start(services.find(({ name }) => name === 'api')?.words ?? []),
        await start(services.find(({ name }) => name === 'worker')?.words ?? []),
      ]
    : [await start([...entry, ...usual])];
  return {
    api: running[0],
    call: caller(machine.settings()['PORT'] ?? ''),
    stop: async () =>
      assert.deepEqual([...new Set(await Promise.all(running.map((one) => one.stop())))], [0]),
  };
}

async function firstOwner(call: ReturnType<typeof caller>, said: string): Promise<string> {
  const link = new URL(/https:\/\/sonde\.example\.org\/\S+/.exec(said)?.[0] ?? '');
  const person = { email: 'person@example.org', password: 'correct-horse-battery-9' };
  const { auth_code: code } = await call('POST', '/auth/owner-link', {
    token: link.searchParams.get('token'),
    ...person,
  });
  const { session_token: session } = await call('POST', '/auth/exchange-code', { code });
  return (await call('POST', '/organizations', { name: 'Harbour Mutual' }, session)).session_token;
}

// One for all tests here, in their order: building the pages takes its time.
let machine: Machine;
const endings: (() => unknown)[] = [];
before(async () => {
  machine = await setUp({ after: (work) => endings.push(work) });
});
after(async () => {
  for (const end of endings) await end();
});

test('the image: its commands in their order, and every service by its entry point with the settings of compose', async (t) => {
  const { dockerfile, compose, services, entry } = containers(machine);
  const [build = '', final = ''] = dockerfile.split(/^FROM .*$/m).slice(1);
  const commandsOf = (stage: string): string[] =>
    [...stage.matchAll(/^RUN (.*)$/gm)].map(([, text = '']) => text);
  // Those of the second stage make a user and install a package; the first is what setting up has run.
  assert.deepEqual(commandsOf(build), ['npm run build']);
  assert.ok(existsSync(join(machine.sonde, 'apps', 'web', 'dist', 'index.html')));
  assert.deepEqual(
    commandsOf(final).map((text) => text.split(' ')[0]),
    ['apt-get', 'useradd'],
  );
  const tools = /postgresql-client-(\d+)/.exec(final)?.[1];
  assert.equal(
    compose.services['postgres']?.image,
    `postgres:${tools}`,
    'pg_dump must be as new as the server',
  );

  const ports: Record<string, string> = {
    api: 'PORT',
    web: 'WEB_PORT',
    chatbot: 'CHATBOT_PORT',
    generation: 'GENERATION_PORT',
  };
  assert.deepEqual(services.map(({ name }) => name).toSorted(), ['worker', ...Object.keys(ports)].toSorted());
  // Between containers nobody is reached at the loopback address that is the default.
  const { BACKEND_URL, CHATBOT_URL, GENERATION_URL } = compose.services['api']?.environment ?? {};
  assert.deepEqual(
    [BACKEND_URL, CHATBOT_URL, GENERATION_URL],
    ['http://api:8080', 'http://chatbot:8090', 'http://generation:8070'],
  );
  const running: RunningProgram[] = [];
  for (const { name, words, env } of services) {
    const unit = read('deploy', 'systemd', `sonde-${name}.service`);
    const line = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.replaceAll('/opt/sonde', machine.sonde);
    assert.equal(line, words.join(' '), `${name}: systemd and the image start the same`);
    if (!testDatabaseUrl && name === 'worker') continue;
    const here = testDatabaseUrl ? words : words.filter((word) => word !== '--role=api');
    running.push(await startProgram(t, here, { cwd: machine.sonde, env }));
    const port = ports[name];
    if (port) await health(env[port]);
  }
  const page = await fetch(`http://127.0.0.1:${machine.settings()['WEB_PORT']}/`);
  assert.match(await page.text(), /<html/);
  // The embedded database serves one program at a time.
  if (!testDatabaseUrl) await Promise.all(running.map((one) => one.stop()));
  const options = {
    cwd: machine.sonde,
    env: { ...bareEnvironment, ...services[0]?.env },
    encoding: 'utf8',
  } as const;
  for (const command of pageCommands.filter((text) => / run --rm /.test(text))) {
    const words =
      onThePage(command).split(' api ')[1]?.replace('/backup/', `${machine.folder}/backup/`).split(' ') ?? [];
    const [program = '', ...before] = entry;
    const done = spawnSync(program, [...before, ...words], options);
    assert.equal(done.status, 0, `${command}\n${done.stdout}${done.stderr}`);
  }
  rmSync(join(machine.folder, 'backup', '2026-11-22'), { recursive: true });
});

test('the image is built where a Docker daemon answers and has the base image', (t) => {
  const docker = (...args: string[]) => spawnSync('docker', args, { cwd: root, encoding: 'utf8' });
  const base = /^FROM (\S+)$/m.exec(read('deploy', 'Dockerfile'))?.[1] ?? '';
  if (docker('info').status !== 0) return t.skip('No Docker daemon answers: the image was not built.');
  if (docker('image', 'inspect', base).status !== 0)
    return t.skip(`${base} is not here: the image was not built.`);
  const built = docker('build', '--quiet', '--file', 'deploy/Dockerfile', '.');
  assert.equal(built.status, 0, built.stderr);
  const image = built.stdout.trim();
  const ran = docker('run', '--rm', image, '--version');
  docker('image', 'rm', image);
  assert.match(ran.stdout, /^v24\./);
});

test('the commands of the page, one after the other, on a machine of its own', async (t) => {
  assert.equal(readdirSync(join(machine.folder, 'etc', 'systemd', 'system')).length, 5);
  const said = await machine.type('npm run owner-link -- person@example.org');
  let platform = await startPlatform(t, machine);

  const token = await firstOwner(platform.call, said);
  const made = await platform.call(
    'POST',
    '/endpoints',
    {
      name: 'Garden',
      url: 'http://127.0.0.1:9/',
      auth_token: 'stays-what-it-was',
      request_mapping: { m: '{{ input }}' },
      response_mapping: { output: '$.a' },
    },
    token,
  );
  const form = new FormData();
  form.append('files', new Blob(['Hail is covered.']), 'terms.txt');
  const [file] = await platform.call('POST', '/files', form, token);
  const whatIsThere = async () => ({
    endpoints: await platform.call('GET', '/endpoints?limit=100', undefined, token),
    members: (await platform.call('GET', '/members', undefined, token)).map(({ id }: { id: string }) => id),
    content: await platform.call('GET', `/files/${file.id}/content`, undefined, token),
  });
  const before = await whatIsThere();
  const former = machine.settings();
  assert.equal(before.content, 'Hail is covered.');
  assert.ok(before.endpoints.some(({ id }: { id: string }) => id === made.id));

  const role = new URL(former['DATABASE_URL'] || 'postgres://none@embedded').username;
  // The embedded database has no roles, so there nothing is done.
  await administer(onThePage('alter role sonde nocreaterole').replace(' sonde ', ` ${role} `));
  // What each database of this test was opened with.
  onThePage('grant sonde_app to sonde');
  onThePage('GET /health');
  await health(machine.settings()['PORT']);
  const answer = await fetch(`http://127.0.0.1:${machine.settings()['PORT']}/api/v1/endpoints`);
  const id = answer.headers.get('x-request-id') ?? '';
  await platform.api?.lineWith(id);
  const log = platform.api?.lines ?? [];
  assert.ok(log.every((line) => typeof JSON.parse(line) === 'object'));
  assert.doesNotMatch(log.join('\n'), /stays-what-it-was|correct-horse/);

  // The embedded database must be stopped, and the command says so.
  if (!testDatabaseUrl) {
    const refused = await machine.type('npm run backup -- --to /backup/2026-11-22', { fails: true });
    assert.match(refused, /in use by another copy of Sonde/);
    await platform.stop();
    assert.deepEqual(readdirSync(join(machine.folder, 'backup', '2026-11-22')), []);
  }
  await machine.type('npm run backup -- --to /backup/2026-11-22');
  if (testDatabaseUrl) await platform.stop();

  // Elsewhere: another database and another data folder, with the keys of before, which were set and so are not in it.
  await machine.type('npm run restore -- --from /backup/2026-11-22', { fails: true });
  machine.set({
    DATA_DIR: join(machine.folder, 'var', 'elsewhere'),
    DATABASE_URL: await openPlainDatabase(t),
  });
  await machine.type('npm run restore -- --from /backup/2026-11-22');
  platform = await startPlatform(t, machine);
  assert.deepEqual(await whatIsThere(), before);
  await platform.stop();

  await moveToBucket(t, machine);
  machine.set({
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ENCRYPTION_KEY_PREVIOUS: former['ENCRYPTION_KEY'] ?? '',
  });
  const rotated = await machine.type('npm run rotate-key');
  assert.match(
    rotated,
    /credentials of endpoints \([1-9][\s\S]*Nothing that lasts is sealed with the former key/,
  );
  machine.set({ ENCRYPTION_KEY_PREVIOUS: '' });
  platform = await startPlatform(t, machine);
  assert.deepEqual(await whatIsThere(), before, 'from the bucket, and with the new key alone');
  await platform.stop();
});

async function moveToBucket(t: TestContext, machine: Machine): Promise<void> {
  const s3 = await startFakeS3();
  t.after(() => s3.close());
  const bucket = `s3://${s3.bucket}/production`;
  const settings: Record<string, string> = {
    'FILES_URL=s3://sonde-files/production': bucket,
    'S3_ENDPOINT=https://s3.example.org': s3.url,
    'S3_REGION=eu-central-1': s3.region,
    'S3_ACCESS_KEY_ID=…': s3.accessKeyId,
    'S3_SECRET_ACCESS_KEY=…': s3.secretAccessKey,
  };
  const wanted = Object.entries(settings).map(([line, value]): [string, string] => [
    onThePage(line).slice(0, line.indexOf('=')),
    value,
  ]);
  const [, ...access] = wanted;
  machine.set(Object.fromEntries(access));
  await machine.type('npm run files:move -- --to s3://sonde-files/production', {
    instead: { 's3://sonde-files/production': bucket },
  });
  machine.set(Object.fromEntries(wanted));
}
