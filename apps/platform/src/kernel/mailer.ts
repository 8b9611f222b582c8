import type { Transporter } from 'nodemailer';
import type { Log } from './log.ts';

export interface Mail {
  /** The same at every try, so that a mailbox that gets a letter twice can tell. */
  readonly id: string;
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

/** The mail server said no to this letter, and would say so again. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
}

export function createSmtpMailer(options: { url: string; from: string; log: Log }): Mailer {
  const domain = /@([^\s>]+)/.exec(options.from)?.[1] ?? 'localhost';
  let transport: Transporter | undefined;
  // Loaded with the first mail: most processes at rest have sent none.
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return (transport ??= createTransport({
      url: options.url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    }));
  };
  return {
    enabled: true,
    async deliver({ id, to, subject, text, html }) {
      const mail = {
        from: options.from,
        // Not as text, which would be read as a list of names and addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      await (await open()).sendMail(mail).catch((error: unknown) => {
        throw explained(error as SmtpError);
      });
      options.log.info({ mail_id: id, subject }, 'mail sent');
    },
    close: () => transport?.close(),
  };
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/** What went wrong in words of an operator, without the addresses that the library's errors carry. */
function explained({ code, responseCode, response, message }: SmtpError): Error {
  const said = (response ?? message).replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 300);
  const isAboutLetter = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (isAboutLetter && (responseCode === undefined || responseCode >= 500))
    return new UndeliverableError(`The mail server refuses this letter: ${said}`);
  return new Error(`The mail server did not take the letter (${code ?? 'no code'}): ${said}`);
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
