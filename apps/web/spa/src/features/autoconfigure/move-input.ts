import type { AutoConfigureResult } from '@sonde/contract';

type Mapping = AutoConfigureResult['request_mapping'];

/**
 * Moves the message from one field of a template to another that could take it. What cannot be moved safely (a template
 * that is not plain JSON) stays as it is, and the Mapping tab is the place to change it.
 */
export function moveInput(mapping: Mapping, from: string, to: string): Mapping {
  const tree = typeof mapping === 'string' ? parsed(mapping) : mapping;
  if (tree === null || typeof tree !== 'object') return mapping;
  const copy = structuredClone(tree) as Record<string, unknown>;
  const source = slotOf(copy, from);
  const target = slotOf(copy, to);
  if (!source || !target) return mapping;
  const message = source.holder[source.key];
  source.holder[source.key] = target.holder[target.key] ?? '';
  target.holder[target.key] = message;
  return typeof mapping === 'string' ? JSON.stringify(copy, null, 2) : copy;
}

function slotOf(
  root: Record<string, unknown>,
  path: string,
): { holder: Record<string, unknown>; key: string } | null {
  const keys = path.replace(/^\$\.?/, '').match(/[^.[\]'"]+/g) ?? [];
  const last = keys.at(-1);
  if (last === undefined) return null;
  let holder: unknown = root;
  for (const key of keys.slice(0, -1)) holder = (holder as Record<string, unknown> | null)?.[key];
  return typeof holder === 'object' && holder !== null
    ? { holder: holder as Record<string, unknown>, key: last }
    : null;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
