import type { EndpointDraft } from './draft.ts';

export interface SharedConversation {
  /** The field that holds the same value in every conversation. */
  readonly field: string;
  /** What gives each conversation an ID of its own. */
  readonly changes: Pick<EndpointDraft, 'request_mapping' | 'conversation_id_from'>;
}

type Said = Pick<EndpointDraft, 'request_mapping' | 'conversation_id_from'>;

const named = '(?:session|conversation|thread|chat|dialogue?)[-_ ]?(?:id|uuid|key|ref|number|no)';
/** `"session_id": "demo-1"`: a field named like a conversation's ID whose value has no placeholder. */
const fixed = new RegExp(String.raw`"(${named})"(\s*:\s*)(?:"(?:[^"\\{]|\\.)+"|\d+)`, 'i');
/** `{{ conversation_id | default('one') }}` where nobody names a new conversation: each of them begins as that one. */
const defaulted = /"([^"]+)"\s*:\s*"?\{\{[-\s]*conversation_id\s*\|\s*default\(\s*(['"])[^'"]+\2/i;

/** Where all conversations would go on as one, so that tests see what others have said; undefined where each has its own. */
export function sharedConversation({
  request_mapping: mapping,
  conversation_id_from: from,
}: Said): SharedConversation | undefined {
  const found = fixed.exec(mapping);
  const field = found?.[1] ?? (from === 'caller' ? undefined : defaulted.exec(mapping)?.[1]);
  if (field === undefined) return undefined;
  return {
    field,
    changes: {
      request_mapping: mapping.replace(fixed, '"$1"$2"{{ conversation_id }}"'),
      conversation_id_from: 'caller',
    },
  };
}
