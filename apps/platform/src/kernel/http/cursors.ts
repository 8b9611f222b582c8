import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Problem, type Secret } from '@sonde/server-kit';

/** Signs where a page ended, so that a cursor is good for the list it came from and for no other. */
export interface Cursors {
  seal(position: string, list: readonly unknown[]): string;
  /** The position, or the refusal of a cursor that is forged or belongs to another list. */
  open(cursor: string, list: readonly unknown[]): string;
}

const signatureBytes = 16;

/** With the keys that seal credentials: all processes share them, and the former one is accepted while it is replaced. */
export function createCursors(keys: { key: Secret; previousKey?: Secret | undefined }): Cursors {
  const derived = [keys.key, keys.previousKey]
    .filter((key) => key !== undefined)
    .map((key) => Buffer.from(hkdfSync('sha256', key.reveal(), 'sonde', 'list-cursors', 32)));
  const sign = (key: Buffer, position: string, list: readonly unknown[]): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([position, ...list]))
      .digest()
      .subarray(0, signatureBytes);
  return {
    seal(position, list) {
      const [key = Buffer.alloc(0)] = derived;
      return Buffer.concat([sign(key, position, list), Buffer.from(position)]).toString('base64url');
    },
    open(cursor, list) {
      const bytes = Buffer.from(cursor, 'base64url');
      const signature = bytes.subarray(0, signatureBytes);
      const position = bytes.subarray(signatureBytes).toString();
      const isOurs =
        signature.length === signatureBytes &&
        derived.some((key) => timingSafeEqual(sign(key, position, list), signature));
      if (!isOurs) throw cursorInvalid();
      return position;
    },
  };
}

const cursorInvalid = (): Problem =>
  new Problem('invalid', 'request.invalid', 'The query of this list is not valid.', {
    errors: [
      {
        path: 'cursor',
        code: 'cursor',
        message: 'This cursor belongs to another list, sort order or filter. Begin again without it.',
      },
    ],
  });
