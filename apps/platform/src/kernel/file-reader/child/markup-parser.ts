import { Parser, type Handler, type ParserOptions } from 'htmlparser2';
import { UnreadableFileError } from '../messages.ts';

/** Nobody writes so deep. The parser moves all that is open for each element: what is deeper takes the square of it. */
const deepest = 1_000;

/** A parser of HTML or, with `xmlMode`, of XML that refuses what is nested so deep that it is slow to read. */
export function createMarkupParser(handler: Partial<Handler>, options: ParserOptions = {}): Parser {
  let depth = 0;
  return new Parser(
    {
      ...handler,
      onopentagname(name) {
        depth += 1;
        if (depth > deepest)
          throw new UnreadableFileError(`The file is nested more than ${deepest} levels deep.`);
        handler.onopentagname?.(name);
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        handler.onclosetag?.(name, isImplied);
      },
    },
    options,
  );
}
