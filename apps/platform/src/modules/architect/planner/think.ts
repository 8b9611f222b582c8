import type { SessionState } from '../tables.ts';
import { intentOf, type Intent } from './intents.ts';
import { nameMeant } from './naming.ts';
import { looking } from './looking.ts';
import { doing } from './doing.ts';
import type { Asked, Thought } from './thought.ts';
import { helpText } from './words.ts';

/** The planner that needs no model: a listed set of requests in English, each led to the tools. */
export async function think(
  content: string,
  { state, hands, canTest }: Pick<Asked, 'hands' | 'canTest'> & { readonly state: SessionState },
): Promise<Thought & { readonly asked: string }> {
  const { question } = state;
  const plain = withoutRuns(content);
  const meant = question && nameMeant(plain, question.names);
  const asked = question && meant !== undefined ? `${question.asked} "${meant}"` : plain;
  const intent = intentOf(asked);
  const of = { text: asked, talk: state.talk ?? {}, hands, canTest };
  return { ...(await answer(of, intent)), asked };
}

async function answer(asked: Asked, intent: Intent | undefined): Promise<Thought> {
  if (intent === undefined)
    return {
      say: `I did not understand that; without a language model I know a set of requests only.\n\n${helpText}`,
      intent: 'unknown',
      wishes: [],
    };
  if (intent === 'help') return { say: helpText, intent, wishes: [] };
  const answering = doing[intent] ?? looking[intent];
  if (!answering) throw new Error(`Nobody answers the intent ${intent}.`);
  return answering(asked, intent);
}

/** Thousands of blanks or full stops say no more than a few, and patterns that begin at each read the rest every time. */
const withoutRuns = (text: string): string =>
  text
    .replaceAll(/\s{40,}/g, (run) => (run.includes('\n') ? '\n\n' : ' '))
    .replaceAll(/([.?!])\1{39,}/g, (_run, mark: string) => mark.repeat(3));
