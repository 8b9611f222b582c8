import type { InvocationResult } from '@sonde/contract';
import { randomBytes } from 'node:crypto';
import type { AskedJudgements } from './judgements.ts';
import type { OpenedConversation } from './open-conversation.ts';
import type { ConversationShown } from './pipeline-state.ts';
import { MAX_PROBE_CALLS, type Prober } from './probe.ts';
import {
  because,
  CONVERSATION,
  isIdentifier,
  jsonPathOf,
  modeOf,
  namesConversation,
  valueAt,
  withoutPath,
  withValueAt,
  type Hypothesis,
  type Json,
  type Path,
} from '@sonde/paste-reader';

export type SecondTurn = {
  readonly hypothesis: Hypothesis;
  /** What a second message showed; `unknown` where none could be sent or its refusal has nothing to do with it. */
  readonly conversation: ConversationShown;
  readonly label: string | undefined;
};

/**
 * One answer cannot tell whether a conversation goes on. So where an id holds it together, a second message is sent with
 * the id of the first answer. Where the paste shows none and the answer does, a field of that name is tried, whatever it
 * is called: a target that answers with the same id again has understood it, one that ignores it makes up another.
 */
export async function takeSecondTurn(turn: FirstTurn): Promise<SecondTurn> {
  const { hypothesis, first, prober } = turn;
  const mode = modeOf(hypothesis);
  if (mode === 'stateful')
    return namesConversation(hypothesis) ? tellApart(turn) : confirm(hypothesis, first, prober);
  if (mode === 'single_turn') return discover(turn);
  return nothing(hypothesis);
}

export type FirstTurn = Pick<AskedJudgements, 'openConversation'> & {
  readonly hypothesis: Hypothesis;
  readonly first: InvocationResult;
  readonly earlier: InvocationResult | undefined;
  readonly prober: Prober;
};

const nothing = (hypothesis: Hypothesis): SecondTurn => ({
  hypothesis,
  conversation: 'unknown',
  label: undefined,
});

const continued = (hypothesis: Hypothesis, label: string): SecondTurn => ({
  hypothesis,
  conversation: 'continued',
  label,
});

async function confirm(hypothesis: Hypothesis, first: InvocationResult, prober: Prober): Promise<SecondTurn> {
  const id = first.conversation_id;
  if (id === null || prober.isExhausted()) return nothing(hypothesis);
  const second = await prober.send(hypothesis, id);
  const { inventedConversation: invented } = hypothesis;
  if (invented !== undefined && (isAnswered(second) ? second.conversation_id !== id : isRefused(second)))
    return withoutConversation(hypothesis, invented);
  // Whoever gives every caller the same id tells conversations apart by something else.
  if (invented !== undefined && isAnswered(second) && !prober.isExhausted()) {
    const fresh = await prober.send(hypothesis);
    if (isAnswered(fresh) && fresh.conversation_id === id) return withoutConversation(hypothesis, invented);
  }
  if (isAnswered(second))
    return continued(
      because(hypothesis, 'A second message with the id of the first answer was answered.'),
      'A second message with the id of the first answer was answered',
    );
  if (!isRefused(second)) return nothing(hypothesis);
  return broken(hypothesis, second);
}

const broken = (hypothesis: Hypothesis, second: InvocationResult): SecondTurn => ({
  hypothesis: {
    ...hypothesis,
    warnings: [
      ...hypothesis.warnings,
      `The first message was answered, a second one in the same conversation was refused with status ${second.status_code}: check where the id of the conversation comes from and where it goes.`,
    ],
  },
  conversation: 'broken',
  label: 'A second message in the same conversation was refused',
});

/**
 * An id that the caller chooses: one conversation goes on under a name of its own, another begins under another name.
 * Where answers repeat such names, each has to repeat its own.
 */
async function tellApart({ hypothesis, prober }: FirstTurn): Promise<SecondTurn> {
  const [one, other] = [newConversationName(), newConversationName()];
  if (prober.calls() > MAX_PROBE_CALLS - 2) return nothing(hypothesis);
  const first = await prober.send(hypothesis, one);
  if (isRefused(first)) return broken(hypothesis, first);
  const second = await prober.send(hypothesis, other);
  if (isRefused(second)) return broken(hypothesis, second);
  const told = [first, second].map(({ raw_response: raw }) => JSON.stringify(raw ?? ''));
  const isMixed = told[0]?.includes(other) === true || told[1]?.includes(one) === true;
  // Whoever answers with another name than it was given has names of its own.
  const isOwn = [first, second].every(
    ({ conversation_id: id }, index) => id === null || id === [one, other][index],
  );
  if (!isAnswered(first) || !isAnswered(second) || isMixed || !isOwn) return nothing(hypothesis);
  return continued(
    because(hypothesis, 'Two conversations under names of their own were both answered.'),
    'Two conversations were answered apart from each other',
  );
}

const newConversationName = (): string => `sonde-${randomBytes(6).toString('hex')}`;

/** A field that nobody named and the target did not understand is not kept. */
function withoutConversation(hypothesis: Hypothesis, invented: Path): SecondTurn {
  const { conversation_id: _told, ...responseMapping } = hypothesis.responseMapping;
  const { template } = hypothesis;
  return {
    hypothesis: because(
      hypothesis,
      `The application did not go on with the conversation by ${invented.join('.')}, so every message stands alone.`,
      {
        template: template === undefined ? template : withoutPath(template, invented),
        responseMapping,
        inventedConversation: undefined,
      },
    ),
    conversation: 'unknown',
    label: 'The application does not take the id of its answer back',
  };
}

