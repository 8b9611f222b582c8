import type { ConnectedFunction } from '@sonde/contract';

type Parameters = ConnectedFunction['parameters'];
type Mapping = string | Record<string, unknown>;

export interface WorkedOutMapping {
  readonly requestMapping: Mapping;
  readonly responseMapping: Record<string, unknown>;
  readonly info: {
    readonly source: 'sdk_manual' | 'sdk_hybrid' | 'previously_saved' | 'auto_mapped' | 'fallback';
    readonly confidence: number;
    readonly reasoning: string;
  };
}

export interface SavedMapping {
  readonly requestMapping: Mapping;
  readonly responseMapping: Record<string, unknown>;
  /** The parameters the function had when this was saved. */
  readonly parameters: Parameters | undefined;
  readonly source: unknown;
}

/**
 * How a message becomes the inputs of a function and its answer an output. In this order: what the program says itself;
 * what was saved before, unless it was worked out from other parameters; what the names of the parameters tell.
 */
export function mappingOf(served: ConnectedFunction, saved: SavedMapping | undefined): WorkedOutMapping {
  const { request_mapping: request, response_mapping: response } = served.metadata;
  const automatic = autoMapping(served.parameters);
  if (request || response) {
    const base = saved && !isWorkedOut(saved) ? saved : automatic;
    return {
      requestMapping: request ?? base.requestMapping,
      responseMapping: response ?? base.responseMapping,
      info:
        request && response
          ? { source: 'sdk_manual', confidence: 1, reasoning: 'The program gives both mappings.' }
          : {
              source: 'sdk_hybrid',
              confidence: Math.max(0.7, automatic.info.confidence),
              reasoning: `The program gives the ${request ? 'request' : 'response'} mapping. ${automatic.info.reasoning}`,
            },
    };
  }
  if (!saved || isWorkedOut(saved)) return automatic;
  return {
    requestMapping: saved.requestMapping,
    responseMapping: saved.responseMapping,
    info: { source: 'previously_saved', confidence: 1, reasoning: 'Kept as it was saved.' },
  };
}

/** Whether a saved mapping is still the one that the parameters of that time gave, so that nobody loses work by a new one. */
function isWorkedOut({ requestMapping, responseMapping, parameters }: SavedMapping): boolean {
  if (!parameters) return false;
  const then = autoMapping(parameters);
  return sameJson(then.requestMapping, requestMapping) && sameJson(then.responseMapping, responseMapping);
}

/** Stored objects come back with their keys in another order. */
function sameJson(left: unknown, right: unknown): boolean {
  const ordered = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : Array.isArray(value)
        ? value.map(ordered)
        : Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, ordered(item)]);
  return JSON.stringify(ordered(left)) === JSON.stringify(ordered(right));
}

/** The first place that holds something; an object that names none of them is given whole, as JSON text. */
const outputPaths = ['output', 'response', 'result', 'answer', 'message', 'text', 'content', 'reply'].map(
  (name) => `$.${name}`,
);
const responseMapping = {
  output: [...outputPaths, '$'],
  context: '{{ context | default(none) }}',
  metadata: '{{ metadata | default(none) }}',
  tool_calls: '{{ tool_calls | default(none) }}',
};

interface Role {
  readonly template: string;
  readonly names: readonly string[];
}

/** Best names first: of two parameters that could take the message, the better-named one does. */
const message: Role = {
  template: '{{ input }}',
  names: [
    'input',
    'message',
    'prompt',
    'query',
    'question',
    'user_input',
    'user_message',
    'text',
    'utterance',
    'content',
    'msg',
  ],
};
const others: readonly Role[] = [
  {
    template: '{{ conversation_id }}',
    names: [
      'conversation_id',
      'session_id',
      'thread_id',
      'chat_id',
      'dialog_id',
      'dialogue_id',
      'context_id',
      'interaction_id',
      'session',
      'conversation',
      'thread',
    ],
  },
  { template: '{{ messages }}', names: ['messages', 'history', 'chat_history', 'message_history'] },
  { template: '{{ system_prompt }}', names: ['system_prompt', 'system_message', 'system'] },
  { template: '{{ files }}', names: ['files', 'attachments', 'documents'] },
  { template: '{{ image }}', names: ['image', 'picture', 'photo'] },
];

const messageShare = 0.7;

function autoMapping(parameters: Parameters): WorkedOutMapping {
  const names = Object.keys(parameters);
  const history = names.find((name) => matchOf(name, others[1]?.names ?? []) === 1);
  const { name: taker, match } = messageTaker(names.filter((name) => name !== history));
  if (taker === undefined && history === undefined)
    return {
      requestMapping: { input: '{{ input }}' },
      responseMapping,
      info: {
        source: 'fallback',
        confidence: 0.3,
        reasoning:
          'No parameter looks like the message: it is passed as "input". Set the request mapping by hand.',
      },
    };
  const mapping: Record<string, string> = {};
  const unknown: string[] = [];
  for (const name of names) {
    const role = name === taker ? message : others.find((item) => matchOf(name, item.names) === 1);
    if (role) mapping[name] = role.template;
    else if (parameters[name]?.default === null) {
      mapping[name] = `{{ ${/^[A-Za-z_]\w*$/.test(name) ? name : 'none'} }}`;
      unknown.push(name);
    }
  }
  const understood = 1 - unknown.length / Math.max(1, names.length);
  const strength = taker === undefined ? 1 : match;
  return {
    requestMapping: mapping,
    responseMapping,
    info: {
      source: 'auto_mapped',
      confidence: Math.round((messageShare * strength + (1 - messageShare) * understood) * 100) / 100,
      reasoning: reasoningOf(taker ?? history ?? '', Object.keys(mapping), unknown),
    },
  };
}

/** The parameter that takes the message and how sure that is; a parameter that stands alone takes it in any case. */
function messageTaker(names: readonly string[]): { name: string | undefined; match: number } {
  const ranked = names
    .map((name) => ({ name, match: matchOf(name, message.names), rank: rankOf(name) }))
    .filter(({ match }) => match > 0)
    .sort((left, right) => right.match - left.match || left.rank - right.rank);
  if (ranked[0]) return ranked[0];
  const free = names.filter((name) => others.every((role) => matchOf(name, role.names) < 1));
  return { name: free.length === 1 ? free[0] : undefined, match: 0.6 };
}

const rankOf = (name: string): number => {
  const rank = message.names.indexOf(normal(name));
  return rank === -1 ? message.names.length : rank;
};

/** Exact 1, one word of a compound name 0.9, part of a word 0.7, otherwise 0. */
function matchOf(name: string, known: readonly string[]): number {
  const given = normal(name);
  if (known.includes(given)) return 1;
  // A name that belongs to another role, such as message_history, is no compound of this one.
  if (others.some((role) => role.names.includes(given))) return 0;
  const words = given.split('_');
  if (words.some((word) => known.includes(word))) return /_(ids?|count|type|format)$/.test(given) ? 0 : 0.9;
  return known.some((word) => word.length >= 4 && given.includes(word)) ? 0.7 : 0;
}

const normal = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

function reasoningOf(taker: string, mapped: readonly string[], unknown: readonly string[]): string {
  const rest = mapped.filter((name) => name !== taker && !unknown.includes(name));
  return [
    `"${taker}" takes the message.`,
    rest.length > 0 ? `Also recognised: ${rest.join(', ')}.` : '',
    unknown.length > 0
      ? `Not recognised, so they take variables of the same name: ${unknown.join(', ')}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}
