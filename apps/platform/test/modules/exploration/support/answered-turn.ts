import type { Turn } from '../../../../src/modules/exploration/turns.ts';

/** A turn that was answered as it was sent; what a test is about it says itself. */
export const answeredTurn = (
  turn: Pick<Turn, 'turn' | 'strategy' | 'probe' | 'sent' | 'received'>,
): Turn => ({
  ...turn,
  outcome: 'answered',
  error: null,
  latencyMs: 1,
  conversationId: null,
  resent: false,
});
