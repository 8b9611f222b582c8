export type ModelFailureKind = 'timeout' | 'aborted' | 'blocked' | 'unreachable' | 'rejected' | 'unreadable';

/** Why a language model gave nothing that can be used. Its message is for people and holds no secret. */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  constructor(kind: ModelFailureKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ModelFailure';
    this.kind = kind;
  }
}
