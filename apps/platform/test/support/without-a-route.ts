import { spawn } from 'node:child_process';

export type Walk = { readonly code: number | null; readonly text: string } | 'not permitted';

/** Runs a script in a network namespace of its own, in which loopback is all there is; where the machine allows it. */
export async function walkWithoutRoute(script: string, env: NodeJS.ProcessEnv): Promise<Walk> {
  if ((await inNamespace(['true'], env)).code !== 0) return 'not permitted';
  return inNamespace([process.execPath, ...process.execArgv, script], env);
}

const inNamespace = (command: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<{ code: number | null; text: string }>((settle) => {
    const child = spawn('unshare', ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    // A machine without unshare.
    child.once('error', (error) => settle({ code: 127, text: error.message }));
    child.once('close', (code) => settle({ code, text }));
  });
