// `npm start`: installs and builds what is missing, then runs the four services until Ctrl-C.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildWeb } from './build-web.mjs';
import { environment, install, node, root } from './install.mjs';
import { derivedSettings, host, ports, shownHost } from './settings.mjs';

await refuseBusyPorts();
install();
buildWeb();

const verbose = process.argv.includes('--verbose');
const settings = environment({
  ...derivedSettings(),
  PROXY_SECRET: process.env.PROXY_SECRET || randomBytes(32).toString('base64url'),
  LOG_LEVEL: process.env.LOG_LEVEL || (verbose ? 'info' : 'warn'),
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
});

// V8 sizes its nursery by the machine, which costs a hundred megabytes at rest and gains nothing measurable. The platform
// is given twice as much: with 8 MB, what a call makes is copied before it can be thrown away.
const nurseryMb = (name) => (name === 'platform' ? 16 : 8);
const running = new Map();
/** When each service ended by itself, in milliseconds since 1970. */
const accidents = new Map();
let stopping = false;
let isPlatformUp = false;
/** Of what a service complained before it ended; a list of wrong settings is longer than a stack. */
const MOST_LINES = 60;
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));

console.log('Starting Sonde …');
let isFirstStart = true;
const [platform, ...others] = await Promise.all([
  launch('platform', 'apps/platform/src/main.ts'),
  launch('chatbot', 'apps/chatbot/src/main.ts'),
  launch('generation', 'apps/generation/src/main.ts'),
  launch('web', 'apps/web/bff/main.ts'),
]);
isFirstStart = false;
if ([platform, ...others].includes(undefined)) stop(1);
else announce(platform);

/**
 * Starts one service and resolves with its ready line, or with nothing when it could not start: on the first start the
 * others go on until they have said what is wrong with them, so that all faults are told at once. Each is a group of its
 * own, so that Ctrl-C reaches only us and each is told once.
 */
function launch(name, file) {
  const child = spawn(node, [`--max-semi-space-size=${nurseryMb(name)}`, join(root, file)], {
    cwd: root,
    env: settings,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.set(name, child);
  const complaints = [];
  let ready = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (stopping) return;
    complaints.push(line);
    if (verbose) console.error(`[${name}] ${line}`);
  });
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = readyLine(line);
      ready ||= message !== undefined;
      if (message && name === 'platform') isPlatformUp = true;
      if (message) resolve(message);
      else if (!stopping && (verbose || !isKnown(name, line)))
        console.log(verbose ? `[${name}] ${line}` : readable(name, line));
    });
    child.once('exit', () => running.delete(name));
    // Not at its exit: what it said last may still be on its way.
    child.once('close', (code, signal) => {
      if (name === 'platform') isPlatformUp = false;
      if (stopping) return;
      const ending = `The ${name} service ended unexpectedly (${signal ?? `exit ${code}`}).`;
      console.error(
        [...complaints.slice(-MOST_LINES).map((line) => readable(name, line)), ending].join('\n'),
      );
      if (ready) restart(name, file);
      else if (!isFirstStart) stop(1);
      else {
        resolve(undefined);
        // The others may be waiting for something that never comes.
        setTimeout(() => stop(1), 20_000).unref();
      }
    });
  });
}

/** A service that was well and ended is started again, later each time; one that cannot stay up ends the whole. */
function restart(name, file) {
  const recent = (accidents.get(name) ?? []).filter((at) => at > Date.now() - 5 * 60_000);
  accidents.set(name, [...recent, Date.now()]);
  if (recent.length >= 5) {
    console.error(`The ${name} service ended ${recent.length + 1} times within five minutes.`);
    return stop(1);
  }
  const seconds = 2 ** recent.length;
  console.error(`It is started again in ${seconds} s.`);
  setTimeout(() => {
    if (!stopping) void launch(name, file).then(() => console.log(`The ${name} service is back.`));
  }, seconds * 1000);
}

function readyLine(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const message = JSON.parse(line);
    return message.event === 'ready' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Pages that stayed open ask on while the platform starts; that it is not there yet is no news. */
function isKnown(name, line) {
  return name === 'web' && !isPlatformUp && line.includes('"platform.unreachable"');
}

/** A warning or error of a service as one line; the whole of it is there with `npm start -- --verbose`. */
function readable(name, line) {
  try {
    const { msg, err } = JSON.parse(line);
    return `[${name}] ${msg ?? line}${err?.message ? `: ${err.message}` : ''}`;
  } catch {
    return `[${name}] ${line}`;
  }
}

function announce({ owner_link: ownerLink }) {
  const lines = [
    '',
    `  Sonde      ${settings.FRONTEND_URL}`,
    `  Platform   http://${shownHost}:${ports.platform}/api/v1/docs`,
    `  Chatbot    http://${shownHost}:${ports.chatbot}`,
    `  Generation http://${shownHost}:${ports.generation}`,
    '',
    ...(ownerLink
      ? ['  No one has signed in yet. Open this link once to become the owner:', `  ${ownerLink}`, '']
      : []),
    '  Ctrl-C stops everything.',
    '',
  ];
  console.log(lines.join('\n'));
}

/** Tells every service once and waits for all; a second Ctrl-C ends them at once. */
function stop(code) {
  if (stopping) {
    for (const child of running.values()) child.kill('SIGKILL');
    process.exit(1);
  }
  stopping = true;
  if (code === 0) console.log('\nStopping …');
  const waiting = [...running.values()].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running.values()) child.kill('SIGTERM');
  const late = setTimeout(() => {
    for (const child of running.values()) child.kill('SIGKILL');
  }, 20_000);
  void Promise.all(waiting).then(() => {
    clearTimeout(late);
    process.exit(code);
  });
}

async function refuseBusyPorts() {
  for (const [name, text] of Object.entries(ports)) {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1 || number > 65_535) continue;
    const setting = {
      platform: 'PORT',
      chatbot: 'CHATBOT_PORT',
      generation: 'GENERATION_PORT',
      web: 'WEB_PORT',
    }[name];
    const free = await new Promise((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen({ host, port: number, exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (free) continue;
    console.error(
      `Port ${number} (${name}) is in use by another program. Is Sonde running already? Stop it, or set ${setting} to another port.`,
    );
    process.exit(1);
  }
}
