import { readItem } from './item.ts';
import { jsonSchema } from './builtin/json-schema.ts';
import type { Caller, ScoringThreads } from './scoring-threads.ts';

/** Whether a schema of a user's can be used, and whether a text is JSON of it; in a thread that can be killed. */
export interface SchemaCheck {
  /** What is wrong with the schema itself; undefined when it can be used. */
  faultOf(schema: unknown, caller: Caller): Promise<string | undefined>;
  /** Why the text does not fit; undefined when it does. */
  misfitOf(schema: unknown, text: string, caller: Caller): Promise<string | undefined>;
}

export function createSchemaCheck(threads: Pick<ScoringThreads, 'run'>): SchemaCheck {
  async function measure(schema: unknown, text: string, caller: Caller) {
    const item = readItem({ input: '', output: text });
    const given = await threads.run(
      { task: 'measure', kind: jsonSchema.kind, args: { schema }, item, isNegated: false },
      caller,
    );
    if (given === 'held up')
      return {
        outcome: 'error' as const,
        reason: 'This machine was too busy to check the schema. Try it again.',
      };
    if (given === 'given up')
      return { outcome: 'error' as const, reason: 'Checking the schema took too long.' };
    if (given.answer !== 'measured') throw new Error('A schema could not be checked.', { cause: given });
    return given.measured;
  }

  return {
    async faultOf(schema, caller) {
      const read = jsonSchema.args.safeParse({ schema });
      if (!read.success) return read.error.issues.map(({ message }) => message).join(' ');
      const measured = await measure(schema, 'null', caller);
      return measured.outcome === 'scored' ? undefined : measured.reason;
    },

    async misfitOf(schema, text, caller) {
      const measured = await measure(schema, text, caller);
      return measured.outcome === 'scored' && measured.score === 1 ? undefined : measured.reason;
    },
  };
}
