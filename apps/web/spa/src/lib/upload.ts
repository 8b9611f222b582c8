import type { AnswerOf, FileRecord, Source, TestImport, importGarakReport } from '@sonde/contract';
import { ApiError, networkProblem, problemOf } from './api-error.ts';
import { queryText } from './api.ts';
import { addressOf } from './site.ts';

interface Upload {
  readonly file: File;
  readonly query?: Record<string, unknown>;
  readonly projectId?: string | null;
  readonly signal: AbortSignal;
  /** From 0 to 1, of the bytes that have left. */
  readonly onProgress: (share: number) => void;
}

/** `fetch` cannot tell how far a body has come, so files travel the older way. */
async function send(path: string, field: string, upload: Upload): Promise<unknown> {
  const form = new FormData();
  form.append(field, upload.file);
  const { status, text, type } = await transfer(
    `${addressOf('/api/v1')}${path}${queryText(upload.query ?? {})}`,
    form,
    upload,
  );
  if (status >= 200 && status < 300) return JSON.parse(text) as unknown;
  throw new ApiError(await problemOf(new Response(text, { status, headers: { 'content-type': type } })));
}

function transfer(url: string, form: FormData, { projectId, signal, onProgress }: Upload) {
  return new Promise<{ status: number; text: string; type: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('accept', 'application/json');
    if (projectId) request.setRequestHeader('x-project-id', projectId);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        type: request.getResponseHeader('content-type') ?? '',
      }),
    );
    request.addEventListener('error', () => reject(new ApiError(networkProblem)));
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled.', 'AbortError')),
    );
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

export const uploadFile = async (upload: Upload): Promise<FileRecord> => {
  const [file] = (await send('/files', 'files', upload)) as FileRecord[];
  if (!file) throw new ApiError(networkProblem);
  return file;
};

export const uploadSource = async (upload: Upload): Promise<Source> =>
  (await send('/sources/upload', 'file', upload)) as Source;

export const uploadImport = async (upload: Upload): Promise<TestImport> =>
  (await send('/import/analyze', 'file', upload)) as TestImport;

export const uploadGarakReport = async (upload: Upload): Promise<AnswerOf<typeof importGarakReport>> =>
  (await send('/garak/report', 'file', upload)) as AnswerOf<typeof importGarakReport>;
