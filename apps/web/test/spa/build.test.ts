import assert from 'node:assert/strict';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildPages } from './support/built-pages.ts';
import type { BuiltPages } from './support/built-pages.ts';

const largestInitialBytes = 200_000;

void describe('the built pages', () => {
  let pages: BuiltPages;
  let html: string;
  before(async () => {
    pages = await buildPages();
    html = await readFile(join(pages.folder, 'index.html'), 'utf8');
  });
  after(() => pages.remove());

  void it('load at most 200 kB of compressed script before the first page is drawn', async () => {
    const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path = '']) => path);
    const sizes = await Promise.all(
      scripts.map(async (path) => gzipSync(await readFile(join(pages.folder, path))).byteLength),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total > 0 && total <= largestInitialBytes, `${total} bytes`);
  });

  void it('find one another beside themselves, so that one build works below any path', async () => {
    const assets = join(pages.folder, 'assets');
    for (const name of (await readdir(assets)).filter((one) => /\.(?:js|css)$/.test(one)))
      assert.doesNotMatch(
        await readFile(join(assets, name), 'utf8'),
        /["'`(]\/assets\/|url\(["']?\/|return\s?["'`]\/["'`]\+/,
        name,
      );
  });

  void it('bring that script in one file, and name for each page what else it needs', async () => {
    assert.equal(html.match(/<script type="module"/g)?.length, 1);
    assert.doesNotMatch(html, /modulepreload/);
    const pagesOf = JSON.parse(await readFile(join(pages.folder, '.pages.json'), 'utf8')) as {
      path: string;
      files: string[];
    }[];
    for (const { path, files } of pagesOf) {
      assert.ok(files.length > 0 && files.length <= 12, `${path}: ${files.join(' ')}`);
      for (const file of files) assert.ok((await readFile(join(pages.folder, file))).length > 0, file);
    }
  });

  void it('stand ready in packed form, so that no request waits for it', async () => {
    const names = await readdir(join(pages.folder, 'assets'));
    for (const name of names.filter((one) => /\.(?:js|css)$/.test(one))) {
      const { size } = await stat(join(pages.folder, 'assets', name));
      if (size >= 1024) assert.ok(names.includes(`${name}.br`) && names.includes(`${name}.gz`), name);
    }
  });

  void it('hold no inline script, no handler and no style, so that the strictest policy fits', () => {
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|\son\w+=|<style|\sstyle=|javascript:/i);
  });

  void it('bring no validator along: the contract is there for the compiler only', async () => {
    const names = (await readdir(join(pages.folder, 'assets'))).filter((name) => name.endsWith('.js'));
    for (const name of names)
      assert.doesNotMatch(await readFile(join(pages.folder, 'assets', name), 'utf8'), /ZodError/, name);
  });

  void it('name no other origin to load from', async () => {
    const css = await Promise.all(
      (await readdir(join(pages.folder, 'assets')))
        .filter((name) => name.endsWith('.css'))
        .map((name) => readFile(join(pages.folder, 'assets', name), 'utf8')),
    );
    for (const text of [html, ...css])
      assert.doesNotMatch(text, /url\(["']?https?:|@import\s+["']https?:|(?:src|href)="https?:/);
  });
});
