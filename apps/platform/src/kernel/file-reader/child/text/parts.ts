import type { Parser } from 'htmlparser2';

/** The parts of a DOCX, PPTX or XLSX, opened by name and one after the other; archives inside are not looked into. */
export interface Parts {
  readonly names: readonly string[];
  /** Feeds one part to a parser until `isEnough` says stop. A part that is missing feeds nothing. */
  feed(name: string, parser: Parser, isEnough?: () => boolean): Promise<void>;
}
