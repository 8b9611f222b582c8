import type { Message } from '#mail';

/** The name of an organization is whatever its owner typed, so it is shortened and stands in quotation marks. */
export const invitationMessage = (organization: string, inviter: string, url: string): Message => ({
  subject: 'You are invited to an organization on Sonde',
  lines: [
    `${inviter} invites you to join “${organization.slice(0, 80)}” on Sonde.`,
    'Sign in or register with this address, then accept.',
  ],
  action: { label: 'See the invitation', url },
  closing: 'The invitation ends in seven days. If you do not know the sender, ignore this mail.',
  usefulSeconds: 7 * 24 * 3600,
});
