import { useRef, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint, InvocationResult } from '@sonde/contract';
import { useCallTarget } from './call-target.ts';
import type { CallTarget } from './call-target.ts';
import { conversationField, keepsHistory } from './call-variables.ts';
import type { CallValues } from './call-variables.ts';
import type { EndpointDraft, Pair } from './draft.ts';

/** One message and what became of it: on its way, an answer, or the reason why there was no call. */
export interface TalkTurn {
  readonly id: number;
  readonly values: CallValues;
  /** The mapping that the platform read this answer with. */
  readonly sentRows: readonly Pair[];
  readonly result: InvocationResult | null;
  readonly error: unknown;
}

export interface Talk {
  readonly turns: readonly TalkTurn[];
  /** The turn whose details are shown. */
  readonly chosen: TalkTurn | null;
  readonly isWaiting: boolean;
  readonly values: CallValues;
  readonly call: CallTarget;
  readonly setValues: Dispatch<SetStateAction<CallValues>>;
  readonly choose: (id: number) => void;
  readonly send: () => void;
  readonly sendAgain: (turn: TalkTurn) => void;
  readonly stop: () => void;
  readonly begin: () => void;
}

const firstMessage = 'Hello! What can you help me with?';

/** A conversation with the configuration as it stands on screen, saved or not; it outlives the tab that shows it. */
export function useTalk(draft: EndpointDraft, saved: Endpoint | null): Talk {
  const call = useCallTarget(draft, saved);
  const queryClient = useQueryClient();
  const [turns, setTurns] = useState<readonly TalkTurn[]>([]);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [values, setValues] = useState<CallValues>(() => emptyValues(firstMessage));
  const lastId = useRef(0);
  const underWay = useRef<AbortController | null>(null);
  const template = draft.request_mapping;
  const field = conversationField(template) ?? 'conversation_id';

  function speak(said: CallValues, before: readonly TalkTurn[]): void {
    const id = (lastId.current += 1);
    const controller = new AbortController();
    underWay.current = controller;
    setTurns([...before, { id, values: said, sentRows: draft.response_mapping, result: null, error: null }]);
    setChosenId(id);
    const settle = (outcome: Partial<TalkTurn>): boolean => {
      // A conversation that was begun anew meanwhile has no place for this answer.
      if (underWay.current !== controller) return false;
      underWay.current = null;
      setTurns((now) => now.map((turn) => (turn.id === id ? { ...turn, ...outcome } : turn)));
      // The endpoint now knows how its last test went.
      if (saved) void queryClient.invalidateQueries({ queryKey: ['endpoints'] });
      return true;
    };
    const history = saved === null && keepsHistory(template) ? { messages: messagesOf(before, said) } : {};
    call({ ...said, ...history }, false, controller.signal).then(
      (result) => {
        const next = result.conversation_id;
        if (settle({ result }) && next !== null)
          setValues((now) => ({ ...now, texts: { ...now.texts, [field]: next } }));
      },
      (error: unknown) => void settle({ error: controller.signal.aborted ? new StoppedByHand() : error }),
    );
  }

  return {
    turns,
    chosen: turns.find(({ id }) => id === chosenId) ?? turns.at(-1) ?? null,
    isWaiting: turns.some(isUnderWay),
    values,
    call,
    setValues,
    choose: setChosenId,
    send: () => {
      if (turns.some(isUnderWay)) return;
      speak(values, turns);
      setValues((now) => ({ ...now, texts: { ...now.texts, input: '' }, files: [], image: null }));
    },
    sendAgain: (failed) => {
      if (turns.some(isUnderWay)) return;
      speak(
        failed.values,
        turns.filter(({ id }) => id !== failed.id),
      );
    },
    stop: () => underWay.current?.abort(),
    begin: () => {
      underWay.current?.abort();
      underWay.current = null;
      setTurns([]);
      setChosenId(null);
      setValues((now) => ({ ...now, texts: { ...now.texts, input: '', [field]: '' } }));
    },
  };
}

export class StoppedByHand extends Error {}

const emptyValues = (input: string): CallValues => ({ texts: { input }, files: [], image: null });

export const isUnderWay = (turn: TalkTurn): boolean => turn.result === null && turn.error === null;

export const saidIn = (turn: TalkTurn): string => turn.values.texts['input'] ?? '';

/** The last answer that came, for whoever writes a mapping. */
export const lastAnswerOf = ({ turns }: Talk): unknown =>
  turns.findLast(({ result }) => result !== null && result.raw_response !== null)?.result?.raw_response;

/** Turns that were answered, as the messages of a conversation. */
export function messagesIn(turns: readonly TalkTurn[]) {
  return turns.flatMap((turn) => {
    if (turn.result?.success !== true) return [];
    const { output } = turn.result;
    return [
      { role: 'user' as const, content: saidIn(turn) },
      ...(typeof output === 'string' && output !== ''
        ? [{ role: 'assistant' as const, content: output }]
        : []),
    ];
  });
}

/** An endpoint that is not saved keeps no history at the platform, so it goes along. */
const messagesOf = (before: readonly TalkTurn[], said: CallValues) => [
  ...messagesIn(before),
  { role: 'user' as const, content: said.texts['input'] ?? '' },
];
