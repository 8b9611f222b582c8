// `npm start`: installs and builds what is missing, then runs the three services until Ctrl-C.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildWeb } from './build-web.mjs';
import { environment, install, node, root } from './install.mjs';

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const host = process.env.HOST || '127.0.0.1';
const ports = {
  platform: port('PORT', 8080),
  chatbot: port('CHATBOT_PORT', 8090),
  web: port('WEB_PORT', 3000),
};

await refuseBusyPorts();
install();
buildWeb();

const shown = host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host;
const loopback = host === '0.0.0.0' ? '127.0.0.1' : host;
const frontendUrl = process.env.FRONTEND_URL || `http://${shown}:${ports.web}`;
const verbose = process.argv.includes('--verbose');
const settings = environment({
  HOST: host,
  FRONTEND_URL: frontendUrl,
  BACKEND_URL: process.env.BACKEND_URL || `http://${loopback}:${ports.platform}`,
  CHATBOT_URL: process.env.CHATBOT_URL || `http://${loopback}:${ports.chatbot}`,
  PROXY_SECRET: process.env.PROXY_SECRET || randomBytes(32).toString('base64url'),
  LOG_LEVEL: process.env.LOG_LEVEL || (verbose ? 'info' : 'warn'),
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
});

// V8 sizes its nursery by the machine; here that costs a hundred megabytes at rest and gains nothing measurable.
const nodeFlags = ['--max-semi-space-size=8'];
const running = new Map();
/** When each service ended by itself, in milliseconds since 1970. */
const accidents = new Map();
let stopping = false;
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));

console.log('Starting Sonde …');
const [platform] = await Promise.all([
  launch('platform', 'apps/platform/src/main.ts'),
  launch('chatbot', 'apps/chatbot/src/main.ts'),
  launch('web', 'apps/web/bff/main.ts'),
]);
announce(platform);

/** Starts one service and resolves with its ready line. Each is a group of its own, so that Ctrl-C reaches only us and each is told once. */
function launch(name, file) {
  const child = spawn(node, [...nodeFlags, join(root, file)], {
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
      if (message) resolve(message);
      else if (!stopping) console.log(verbose ? `[${name}] ${line}` : readable(name, line));
    });
    child.once('exit', (code, signal) => {
      running.delete(name);
      if (stopping) return;
      const ending = `The ${name} service ended unexpectedly (${signal ?? `exit ${code}`}).`;
      console.error([...complaints.slice(-20).map((line) => readable(name, line)), ending].join('\n'));
      if (!ready) stop(1);
      else restart(name, file);
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
    `  Sonde      ${frontendUrl}`,
    `  Platform   http://${shown}:${ports.platform}/api/v1/docs`,
    `  Chatbot    http://${shown}:${ports.chatbot}`,
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

function port(name, fallback) {
  const text = process.env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  console.error(`${name} must be a port number from 1 to 65535.`);
  process.exit(1);
}

async function refuseBusyPorts() {
  for (const [name, number] of Object.entries(ports)) {
    const setting = { platform: 'PORT', chatbot: 'CHATBOT_PORT', web: 'WEB_PORT' }[name];
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
