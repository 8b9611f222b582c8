import { addressText } from './address.ts';
import type { TargetConfiguration } from './configuration.ts';
import { CONVERSATION_ALIASES } from './conversations.ts';
import { mentionsName } from './template-names.ts';
import { readUse } from './templates.ts';

/** Which variables the templates of a configuration use. */
export type Placeholders = {
  /** In the body. */
  uses(name: string): boolean;
  sourceIncludes(text: string): boolean;
  /** True when any template has a place for the id of the conversation. */
  usesConversation: boolean;
  /** Histories are kept for these: `messages` is used anywhere in the body, in whatever construct. */
  isStateless: boolean;
};

export function readPlaceholders(configuration: TargetConfiguration): Placeholders {
  const { variables, sources } = readUse(configuration.requestMapping);
  const names = new Set(variables);
  const address = addressText(configuration);
  const headers = Object.values(configuration.requestHeaders).join(' ');
  return {
    uses: (name) => names.has(name),
    sourceIncludes: (text) => sources.some((source) => source.includes(text)),
    usesConversation:
      CONVERSATION_ALIASES.some((name) => names.has(name)) ||
      mentionsName(address, CONVERSATION_ALIASES) ||
      mentionsName(headers, CONVERSATION_ALIASES),
    isStateless: names.has('messages'),
  };
}
