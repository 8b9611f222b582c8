import { createHash } from 'node:crypto';
import * as contract from '@sonde/contract';
import { Problem, type Secret } from '@sonde/server-kit';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Mount } from '#kernel/http';
import { HopelessError, type JobDefinition, type Jobs } from '#kernel/jobs';
import type { Limiter } from '#kernel/limiter';
import type { Log } from '#kernel/log';
import { UndeliverableError, createMailboxMailer, createNoMailer, createSmtpMailer } from '#kernel/mailer';
import type { Sealer } from '#kernel/seal';
import { isAtThisMachine, isLocalName, isLoopback, isNameOfThisMachine } from './local-name.ts';
import { createMailbox } from './mailbox.ts';
import { renderMessage, type Message } from './message.ts';
import { createRecipientLimit } from './recipient-limit.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly jobs: Jobs;
  readonly limiter: Limiter;
  readonly log: Log;
  readonly settings: MailSettings;
}

export interface MailSettings {
  readonly smtpUrl: Secret | undefined;
  readonly from: string;
  readonly mode: 'smtp' | 'mailbox' | 'off';
  /** Other machines may read the development mailbox. */
  readonly isMailboxOpen: boolean;
  /** Addresses under which people reach this installation. */
  readonly installationUrls: readonly string[];
}

const Letter = z.strictObject({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Milliseconds since 1970; absent in letters of former versions. */
  useful_until: z.number().optional(),
});

const Sealed = z.strictObject({ sealed: z.string() });

/** The letter is sealed: it may carry a sign-in link, and the tables of the queue keep what has been done for days. */
const sendMail: JobDefinition<z.output<typeof Sealed>> = {
  name: 'send-mail',
  payload: Sealed,
  // A letter that the mail server does not finish with holds a place of its own, and those to one person are sent in turn
  // with those to others: whoever waits for a link waits for no thousand alerts.
  concurrency: 10,
  perGroup: 2,
  // A mail server that is away, or puts strangers off, is asked for two days; letters that nobody needs by then end earlier.
  retryLimit: 300,
  retryDelaySeconds: 5,
  longestRetryDelaySeconds: 600,
  expireInSeconds: 60,
};

const usefulSecondsDefault = 24 * 3600;

const context = 'send-mail';

/** Also of nobody, so that as much is asked for them as for others. */
const recipientGroup = (to: string): string =>
  createHash('sha256').update(to.toLowerCase()).digest('hex').slice(0, 32);

/** A recipient for letters that must not be: as much is done for them as for others, but nothing is delivered. */
export const nobody = '';

export type Mail = ReturnType<typeof createMail>;

/** Mail goes out through the queue: a request neither waits for a server nor shows by its time whether there was a letter. */
export function createMail({ database, clock, sealer, jobs, limiter, log, settings }: Options) {
  const mailbox = createMailbox({ database, clock });
  const mailer = settings.smtpUrl
    ? createSmtpMailer({ url: settings.smtpUrl.reveal(), from: settings.from, log })
    : settings.mode === 'mailbox'
      ? createMailboxMailer((mail) => mailbox.store(mail))
      : createNoMailer();

  if (settings.mode === 'mailbox' && settings.isMailboxOpen)
    log.warn('the development mailbox is open to other machines: whoever reads it can sign in as anybody');
  else if (settings.mode === 'mailbox' && settings.installationUrls.some((url) => !isAtThisMachine(url)))
    log.warn(
      'mail goes to the development mailbox, which is read at this machine alone, under http://localhost: set SMTP_URL',
    );
  jobs.work(sendMail, async ({ sealed }, { id }) => {
    const text = sealer.open(sealed, context);
    if (text === undefined) {
      log.error('a letter cannot be opened with this ENCRYPTION_KEY and is dropped');
      return;
    }
    const { useful_until: usefulUntil, ...letter } = Letter.parse(JSON.parse(text));
    if (letter.to === nobody) return;
    if (usefulUntil !== undefined && usefulUntil <= clock.now())
      throw new HopelessError('The letter could not be delivered before it had become worthless.');
    await mailer.deliver({ id, ...letter }).catch((error: unknown) => {
      throw error instanceof UndeliverableError ? new HopelessError(error.message) : error;
    });
  });

  async function enqueue(tx: Tx, to: string, message: Message): Promise<void> {
    const usefulUntil = clock.now() + (message.usefulSeconds ?? usefulSecondsDefault) * 1000;
    const letter = { to, ...renderMessage(message), useful_until: usefulUntil };
    const sealed = sealer.seal(JSON.stringify(letter), context);
    await jobs.enqueue(tx, sendMail, { sealed }, { group: recipientGroup(to) });
  }

  /** Its letters open every account, so they are for whoever sits at this machine. */
  const mayRead = ({ clientAddress, clientHost, isHandedOn }: FastifyRequest): boolean =>
    settings.isMailboxOpen
      ? isLocalName(clientHost, settings.installationUrls)
      : isLoopback(clientAddress) && !isHandedOn && isNameOfThisMachine(clientHost);

  return {
    enabled: mailer.enabled,
    mayReach: createRecipientLimit(limiter),
    /** In the transaction of what it tells. Without a way to send mail, notices are dropped; links are refused before. */
    async send(tx: Tx, to: string, message: Message): Promise<void> {
      if (mailer.enabled) await enqueue(tx, to, message);
    },
    requireEnabled(): void {
      if (!mailer.enabled)
        throw new Problem(
          'unavailable',
          'mail.unavailable',
          'This installation cannot send mail, which this needs. Its operator can set SMTP_URL.',
        );
    },
    routes(mount: Mount): void {
      mount(contract.developmentMailbox, ({ query, request }) => {
        if (settings.mode !== 'mailbox' || !mayRead(request))
          throw new Problem(
            'not_found',
            'system.mailbox_unavailable',
            'There is no development mailbox in this installation.',
          );
        return mailbox.list(query);
      });
    },
    close: (): void => mailer.close(),
  };
}
