import type { Transporter } from 'nodemailer';
import type { Log } from './log.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers one mail, or throws so that the job that called it tries again. */
export interface Mailer {
  readonly enabled: boolean;
  deliver(mail: Mail): Promise<void>;
  close(): void;
}

export function createSmtpMailer(options: { url: string; from: string; log: Log }): Mailer {
  let transport: Transporter | undefined;
  // Loaded with the first mail: most processes at rest have sent none.
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return (transport ??= createTransport({
      url: options.url,
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
    }));
  };
  return {
    enabled: true,
    async deliver(mail) {
      await (await open()).sendMail({ from: options.from, ...mail });
      options.log.info({ subject: mail.subject }, 'mail sent');
    },
    close: () => transport?.close(),
  };
}

/** Keeps mail where a developer can read it, by whatever way it is given to store it. */
export const createMailboxMailer = (store: (mail: Mail) => Promise<void>): Mailer => ({
  enabled: true,
  deliver: store,
  close: () => undefined,
});

/** Production without SMTP: what needs mail is off, and says so before it gets here. */
export const createNoMailer = (): Mailer => ({
  enabled: false,
  deliver: () => Promise.reject(new Error('Mail is off: set SMTP_URL.')),
  close: () => undefined,
});
