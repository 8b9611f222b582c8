import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the package to publish into `dist`: JavaScript and declarations of the SDK, and beside them those of the
 * contract and the packages they import, so that it stands without the workspace and asks no registry for anything. `npm publish ./dist` is all that is left to do. With a folder as
 * its argument it builds into that one instead, so that two builds never share files; `npm run sdk` packs one.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, '../..');
const dist = resolve(process.argv[2] ?? join(folder, 'dist'));
const emitted = `${dist}.emitted`;

rmSync(dist, { recursive: true, force: true });
rmSync(emitted, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    join(folder, 'tsconfig.build.json'),
    '--outDir',
    emitted,
  ],
  { stdio: 'inherit' },
);
renameSync(join(emitted, 'sdk/src'), dist);
renameSync(join(emitted, 'contract/src'), join(dist, 'contract'));
rmSync(emitted, { recursive: true, force: true });

for (const name of ['contract.js', 'contract.d.ts']) {
  const file = join(dist, name);
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replaceAll("'@sonde/contract'", "'./contract/index.js'")
      .replaceAll("'@sonde/contract/table'", "'./contract/table.js'"),
  );
}
// The compiler rewrites the endings of imports in JavaScript, but leaves declarations as they were.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const text = readFileSync(join(dist, name), 'utf8');
  writeFileSync(join(dist, name), text.replaceAll(/(from |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'"));
}
copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));

const source = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown> & {
  dependencies: Record<string, string>;
};
const { '@sonde/contract': _contained, ...dependencies } = source.dependencies;
for (const name of Object.keys(dependencies)) {
  const from = join(root, 'node_modules', name);
  cpSync(from, join(dist, 'node_modules', name), {
    recursive: true,
    // Half of zod is its source, which nothing that is built imports.
    filter: (path) => path !== join(from, 'src'),
  });
}
const published = {
  name: source['name'],
  version: source['version'],
  description: source['description'],
  license: source['license'],
  type: 'module',
  engines: { node: '>=20.19' },
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  bin: { sonde: './cli/main.js' },
  dependencies,
  bundleDependencies: Object.keys(dependencies),
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
process.stdout.write(
  `@sonde/sdk ${String(source['version'])} is in ${dist}. Publish it with: npm publish ${dist}\n`,
);
