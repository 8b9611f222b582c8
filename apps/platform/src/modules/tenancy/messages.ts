import type { Message } from '#mail';

/**
 * The name of an organization is whatever its owner typed, so it is shortened and stands in quotation marks, and a dot
 * inside it makes no word that a mail program would turn into a link.
 */
export const invitationMessage = (organization: string, inviter: string, url: string): Message => ({
  subject: 'You are invited to an organization on Sonde',
  lines: [
    `${inviter} invites you to join “${organization.slice(0, 60).replaceAll(/\.(?=\S)/g, '. ')}” on Sonde.`,
    'Sonde is a program with which a team tests the AI applications it builds, such as chatbots.',
    'Sign in or register with this address, then accept.',
  ],
  action: { label: 'See the invitation', url },
  closing: 'The invitation expires in seven days. If you do not know the sender, ignore this email.',
  usefulSeconds: 7 * 24 * 3600,
});

export const secondFactorResetMessage = (admin: string, url: string): Message => ({
  subject: 'The second factor of your account was taken away',
  lines: [
    `${admin} took away the second factor of your account on Sonde, the code that signing in asks for beside the password, and signed you out everywhere.`,
    'Sign in again and set up a new one.',
  ],
  action: { label: 'See your settings', url },
  closing: 'If you did not ask for this, tell another admin of your organization and change your password.',
});

/** The name of the token is left out: whoever has taken a session would choose what it says. */
export const newTokenMessage = (made: { hint: string; at: Date }, url: string): Message => ({
  subject: 'A new API token was made for your account',
  lines: [
    `The API token ${made.hint} was made for your account on Sonde at ${made.at.toUTCString()}.`,
    'Programs that hold it may do what you may, as far as it allows.',
  ],
  action: { label: 'See your API tokens', url },
  closing:
    'If this was not you, revoke it (it stops working at once), end your sessions (all places where you are signed in) and set a new password.',
});
