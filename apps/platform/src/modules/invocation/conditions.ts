import { createCharge, PathError, type PathQueries } from '#kernel/json-path';
import { CallFailure } from './failures.ts';

export type Condition = {
  path: string;
  equals?: unknown;
  one_of?: readonly unknown[] | undefined;
};

/** What an answer must say. Without a value to compare with, anything that is there counts, but for null and false. */
export function createCondition(
  queries: PathQueries,
  { path, equals, one_of: oneOf }: Condition,
  field: string,
): (value: unknown) => boolean {
  const wanted = [...(equals === undefined ? [] : [equals]), ...(oneOf ?? [])].map((one) =>
    JSON.stringify(one),
  );
  // All that is looked through together: each message may be as large as the whole answer.
  const charge = createCharge();
  const find = (value: unknown) => {
    try {
      return queries.find(path, value, charge);
    } catch (error) {
      throw error instanceof PathError ? conditionFailure(error, field) : error;
    }
  };
  // A path that cannot be read is found before anything is sent.
  find(null);
  return (value) => {
    const matches = find(value);
    if (wanted.length > 0) return matches.some((match) => wanted.includes(JSON.stringify(match)));
    return matches.some((match) => match !== null && match !== false);
  };
}

function conditionFailure(error: PathError, field: string): CallFailure {
  const isDoneRule = field.startsWith('websocket.done');
  return new CallFailure({
    stage: 'render',
    type: isDoneRule ? 'invalid_done_rule' : 'invalid_condition',
    message: `The ${isDoneRule ? 'done rule' : 'condition'} cannot be used. ${error.message}`,
    hint: `Correct ${field}, for example ${isDoneRule ? '$.type' : '$.status'}.`,
    cause: error,
  });
}
