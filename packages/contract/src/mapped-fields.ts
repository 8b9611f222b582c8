/** What a mapping fills that a result of a call has a place for; the first is what people read. */
export const mappedFields = ['output', 'conversation_id', 'context', 'metadata', 'tool_calls'] as const;

/** Mapped to be told about failures; the result says so in a field of its own. */
export const mappedFailure = 'error';
