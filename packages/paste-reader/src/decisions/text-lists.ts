import { valueAt, type Json, type Path } from '../json-value.ts';
import { plain } from '../names.ts';

/** A list of texts is one place: its first entry stands for it. */
export const isFurtherPiece = (answer: Json, path: Path): boolean => {
  const list = typeof path.at(-1) === 'number' && path.at(-1) !== 0 ? valueAt(answer, path.slice(0, -1)) : [];
  return Array.isArray(list) && list.length > 1 && list.every((item) => typeof item === 'string');
};

/** Several headlines are proposals, of which the first is taken; pieces of one text run on where they are cut. */
export const areProposals = (texts: readonly string[]): boolean =>
  texts.every(
    (text) =>
      /^[\p{Lu}\p{N}"„“«¿¡\p{Lo}]/u.test(text) && !/\s$|[.!?…。！？]["”»]?$/u.test(text) && text.length < 120,
  ) && texts.some((text) => /\S\s\S/.test(text));

/** What is offered along with an answer; by itself it is the answer. */
export const isOffered = (path: Path): boolean =>
  path.slice(0, -1).some((step) => typeof step === 'string' && OFFERED.test(plain(step)));

const OFFERED = /^(?:options|suggestions|quickreplies|buttons|followups?)$/;
