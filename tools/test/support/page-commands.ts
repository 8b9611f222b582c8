import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8');

/** A span of text that is a command and no name of something: its first word is a program. */
const isCommand = (text: string): boolean =>
  /^(?:npm|docker|runuser|systemctl|journalctl|alter role|grant|GET) \S/.test(text);

/** Every line of every block of the page, and every command within its sentences. Comments at their ends are left away. */
export const pageCommands: readonly string[] = [
  ...new Set(
    page.split(/^```.*$/m).flatMap((part, index) =>
      index % 2 === 1
        ? part
            .split('\n')
            .map((line) => line.replace(/\s+#.*$/, '').trim())
            .filter(Boolean)
        : [...part.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text).filter(isCommand),
    ),
  ),
];

/** What a test of this machine cannot do, and why. Everything else on the page is run. */
export const notRun: Readonly<Record<string, string>> = {
  'useradd --system --home-dir /var/lib/sonde sonde': 'makes a user of this machine',
  'runuser -u sonde -- npm run …': 'wants that user',
  'systemctl daemon-reload':
    'wants systemd; the units are verified, and their programs are started by the test of the image',
  'systemctl enable --now sonde-api sonde-worker sonde-web sonde-chatbot sonde-generation': 'the same',
  'journalctl -u sonde-api -o cat': 'wants systemd; what it prints is the output that is read here',
  'docker compose -f deploy/compose.yaml --env-file /etc/sonde/sonde.env up -d --build':
    'wants a Docker daemon and base images; see the test of the image',
  'npm run backup -- --to …': 'stands above with its folder',
  'npm run owner-link': 'stands above with its address',
};
/** Run by another test, which must say so in these words. */
export const runElsewhere: Readonly<Record<string, readonly [file: string, words: string]>> = {
  'npm start': ['tools/test/start.test.ts', 'one command serves everything'],
  'FRONTEND_URL=https://intranet.example.org/sonde': [
    'apps/web/test/journeys/nginx.test.ts',
    'nginx-below-a-path.conf',
  ],
  'API_PUBLIC_URL=https://intranet.example.org/sonde-api': [
    'apps/web/test/journeys/nginx.test.ts',
    'API_PUBLIC_URL',
  ],
  'TRUSTED_PROXIES=127.0.0.1': ['apps/web/test/journeys/nginx.test.ts', 'TRUSTED_PROXIES'],
  'location /sonde/     { proxy_pass http://127.0.0.1:3000; }': [
    'deploy/nginx-below-a-path.conf',
    'location /sonde/ {',
  ],
  'location /sonde-api/ { proxy_pass http://127.0.0.1:8080; }': [
    'deploy/nginx-below-a-path.conf',
    'location /sonde-api/ {',
  ],
  'handle /sonde/*      { reverse_proxy 127.0.0.1:3000 }': [
    'deploy/Caddyfile.below-a-path',
    'reverse_proxy 127.0.0.1:3000',
  ],
  'handle /sonde-api/*  { reverse_proxy 127.0.0.1:8080 }': [
    'deploy/Caddyfile.below-a-path',
    'reverse_proxy 127.0.0.1:8080',
  ],
};
