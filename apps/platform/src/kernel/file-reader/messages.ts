/** What the child is asked. It reads the file by itself, so no bytes pass between the processes on the way there. */
export type FileRequest =
  | { readonly kind: 'text'; readonly path: string; readonly contentType: string }
  | {
      readonly kind: 'thumbnails';
      readonly path: string;
      readonly contentType: string;
      readonly sizes: readonly number[];
    };

export interface ExtractedText {
  readonly kind: 'text';
  readonly text: string;
  /** There was more than is kept. */
  readonly truncated: boolean;
}

export interface Thumbnails {
  readonly kind: 'thumbnails';
  /** WebP, in the order of the sizes that were asked for. */
  readonly images: readonly Uint8Array[];
}

export type FileAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'fault'; readonly reason: string }
  | ((ExtractedText | Thumbnails) & { readonly cpuSeconds: number });

/** The file cannot be read, and another try would end the same. `message` is for the person who uploaded it. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
