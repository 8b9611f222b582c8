/** As many as one request may name. */
export const mostRequirements = 50;

/** Ids that an address names: several stand there with commas between them. */
export const idsIn = (text: string | undefined): string[] => text?.split(',') ?? [];
