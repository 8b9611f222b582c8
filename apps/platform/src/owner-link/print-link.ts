import { createAudit } from '#audit';
import { createOperatorLinks } from '#identity';
import { systemClock } from '#kernel/clock';
import { createEvents } from '#kernel/events';
import { createJobs } from '#kernel/jobs';
import { createMemoryLimiter } from '#kernel/limiter';
import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { createTokens } from '#tokens';
import { openUsedDatabase } from '../mechanisms.ts';
import { loadConfig } from '../config.ts';

const refusals = {
  unknown: 'Nobody has an account with this address. Was it spelt as at sign-in, and is this the database?',
  disabled: 'This person was disabled by their organization. An admin of it enables them under Members.',
};

/** The platform's own settings and database, and of its parts only those that make a link. Nothing is served. */
export async function printLink(
  email: string,
  environment: Readonly<Record<string, string | undefined>>,
  output: { write(text: string): unknown },
): Promise<number> {
  const config = loadConfig(environment);
  const log = createLog('silent');
  const database = await openUsedDatabase(config, log);
  try {
    const sealer = createSealer(config.sealing);
    const jobs = createJobs({ database, log, isWorker: false });
    const limiter = createMemoryLimiter();
    const parts = { database, clock: systemClock, sealer, jobs, log, limiter };
    const audit = createAudit(parts);
    const tokens = await createTokens({
      ...parts,
      audit,
      settings: config.tokens,
      events: createEvents({ database, log }),
    });
    const links = createOperatorLinks({ ...parts, tokens, audit, settings: config.identity });
    const first = await links.first();
    const made = first === undefined ? await links.reset(email) : { url: first };
    if ('refused' in made) {
      output.write(`${refusals[made.refused]}\n`);
      return 1;
    }
    output.write(
      first === undefined
        ? `This link sets a new password for ${email}, ends their sessions and removes their second factor if they have one. Where an organization is joined by invitation, it lets them found one if they belong to none. It works once, within an hour:\n${made.url}\n`
        : `Nobody has an account yet. This link makes its holder the first owner, once, within a day:\n${made.url}\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}
