import type { Models } from '#models';
import { createModelUser } from './model-user.ts';
import { createSimulatedUser, type SimulatedUser } from './simulated-user.ts';

/** The model that the run names, else the one in force for the organization, else the rules. */
export async function chooseUser(
  models: Pick<Models, 'generationModel' | 'clientFor'>,
  organizationId: string,
  modelId: string | null,
): Promise<SimulatedUser> {
  if (modelId === null) {
    const { client } = await models.generationModel(organizationId);
    return client ? createModelUser(client) : createSimulatedUser();
  }
  const client = await models.clientFor(organizationId, modelId);
  return client ? createModelUser(client) : goneUser;
}

/** Whoever names a model does not want another one in its place. */
const goneUser: SimulatedUser = {
  name: 'none',
  next: (situation, signal) =>
    situation.conversation.script
      ? createSimulatedUser().next(situation, signal)
      : Promise.resolve({
          kind: 'fault',
          code: 'simulator_unavailable',
          message:
            'The simulated user failed, not the application: the model that was to play it is not configured.',
        }),
};