/** Two more calls at the most: with the id in the field, and a first message with the field empty. */
async function discover(turn: FirstTurn): Promise<SecondTurn> {
  const { hypothesis, first, earlier, prober, openConversation } = turn;
  const opened = await openConversation({ hypothesis, first, earlier });
  if (opened === undefined || opened.kind === 'nothing') return nothing(hypothesis);
  if (opened.kind === 'repeated') return leaveOut(hypothesis, opened, prober);
  if (opened.kind === 'unnamed') return sendBack(turn, opened);
  if (prober.calls() > MAX_PROBE_CALLS - 2) return nothing(hypothesis);
  const { hypothesis: candidate, id, place } = opened;
  const second = await prober.send(candidate, id);
  if (!isAnswered(second) || second.conversation_id !== id) return nothing(hypothesis);
  const fresh = await prober.send(candidate);
  if (!isAnswered(fresh) || fresh.conversation_id === null) return nothing(hypothesis);
  // Whoever gives every caller the same id tells conversations apart by something else.
  if (fresh.conversation_id === id) return nothing(hypothesis);
  return continued(candidate, `The conversation goes on by ${place}`);
}

/**
 * Of identifiers whose names tell nothing, that which comes back when it is sent back, and is another where it is not: a
 * first message is asked for once more, unless two answers of their own have shown it.
 */
async function sendBack(
  { hypothesis, earlier, prober }: FirstTurn,
  { hypothesis: withAll, offers }: Extract<OpenedConversation, { kind: 'unnamed' }>,
): Promise<SecondTurn> {
  const { template } = hypothesis;
  const needed = earlier === undefined ? 2 : 1;
  if (template === undefined || prober.calls() > MAX_PROBE_CALLS - needed) return nothing(hypothesis);
  const second = await prober.send(withAll);
  const kept = offers.find(({ answered, id }) => answeredAt(second, answered) === id);
  if (kept === undefined)
    return notTaken(
      hypothesis,
      `Nothing that the answer gives out came back when it was sent back: ${offers.map(({ answered }) => jsonPathOf(answered)).join(', ')}.`,
    );
  const place = jsonPathOf(kept.answered);
  const candidate = because(
    hypothesis,
    `The answer brings ${place}; sent back as ${kept.sent.join('.')}, it came back, and without it the application gave out another.`,
    {
      template: withValueAt(template, kept.sent, CONVERSATION),
      responseMapping: { ...hypothesis.responseMapping, conversation_id: place },
    },
  );
  if (earlier === undefined) {
    const fresh = answeredAt(await prober.send(candidate), kept.answered);
    if (!isIdentifier(fresh) || fresh === kept.id) return nothing(hypothesis);
  } else if (offers.length > 1 && !prober.isExhausted()) {
    const alone = await prober.send(candidate, kept.id);
    if (answeredAt(alone, kept.answered) !== kept.id) return nothing(hypothesis);
  }
  return continued(candidate, `The conversation goes on by ${place}`);
}

/**
 * What the paste fixes and the answer brings back under its name is a conversation if the target gives out another one
 * each time it is left out, and what the message is about if the target insists on it or falls back on one of its own.
 */
async function leaveOut(
  hypothesis: Hypothesis,
  { fields }: Extract<OpenedConversation, { kind: 'repeated' }>,
  prober: Prober,
): Promise<SecondTurn> {
  const { template } = hypothesis;
  if (template === undefined || prober.isExhausted()) return nothing(hypothesis);
  const tried: string[] = [];
  for (const { sent, answered } of fields) {
    if (prober.isExhausted()) break;
    tried.push(`"${sent.join('.')}"`);
    const without = { ...hypothesis, template: withoutPath(template, sent) };
    const fresh = answeredAt(await prober.send(without), answered);
    if (!isIdentifier(fresh) || fresh === valueAt(template, sent)) continue;
    if (!prober.isExhausted() && answeredAt(await prober.send(without), answered) === fresh) continue;
    const place = jsonPathOf(answered);
    const reason = `The answer brings back "${sent.join('.')}". Without it the application began another conversation, so the field holds it together.`;
    return continued(
      because(hypothesis, reason, {
        template: withValueAt(template, sent, CONVERSATION),
        responseMapping: { ...hypothesis.responseMapping, conversation_id: place },
      }),
      `The conversation goes on by ${place}`,
    );
  }
  return notTaken(
    hypothesis,
    `The answer brings back what is sent as ${tried.join(', ')}. Left out, it began no other conversation, so it is sent as it is with every message.`,
  );
}

/** What was tried in vain is told, and changes nothing. */
const notTaken = (hypothesis: Hypothesis, reason: string): SecondTurn => ({
  hypothesis: because(hypothesis, reason),
  conversation: 'unknown',
  label: reason.slice(0, -1),
});

const answeredAt = (result: InvocationResult, path: Path): Json | undefined =>
  isAnswered(result) ? valueAt(result.raw_response as Json, path) : undefined;

const isAnswered = ({ success, output }: InvocationResult): boolean =>
  success && typeof output === 'string' && output.trim() !== '';

/** A target that is busy or away says nothing about the configuration. */
const isRefused = ({ status_code: status }: InvocationResult): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 429;
