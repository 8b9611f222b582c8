import { createGrammars } from './code/grammars.ts';
import { createCodeReader } from './code/read-code.ts';
import { assemble } from './decisions/assemble.ts';
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

/** One small text of each kind, so that what reads them has run before somebody waits for it. */
const FIRST_TEXTS = [
  `curl http://localhost/chat -H 'X-Api-Key: $KEY' -d '{"message": "Hello?"}'\n\n{"reply": "Hi."}`,
  'import requests\nr = requests.post("http://localhost/chat", json={"message": "Hello?"})\nprint(r.json()["reply"])',
  '@app.post("/chat")\ndef chat(body: Ask):\n    return {"reply": answer(body.message)}\n\nclass Ask(BaseModel):\n    message: str',
  'POST http://localhost/chat takes JSON with `message` (string) and returns `reply`.',
];

/** Text in, configuration out: no network, no database, the same answer every time. Grammars are kept once loaded. */
export function createReader() {
  const grammars = createGrammars();
  const readCode = createCodeReader(grammars);
  return {
    async read({ text, url, method, authToken, secrets }: ReadRequest): Promise<ReadResult | undefined> {
      const findings = await recognise(text, readCode);
      return assemble({ findings, wanted: { url, method }, authToken, secrets });
    },
    /** Loads in the background what the first paste of a language would otherwise wait for. */
    async warm(): Promise<void> {
      await grammars.warm();
      for (const text of FIRST_TEXTS) await recognise(text, readCode);
    },
  };
}
