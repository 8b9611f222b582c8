import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/**
 * What the server does with the next letter.
 *
 * - `greylists`: a recipient is put off with 451 the first time, and accepted when the sender comes again.
 * - `refuses-recipients` and `refuses-letters`: 550 and 554, which no further try will change.
 * - `drops`: hangs up when the whole letter has arrived, without a word.
 * - `hangs`: says nothing more until `release`.
 */
export type SmtpBehaviour =
  | 'accepts'
  | 'greylists'
  | 'refuses-recipients'
  | 'refuses-letters'
  | 'drops'
  | 'hangs';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** Whoever signed in, if anybody did. */
  readonly user: string | undefined;
  readonly raw: string;
  readonly email: Email;
}

export interface FakeSmtp {
  /** With credentials, when the server asks for them. */
  readonly url: string;
  behaviour: SmtpBehaviour;
  readonly accepted: ReceivedMail[];
  /** Recipients that were named, each time. */
  readonly asked: string[];
  /** Sign-ins that were refused. */
  readonly refusedSignIns: string[];
  /** Connections that were made. */
  readonly connections: number;
  /** Senders that are kept waiting by `hangs`, and have not gone away. */
  readonly hanging: number;
  /** Lets go of everybody that `hangs` keeps waiting. */
  release(): void;
  /** Hangs up on everybody and takes no more connections. */
  close(): Promise<void>;
}

interface Options {
  /** Ask for these; without them anybody may send. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Offer STARTTLS with a certificate that nobody has signed. */
  readonly starttls?: boolean;
  /** Come back where an earlier server was. */
  readonly port?: number;
}

/** A mail server on loopback that can have every mood a mail server has. */
export async function startFakeSmtp({ user, starttls, port = 0 }: Options = {}): Promise<FakeSmtp> {
  const sockets = new Map<number, Socket>();
  const known = new Set<string>();
  let waiting: { readonly go: () => void; readonly socket: Socket | undefined }[] = [];
  let connections = 0;

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    if (fake.behaviour === 'hangs')
      await new Promise<void>((go) => waiting.push({ go, socket: sockets.get(session.remotePort) }));
    if (fake.behaviour === 'drops') {
      sockets.get(session.remotePort)?.destroy();
      return;
    }
    if (fake.behaviour === 'refuses-letters') throw refusal(554, '5.6.0 This letter is not wanted.');
    const raw = Buffer.concat(chunks);
    const { mailFrom, rcptTo } = session.envelope;
    fake.accepted.push({
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      secure: session.secure,
      user: session.user as string | undefined,
      raw: raw.toString('utf8'),
      email: await PostalMime.parse(raw),
    });
  }

  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    allowInsecureAuth: true,
    closeTimeout: 1,
    disabledCommands: [...(starttls ? [] : ['STARTTLS']), ...(user ? [] : ['AUTH'])],
    authOptional: !user,
    onAuth(auth, _session, done) {
      if (auth.username === user?.name && auth.password === user?.password)
        return done(null, { user: auth.username });
      fake.refusedSignIns.push(auth.username ?? '');
      done(refusal(535, '5.7.8 The user name or the password is wrong.'));
    },
    onRcptTo({ address }, _session, done) {
      fake.asked.push(address);
      if (fake.behaviour === 'refuses-recipients')
        return done(refusal(550, '5.1.1 There is no such mailbox.'));
      if (fake.behaviour === 'greylists' && !known.has(address)) {
        known.add(address);
        return done(refusal(451, '4.7.1 Come again later.'));
      }
      done();
    },
    onData(stream, session, done) {
      take(stream, session).then(() => done(), done);
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  const { port: listening } = server.server.address() as AddressInfo;
  const credentials = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : '';
  const fake: FakeSmtp = {
    url: `smtp://${credentials}127.0.0.1:${listening}`,
    behaviour: 'accepts',
    accepted: [],
    asked: [],
    refusedSignIns: [],
    get connections() {
      return connections;
    },
    get hanging() {
      return waiting.filter(({ socket }) => socket?.destroyed === false).length;
    },
    release() {
      for (const { go } of waiting) go();
      waiting = [];
    },
    async close() {
      fake.release();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
  return fake;
}

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
