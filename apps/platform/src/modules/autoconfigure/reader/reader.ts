import { readCode } from './code/read-code.ts';
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

/** Text in, configuration out: no network, no database, the same answer every time. */
export async function read(request: ReadRequest): Promise<ReadResult | undefined> {
  const findings = await recognise(request.text, readCode);
  const wanted = { url: request.url, method: request.method };
  return decide({ findings, wanted, authToken: request.authToken, secrets: request.secrets });
}
