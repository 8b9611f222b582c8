import type { TestInput } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { askedKey, askedOfExplorations, askedOfRequirements, type Asked } from '#tests';

/** Whether a test that was kept asks the same as a planned one: of the same exploration, or of the same requirement. */
export async function isAskedAlready(
  tx: Tx,
  organizationId: string,
  explorations: readonly string[],
  inputs: readonly TestInput[],
): Promise<(input: TestInput) => boolean> {
  const questions = inputs.flatMap(({ prompt }) => (prompt ? [prompt.content] : []));
  const ofExplorations = await askedOfExplorations(tx, organizationId, explorations, questions);
  const ofRequirements = await askedOfRequirements(
    tx,
    organizationId,
    inputs.flatMap((input) => askedIn(input) ?? []),
  );
  return (input) => {
    const asked = askedIn(input);
    return (
      (input.prompt ? ofExplorations.has(input.prompt.content) : false) ||
      (asked !== undefined && ofRequirements.has(askedKey(asked)))
    );
  };
}

function askedIn({
  requirement_id: requirementId,
  prompt,
  test_configuration: talk,
}: TestInput): Asked | undefined {
  const content = prompt?.content ?? talk?.goal;
  return requirementId && content !== undefined
    ? { requirementId, content, expected: prompt?.expected_response ?? null }
    : undefined;
}
