import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Which module draws which address behind the sign-in. The frame comes with each; the first that fits counts. */
const frame = 'app/shell.tsx';
const pages: Readonly<Record<string, string>> = {
  '/home': 'features/home/home.tsx',
  '/endpoints': 'features/endpoints/endpoints-page.tsx',
  '/endpoints/new': 'app/new-endpoint-page.tsx',
  '/endpoints/$': 'app/endpoint-page.tsx',
  '/traces': 'features/traces/traces-page.tsx',
  '/traces/$': 'features/traces/trace-page.tsx',
  '/jobs': 'features/jobs/jobs-page.tsx',
  '/jobs/$': 'app/job-page.tsx',
  '/notifications': 'features/notifications/notifications-page.tsx',
  '/settings/$': 'app/settings-pages.tsx',
};

/**
 * Writes `.pages.json`: the scripts each page needs beyond the first ones. The web server names them in the head, so
 * that the browser fetches everything at once instead of finding out script by script.
 */
export function pageChunks(): Plugin {
  return {
    name: 'sonde:page-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const closure = (file: string, into: Set<string>): Set<string> => {
        if (into.has(file)) return into;
        into.add(file);
        for (const next of byFile.get(file)?.imports ?? []) closure(next, into);
        return into;
      };
      const first = new Set<string>();
      for (const chunk of chunks) if (chunk.isEntry) closure(chunk.fileName, first);
      const filesOf = (module: string): string[] => {
        const home = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/spa/src/${module}`)));
        if (!home) throw new Error(`No chunk holds ${module}; name the page's module in build-plugins.ts.`);
        return [...closure(home.fileName, new Set())];
      };
      const listed = Object.entries(pages).map(([path, module]) => ({
        path,
        files: [...new Set([...filesOf(frame), ...filesOf(module)])].filter((file) => !first.has(file)),
      }));
      this.emitFile({ type: 'asset', fileName: '.pages.json', source: JSON.stringify(listed) });
    },
  };
}

const pack = { brotli: promisify(brotliCompress), gzip: promisify(gzip) };
const leastBytes = 1024;

/** Text files once more, packed: the web server sends what the browser accepts and packs nothing itself. */
export function packedFiles(): Plugin {
  let folder = '';
  return {
    name: 'sonde:packed-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
      if (build.outDir.startsWith('/')) folder = build.outDir;
    },
    async closeBundle() {
      const assets = join(folder, 'assets');
      const names = (await readdir(assets)).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const text = await readFile(join(assets, name));
          if (text.length < leastBytes) return;
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
          await writeFile(join(assets, `${name}.br`), await pack.brotli(text, quality));
          await writeFile(join(assets, `${name}.gz`), await pack.gzip(text, { level: 9 }));
        }),
      );
    },
  };
}
