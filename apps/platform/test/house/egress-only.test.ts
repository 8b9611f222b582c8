import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Code that calls no target, or runs in the browser of the person in front of it. */
const EXEMPT = [
  /^packages\/egress\//,
  // Stand-ins for the outside world; never part of what is installed.
  /^packages\/fakes\//,
  // Runs on its user's own machine and calls the platform only.
  /^packages\/sdk\//,
  /^apps\/web\/spa\//,
  // Speaks to one address, the platform of the same installation, which its operator configured.
  /^apps\/web\/bff\//,
  /^apps\/generation\//,
];

/** Each way to open a connection, as it would stand in the source. */
const WAYS_OUT: { way: string; pattern: RegExp }[] = [
  {
    way: 'the global fetch',
    pattern: /(?<![\w.$'"`#-])fetch\s*\(|globalThis\.fetch\s*\(|=\s*(?:globalThis\.)?fetch\s*[;,)]/,
  },
  {
    way: 'the global WebSocket or EventSource',
    pattern: /new\s+(?:globalThis\.)?(?:WebSocket|EventSource|XMLHttpRequest)\s*\(/,
  },
  {
    way: 'a request of node:http or node:https',
    pattern:
      /import\s+(?!type\b)[^;]*\b(?:request|get|Agent|globalAgent)\b[^;]*from\s+['"](?:node:)?https?['"]|\bhttps?\.(?:request|get)\s*\(/,
  },
  { way: 'node:http2', pattern: /import\s+(?!type\b)[^;]*\bconnect\b[^;]*from\s+['"](?:node:)?http2['"]/ },
  {
    way: 'a socket of node:net, node:tls or node:dgram',
    pattern:
      /import\s+(?!type\b)[^;]*\b(?:connect|createConnection|Socket|createSocket)\b[^;]*from\s+['"](?:node:)?(?:net|tls|dgram)['"]|\b(?:net|tls)\.(?:connect|createConnection)\s*\(/,
  },
  {
    way: 'a client library',
    pattern:
      /from\s+['"](?:undici|axios|got|node-fetch|ky|superagent|needle|request|follow-redirects|http-proxy(?:-agent)?|https-proxy-agent)['"]|import\(\s*['"](?:undici|axios|got|node-fetch)['"]/,
  },
  {
    way: 'a WebSocket client',
    pattern: /import\s+(?!type\b)(?:WebSocket\b|\{[^}]*\bWebSocket\b(?!Server)[^}]*\})[^;]*from\s+['"]ws['"]/,
  },
];

void test('nothing but packages/egress opens a connection to the outside', () => {
  const offences = sourceFiles().flatMap((file) => {
    const source = withoutComments(readFileSync(join(root, file), 'utf8'));
    return WAYS_OUT.filter(({ pattern }) => pattern.test(source)).map(({ way }) => `${file} uses ${way}`);
  });
  assert.deepEqual(offences, [], 'Take @sonde/egress instead: it judges every address.');
});

const CAUGHT = [
  "await fetch('http://x')",
  'const call = fetch;',
  'return globalThis.fetch(url);',
  "new WebSocket('ws://x')",
  "import { request } from 'node:https';",
  "import { createServer, get } from 'node:http';",
  "import http from 'node:http';\nhttp.request(url);",
  "import { connect } from 'node:net';",
  "import { Agent } from 'undici';",
  "import { WebSocket } from 'ws';",
  "import WebSocket from 'ws';",
  "const { request } = await import('undici');",
];
for (const source of CAUGHT) {
  void test(`the walk would catch: ${source.replaceAll('\n', ' ')}`, () => {
    assert.ok(WAYS_OUT.some(({ pattern }) => pattern.test(withoutComments(source))));
  });
}

const ALLOWED = [
  "import { createServer } from 'node:http';",
  "import type { Socket } from 'node:net';",
  "import { WebSocketServer } from 'ws';",
  "import { WebSocketServer, type RawData } from 'ws';",
  'const answer = await egress.fetch(url);',
  'createClient({ fetch: egress.fetch });',
  '// fetch( is never used here',
  'const token = await refetch(key);',
  'const fetchToken = (fetch: () => void) => run({ fetch });',
];
for (const source of ALLOWED) {
  void test(`the walk does not mind: ${source}`, () => {
    assert.deepEqual(
      WAYS_OUT.filter(({ pattern }) => pattern.test(withoutComments(source))),
      [],
    );
  });
}

function sourceFiles(): string[] {
  return ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|mts|js|mjs)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((file) => !/(?:^|\/)(?:node_modules|dist|test|bench)\//.test(file))
      .filter((file) => !EXEMPT.some((pattern) => pattern.test(file))),
  );
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/[^\n]*/g, '$1');
}
