/** A requirement as people wrote it. */
export interface Written {
  readonly name: string;
  readonly description: string | null;
}
