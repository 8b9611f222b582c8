import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { answerContent } from './content.ts';
import type { FilesModule } from './parts.ts';
import { bindingOf } from './service.ts';

export function fileRoutes(mount: Mount, { files, objects, thumbnails }: FilesModule): void {
  mount(contract.uploadFiles, async ({ principal, query, request, stream }) =>
    files.upload(principal, {
      binding: bindingOf(query),
      contentType: request.headers['content-type'] ?? '',
      body: stream,
    }),
  );
  mount(contract.listFiles, ({ principal, query }) => files.list(principal, query));
  mount(contract.getFile, ({ principal, params, query }) =>
    files.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.bindFile, ({ principal, params, body }) => files.bind(principal, params.id, body));
  mount(contract.fileContent, async ({ principal, params, request }) =>
    answerContent(objects, await files.find(principal, params.id), request),
  );
  mount(contract.fileThumbnail, async ({ principal, params, query, request }) =>
    thumbnails.answer(await files.find(principal, params.id), query.size, request),
  );
  mount(contract.deleteFile, ({ principal, params }) => files.remove(principal, params.id));
  mount(contract.restoreFile, ({ principal, params }) => files.restore(principal, params.id));
}
