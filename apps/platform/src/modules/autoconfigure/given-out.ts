import {
  isConversationName,
  isIdentifier,
  keyOf,
  leavesOf,
  plain,
  type Json,
  type Leaf,
} from '@sonde/paste-reader';

/** The identifiers of an answer that no request sends back, under names that do not say what they are of. */
export function identifiersGivenOut(
  sent: readonly Leaf[],
  answer: Json | undefined,
): { readonly path: Leaf['path']; readonly value: string }[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const names = new Set(sent.map(({ path }) => plain(keyOf(path))));
  return leavesOf(answer).flatMap(({ path, value }) =>
    path.length <= 2 &&
    typeof path.at(-1) === 'string' &&
    isIdentifier(value) &&
    !/^\d{4}-\d{2}-\d{2}|^[\d.,-]{1,6}$|^v?\d+(?:[.-]\d+)*$/.test(value) &&
    !names.has(plain(keyOf(path))) &&
    !OTHER_IDENTIFIER.test(keyOf(path)) &&
    // Names of conversations have been tried and refused by then.
    !isConversationName(keyOf(path))
      ? [{ path, value }]
      : [],
  );
}

/** Identifiers of the answer, the call, the model, or of what is talked about. */
const OTHER_IDENTIFIER =
  /^(?:id|uuid|object|key|nonce|room|index|code|hash|etag|region|node|host)$|message|msg|request|response|reply|answer|correlation|trace|span|run|event|log|audit|model|version|build|engine|deployment|fingerprint|token|usage|date|time|stamp|created|stand|datum|user|customer|client|account|tenant|order|product|item|page|doc|file|source|policy|claim|invoice|contract|url|link|lang|locale|mode|type|status|kind|topic|channel|level|score|count|icd|sku|price|amount|name|title/i;
