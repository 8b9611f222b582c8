import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { contradicts, detectContentType, hasText } from './content-type.ts';
import type { FilePlace } from './entities.ts';
import type { Binding } from './store.ts';
import type { FileRow } from './tables.ts';
import type { Arrived } from './upload.ts';

interface Arrival {
  readonly principal: MemberPrincipal;
  readonly binding: Binding | undefined;
  readonly place: FilePlace | undefined;
  /** How many files are there already. */
  readonly position: number;
  readonly now: Date;
}

export async function newRows(arrived: readonly Arrived[], arrival: Arrival): Promise<FileRow[]> {
  return Promise.all(
    arrived.map((file, index) => newRow(file, { ...arrival, position: arrival.position + index })),
  );
}

async function newRow({ filename, declaredType, spooled }: Arrived, arrival: Arrival): Promise<FileRow> {
  const { principal, binding, place, position, now } = arrival;
  const detected = await detectContentType(spooled.head, filename);
  const { contentType, charset } = detected;
  return {
    id: newId(),
    organizationId: principal.organizationId,
    // Until it is bound, it is where its uploader was: a token of another project does not find it.
    projectId: place ? place.projectId : principal.projectId,
    ownerId: binding ? (place?.ownerId ?? null) : principal.userId,
    entityType: binding?.type ?? null,
    entityId: binding?.id ?? null,
    filename,
    contentType,
    charset,
    sizeBytes: spooled.sizeBytes,
    description: null,
    position,
    contentHash: spooled.sha256,
    warnings: contradicts(declaredType, detected)
      ? [`It was sent as ${declaredType.slice(0, 127)} and is ${contentType}.`]
      : [],
    extractionStatus: hasText(contentType) ? 'pending' : 'not_applicable',
    extractionError: null,
    truncated: false,
    pictureError: null,
    createdBy: principal.userId,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
}
