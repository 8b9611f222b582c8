import { z } from 'zod';
import { areas } from './areas.ts';
import type { Operation } from './operation.ts';

export * from './areas.ts';
export type { TableEntry } from './table-entry.ts';
export {
  bodyOf,
  introduction,
  namingWords,
  openApiDocument,
  queryOf,
  refusals,
  schemaOf,
  socketRefusals,
} from './openapi.ts';

export const basePath = '/api/v1';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'answers' in value;

/** Every operation of the platform, in the order the reference page shows them. */
export const operations: readonly Operation[] = areas
  .flatMap((area) => Object.values(area) as unknown[])
  .filter(isOperation);

/** The types that have a name, for documents that would otherwise spell each of them out wherever it is used. */
export const namedTypes: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  areas.flatMap((area) =>
    Object.entries(area as Record<string, unknown>).filter(
      (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodObject,
    ),
  ),
);
