import { Composer, isScalar, LineCounter, Parser, visit, type CST, type Document } from 'yaml';
import { UnreadableFileError } from '../messages.ts';

/**
 * One document of maps, lists and scalars. Up to its first fault, and with an own look for keys that stand twice: the
 * library would gather every fault and compare each key with all others, which takes minutes for a hostile document.
 */
export function readPlainYaml(content: string): unknown {
  const lines = new LineCounter();
  const fault: Fault = (at, message) =>
    new UnreadableFileError(`This YAML cannot be read: ${message} at line ${lines.linePos(at).line}`);
  const composer = new Composer({ schema: 'core', merge: false, uniqueKeys: false });
  // The library catches what is thrown here on each level above it, and tells it again: the first counts.
  let first: UnreadableFileError | undefined;
  const onError = (place: Place, code: string, message: string, isWarning = false): void => {
    if (isWarning) return;
    first ??= code === 'RESOURCE_EXHAUSTION' ? tooDeep() : fault(offsetOf(place), message);
    throw first;
  };
  Object.assign(composer, { onError });
  try {
    const [document, second] = composer.compose(soundTokens(content, lines, fault), true, content.length);
    if (second) throw fault(second.range[0], 'Only one document is expected');
    const [error] = document?.errors ?? [];
    if (error) throw fault(error.pos[0], error.message);
    requirePlain(document, fault);
    return document?.toJS();
  } catch (error) {
    // Deeper than the stack.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

const tooDeep = (): UnreadableFileError => new UnreadableFileError('This file is nested too deeply.');

type Fault = (at: number, message: string) => UnreadableFileError;

function* soundTokens(content: string, lines: LineCounter, fault: Fault): Generator<CST.Token> {
  for (const token of new Parser(lines.addNewLine).parse(content)) {
    if (token.type === 'error') throw fault(token.offset, token.message);
    yield token;
  }
}

type Place = number | readonly number[] | { readonly offset: number };

const offsetOf = (place: Place): number =>
  typeof place === 'number' ? place : 'offset' in place ? place.offset : (place[0] ?? 0);

/** Maps and their pairs both count. */
const mostAncestors = 500;

/** What is deeper could not even be handed to whoever asked. */
function requireShallow(path: readonly unknown[]): void {
  if (path.length > mostAncestors) throw tooDeep();
}

/** A few lines of aliases unfold to more than there is memory. */
function requirePlain(document: Document.Parsed | undefined, fault: Fault): void {
  if (!document) return;
  visit(document, {
    Alias: () => {
      throw new UnreadableFileError('Aliases (*name) are not taken here.');
    },
    Seq: (_key, _node, path) => requireShallow(path),
    Map(_key, { items }, path) {
      requireShallow(path);
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name)) throw fault(isScalar(key) ? (key.range?.[0] ?? 0) : 0, 'Map keys must be unique');
        seen.add(name);
      }
    },
  });
}
