import { createGrammars } from './code/grammars.ts';
import { createCodeReader } from './code/read-code.ts';
import { decide } from './decide.ts';
import type { ReadResult } from './hypothesis.ts';
import { recognise } from './recognise.ts';

export type ReadRequest = {
  readonly text: string;
  readonly url: string | undefined;
  readonly method: string | undefined;
  readonly authToken: string | undefined;
  /** Values that the redaction found in the text. */
  readonly secrets: ReadonlySet<string>;
};

export type Reader = { read(request: ReadRequest): Promise<ReadResult | undefined> };

/** Text in, configuration out: no network, no database, the same answer every time. Grammars are kept once loaded. */
export function createReader(): Reader {
  const readCode = createCodeReader(createGrammars());
  return {
    async read({ text, url, method, authToken, secrets }) {
      const findings = await recognise(text, readCode);
      return decide({ findings, wanted: { url, method }, authToken, secrets });
    },
  };
}
