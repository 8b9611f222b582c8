import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { createJobs, type JobDefinition, type Jobs } from '#kernel/jobs';
import { createLog } from '#kernel/log';
import { KeptWaitingError, workInTwoLines } from '#kernel/two-lines';
import { openTestDatabase, type OpenedDatabase } from '../support/database.ts';

const log = createLog('debug', new Writable({ write: (_chunk, _encoding, done) => done() }));
const payload = z.object({ organization: z.string(), asks: z.string() });
const prompt: JobDefinition<z.output<typeof payload>> = {
  name: 'ask',
  payload,
  concurrency: 2,
  perGroup: 1,
};
const patient = { ...prompt, name: 'ask-patiently', concurrency: 2 };

let opened: OpenedDatabase;
let jobs: Jobs;
/** What was asked in each line, and what was moved, in their order. */
const asked: { prompt: string[]; patient: string[] } = { prompt: [], patient: [] };
const moved: string[] = [];
const silent = new Map<string, () => void>();

before(async () => {
  opened = await openTestDatabase(log);
  const { database } = opened;
  jobs = createJobs({ database, log, isWorker: true });
  workInTwoLines(
    { jobs, database },
    {
      prompt,
      patient,
      organizationOf: ({ organization }) => organization,
      moved: async (_tx, { asks }, why) => void moved.push(`${asks} ${why}`),
    },
    async ({ asks }, { isPatient }) => {
      asked[isPatient ? 'patient' : 'prompt'].push(asks);
      if (!asks.startsWith('silent')) return;
      if (!isPatient) throw new KeptWaitingError('It said nothing.');
      await new Promise<void>((answer) => silent.set(asks, answer));
    },
  );
  await jobs.start();
});
after(async () => {
  for (const answer of silent.values()) answer();
  await jobs.stop();
  await opened.database.close();
  await opened.drop();
});

const enqueue = (organization: string, ...all: readonly string[]): Promise<void> =>
  opened.database.system(async (tx) => {
    for (const asks of all) await jobs.enqueue(tx, prompt, { organization, asks }, { group: organization });
  });
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((settle) => setTimeout(settle, 10));
}

test('servers that never answer hold no place of others: their organizations wait in a line of their own, and come back from it', async () => {
  const [one, another, third] = [randomUUID(), randomUUID(), randomUUID()];
  await enqueue(one, 'silent one');
  await enqueue(another, 'silent other');
  await until(() => silent.size === 2);
  assert.deepEqual(moved.toSorted(), ['silent one silent', 'silent other silent']);
  // All places of the patient line are held now, as by as many organizations as there are places.
  await enqueue(one, 'silent again', 'well of one');
  await enqueue(third, 'well of the third');
  await until(() => moved.length === 4 && asked.prompt.includes('well of the third'));
  assert.deepEqual(asked.prompt.toSorted(), ['silent one', 'silent other', 'well of the third']);
  assert.ok(moved.includes('well of one behind'), moved.join(', '));
  assert.equal(silent.size, 2, 'nobody of them has been answered');
  // Whoever answers late is served all the same.
  const answered = new Set<string>();
  await until(() => {
    for (const [asks, answer] of silent)
      if (!answered.has(asks)) {
        answered.add(asks);
        answer();
      }
    return asked.patient.length === 4;
  });
  const isFree = () => opened.database.system(async (tx) => !(await jobs.isInLine(tx, patient, one)));
  while (!(await isFree()))
    for (const answer of silent.values()) {
      answer();
      await new Promise((settle) => setTimeout(settle, 10));
    }
  await enqueue(one, 'well again');
  await until(() => asked.prompt.includes('well again'));
});
