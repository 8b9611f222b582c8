import type { FileRow } from './tables.ts';

/** Bytes are addressed by what they are, below their organization: what one has, no other can be told to have. */
export const contentKey = ({
  organizationId,
  contentHash,
}: Pick<FileRow, 'organizationId' | 'contentHash'>): string =>
  `${organizationId}/${contentHash.slice(0, 2)}/${contentHash}`;

export const thumbnailKey = (file: Pick<FileRow, 'organizationId' | 'contentHash'>, size: number): string =>
  `${contentKey(file)}-${size}.webp`;

/** Whose bytes an object is; undefined for what is none of ours. */
export function keyParts(key: string): { organizationId: string; contentHash: string } | undefined {
  const parts = /^([0-9a-f-]{36})\/[0-9a-f]{2}\/([0-9a-f]{64})(?:-\d{2,3}\.webp)?$/.exec(key);
  return parts?.[1] && parts[2] ? { organizationId: parts[1], contentHash: parts[2] } : undefined;
}
