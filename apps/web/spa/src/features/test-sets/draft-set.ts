import type { TestSet } from '@sonde/contract';

/** Made by Sonde, and nobody has gone through it and kept it yet. */
export const isDraft = ({ status }: Pick<TestSet, 'status'>): boolean => status === 'Review';
export const draftWords = 'Draft, not kept yet';
