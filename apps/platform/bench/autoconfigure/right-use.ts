import type { Invocation } from '../../src/modules/invocation/index.ts';
import type { Case } from './api.ts';
import { use, type Usable } from './grade.ts';
import { tokenOf } from './pastes.ts';
import { startTarget } from './target.ts';

/** The configuration that the case itself calls right. */
export function rightConfiguration(item: Case, url: string): Usable {
  const { body, headers, query, response } = item.paste?.use ?? { headers: {}, query: {}, response: {} };
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const separator = url.includes('?') ? '&' : '?';
  return {
    url: pairs.length === 0 ? url : `${url}${separator}${pairs.join('&')}`,
    method: item.api.method ?? 'POST',
    protocol: item.api.protocol ?? 'REST',
    auth_type: item.api.auth ? 'bearer_token' : 'none',
    request_headers: { ...headers },
    request_mapping: body as Usable['request_mapping'],
    response_mapping: { ...response },
    conversation_mode: item.api.mode,
  };
}

/** What is wrong when the case's own right configuration calls the stand-in that is made of the case. */
export async function ownFault(item: Case, invocation: Invocation): Promise<string | undefined> {
  if (item.paste?.isUnreadable) return undefined;
  const token = tokenOf(item);
  const target = await startTarget(item.api, token);
  try {
    target.settle();
    const used = await use(item, rightConfiguration(item, target.url), token, invocation, target);
    return used.isCorrect ? undefined : used.note;
  } finally {
    await target.close();
  }
}
