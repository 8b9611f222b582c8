import type { Message } from '#mail';
import { lifetimeMinutes, type NewDevice, type SingleUsePurpose } from '#tokens';

// What a stranger typed into a form never appears in these mails: they would carry it to somebody else.

/** A letter is worth as much as the link in it. */
const usefulAs = (purpose: SingleUsePurpose) => ({ usefulSeconds: lifetimeMinutes(purpose) * 60 });

const ignore = 'If this was not you, ignore this mail: nothing happens without the link.';

export const verificationMessage = (url: string, at: string): Message => ({
  subject: 'Confirm your email address',
  lines: [`Somebody registered with this address on Sonde at ${at}. Confirm that it was you.`],
  action: { label: 'Confirm the address', url },
  closing: `The link works once, within 24 hours. ${ignore}`,
  ...usefulAs('email_verification'),
});

export const existingAccountMessage = (signInUrl: string, resetUrl: string): Message => ({
  subject: 'You already have an account',
  lines: [
    'Somebody tried to register with this address on Sonde, but it has an account already.',
    `If you forgot the password, set a new one: ${resetUrl}`,
  ],
  action: { label: 'Sign in', url: signInUrl },
  closing: 'If this was not you, there is nothing to do.',
});

export const closedMessage = (): Message => ({
  subject: 'This Sonde takes people by invitation',
  lines: [
    'Somebody tried to register with this address on Sonde. This installation takes invited people only.',
    'Ask somebody who is in it for an invitation to this address.',
  ],
  closing: 'If this was not you, there is nothing to do.',
});

export const magicLinkMessage = (url: string, code: string): Message => ({
  subject: 'Your sign-in link',
  lines: ['Sign in to Sonde with this link. On another device, type the code instead.'],
  action: { label: 'Sign in', url },
  code,
  closing: `Both work once, within 15 minutes. ${ignore}`,
  ...usefulAs('magic_link'),
});

export const resetMessage = (url: string): Message => ({
  subject: 'Set a new password',
  lines: ['Somebody asked to set a new password for your account on Sonde.'],
  action: { label: 'Set a new password', url },
  closing: `The link works once, within one hour. ${ignore}`,
  ...usefulAs('password_reset'),
});

export const passwordChangedMessage = (at: string, resetUrl: string): Message => ({
  subject: 'Your password was changed',
  lines: [
    `The password of your account on Sonde was changed at ${at}. You are signed out wherever else you were signed in.`,
  ],
  closing: `If this was not you, set a new password at once: ${resetUrl}`,
});

export const providerLinkedMessage = (provider: string, at: string): Message => ({
  subject: 'A new way to sign in was added',
  lines: [`Your account on Sonde was connected with ${provider} at ${at}.`],
  closing:
    'If this was not you, change your password and end your sessions, all places where you are signed in.',
});

export const secondFactorMessage = (what: string, at: Date, url: string): Message => ({
  subject: 'The second factor of your account was changed',
  lines: [
    `The second factor of your account on Sonde ${what} at ${at.toUTCString()}. It is the code that signing in asks for beside the password.`,
  ],
  action: { label: 'See your settings', url },
  closing:
    'If this was not you, change your password and end your sessions, all places where you are signed in, at once.',
});

/** Device and address are ours: the name is one of a list, the address what the connection came from. */
export const newDeviceMessage = ({ device, ip, at }: NewDevice, url: string): Message => ({
  subject: 'A sign-in from a new place',
  lines: [
    `Somebody signed in to your account on Sonde at ${at.toUTCString()}, with ${device}${ip === null ? '' : ` from the address ${ip}`}.`,
    'You have not signed in from there before.',
  ],
  action: { label: 'See where you are signed in', url: `${url}/sessions` },
  closing:
    'If this was you, there is nothing to do. If not, end that sign-in there and change your password.',
});
