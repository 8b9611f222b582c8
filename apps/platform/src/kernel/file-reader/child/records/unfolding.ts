import { isAlias, isCollection, isMap, isPair, isScalar, isSeq, visit, type Document, type Node } from 'yaml';
import { UnreadableFileError } from '../../messages.ts';

const mostAliases = 10_000;
const mostMerged = 1_000_000;

/** Refuses documents of which a short text would become endless: by aliases, or by merging what merges. */
export function requireUnfoldable(documents: readonly Document[]): void {
  let aliases = 0;
  let merged = 0;
  for (const document of documents) {
    const anchors = new Map<string, Node>();
    const targets = new Map<Node, Node | undefined>();
    visit(document, {
      Node: (_key, node) => {
        if (isAlias(node)) {
          aliases += 1;
          targets.set(node, anchors.get(node.source));
        } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
      },
    });
    if (aliases > mostAliases) throw tooOften();
    if (document.contents) merged += sizeWithMerges(document.contents, targets);
    if (merged > mostMerged) throw tooOften();
  }
}

const tooOften = () => new UnreadableFileError('The document refers to itself too often.');

/** How many values there are when each `<<` has copied what it names. What is merely referred to is there once. */
function sizeWithMerges(contents: Node, targets: ReadonlyMap<Node, Node | undefined>): number {
  const known = new Map<Node, number>();
  const open = new Set<Node>();

  function sizeOf(node: unknown): number {
    if (!isCollection(node)) return 1;
    const before = known.get(node);
    if (before !== undefined) return before;
    // It would merge itself into itself.
    if (open.has(node)) throw tooOften();
    open.add(node);
    let size = 1;
    for (const item of node.items) {
      if (!isPair(item)) size += sizeOf(item);
      else if (isMap(node) && isMergeKey(item.key)) size += sizeOfMerged(item.value);
      else size += sizeOf(item.key) + sizeOf(item.value);
      if (size > mostMerged) throw tooOften();
    }
    open.delete(node);
    known.set(node, size);
    return size;
  }

  function sizeOfMerged(value: unknown): number {
    const source = isAlias(value) ? targets.get(value) : value;
    if (!isSeq(source)) return sizeOf(source);
    return source.items.reduce(
      (sum: number, item) => sum + sizeOf(isAlias(item) ? targets.get(item) : item),
      0,
    );
  }

  return sizeOf(contents);
}

/** Only where it is written plainly: `"<<"` is a name like any other. */
const isMergeKey = (key: unknown): boolean =>
  isScalar(key) &&
  (typeof key.value === 'symbol' || (key.value === '<<' && (!key.type || key.type === 'PLAIN')));
