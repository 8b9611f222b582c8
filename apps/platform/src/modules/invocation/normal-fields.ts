import { shapeFault } from '#kernel/http';
import { isPlainObject } from './plain-object.ts';

export function normalize(fields: Record<string, unknown>, warnings: string[]): void {
  fields['output'] = outputText(fields['output'], warnings);
  fields['context'] = contextList(fields['context']);
  fields['metadata'] = metadataObject(fields['metadata']);
  fields['tool_calls'] = toolCallList(fields['tool_calls']);
}

function outputText(output: unknown, warnings: string[]): unknown {
  if (typeof output !== 'object' || output === null) return output;
  if (Array.isArray(output) && output.length > 0 && output.every((item) => typeof item !== 'object'))
    return output.join('\n');
  warnings.push(
    'The output is not text but an object or a list: it is given as JSON text. Map output to the text inside it.',
  );
  return JSON.stringify(output);
}

function contextList(context: unknown): unknown[] {
  if (context === undefined || context === null) return [];
  if (Array.isArray(context)) return context;
  const parsed = typeof context === 'string' ? parseBracketed(context) : undefined;
  return Array.isArray(parsed) ? parsed : [context];
}

/** Always a list, as `context` is: one call and several are read alike. */
function toolCallList(calls: unknown): unknown {
  if (calls === undefined || calls === null) return null;
  return isPlainObject(calls) ? [calls] : calls;
}

function metadataObject(metadata: unknown): unknown {
  if (typeof metadata !== 'string') return metadata ?? null;
  const parsed = parseBracketed(metadata);
  return isPlainObject(parsed) ? parsed : { value: metadata };
}

function parseBracketed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // As the answer itself is: what is nested without end stays the text it is.
    return shapeFault(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
