import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { basePath, type FileRecord } from '@sonde/contract';
import type { CallResult, TestPlatform } from '../../../support/platform.ts';

export interface Sent {
  readonly bytes: Buffer | string;
  readonly name?: string;
  readonly type?: string;
  readonly field?: string;
}

/** A multipart body as browsers write it. */
export async function multipart(files: readonly Sent[]): Promise<{ body: Buffer; type: string }> {
  const form = new FormData();
  for (const { bytes, name = 'a.txt', type = '', field = 'files' } of files)
    form.append(field, new Blob([bytes], { type }), name);
  const packed = new Response(form);
  return { body: Buffer.from(await packed.arrayBuffer()), type: packed.headers.get('content-type') ?? '' };
}

export async function upload(
  platform: TestPlatform,
  token: string,
  files: readonly Sent[],
  query = '',
): Promise<CallResult> {
  const { body, type } = await multipart(files);
  return platform.call('POST', `/files${query}`, { token, body, headers: { 'content-type': type } });
}

export async function uploadOne(platform: TestPlatform, token: string, file: Sent): Promise<FileRecord> {
  const { status, body, text } = await upload(platform, token, [file]);
  assert.equal(status, 201, text);
  return body[0];
}

/** With the bytes of the answer as they are. */
export async function download(
  platform: TestPlatform,
  token: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {},
) {
  const answer = await platform.app.http.inject({
    method,
    url: `${basePath}${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

/** Waits until the text of the file has been looked for. */
export async function extracted(platform: TestPlatform, token: string, id: string): Promise<FileRecord> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const { body } = await platform.call('GET', `/files/${id}`, { token });
    if (body.extraction_status !== 'pending') return body;
    await pause(50);
  }
  throw new Error('The text of the file was never looked for.');
}
