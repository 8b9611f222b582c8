import { Problem } from '@sonde/server-kit';

export const permissionDenied = (detail: string): Problem =>
  new Problem('forbidden', 'auth.permission_denied', detail);

/** Their organization asks for a second factor; the page that sets one up is open to them. */
export const secondFactorNeeded = (): Problem =>
  new Problem(
    'forbidden',
    'auth.second_factor_setup_required',
    'Your organization asks for a second factor. Set one up in your profile; until then the organization is closed to you.',
  );

export const secondFactorFirst = (): Problem =>
  new Problem(
    'conflict',
    'auth.second_factor_missing',
    'Set up a second factor yourself before you ask it of everybody: you would shut yourself out.',
  );

export const organizationNotFound = (): Problem =>
  new Problem('not_found', 'organization.not_found', 'There is no such organization.');

export const alreadyMember = (): Problem =>
  new Problem('conflict', 'organization.already_member', 'You already belong to an organization.');

export const foundingClosed = (): Problem =>
  new Problem(
    'forbidden',
    'organization.founding_closed',
    'Here an organization is joined by invitation. Ask one of its admins for one, or whoever runs this installation.',
  );

export const userNotFound = (): Problem =>
  new Problem('not_found', 'user.not_found', 'There is no such user.');

export const memberNotFound = (): Problem =>
  new Problem('not_found', 'member.not_found', 'There is no such member.');

export const lastOwner = (): Problem =>
  new Problem(
    'conflict',
    'member.last_owner',
    'An organization needs an active owner. Make someone else an owner first, or delete the organization.',
  );

export const rankTooLow = (): Problem =>
  new Problem('forbidden', 'member.rank_too_low', 'This needs a higher role than yours.');

export const isAlreadyMember = (): Problem =>
  new Problem('conflict', 'member.already_member', 'This person is a member already.');

export const invitationNotFound = (): Problem =>
  new Problem('not_found', 'invitation.not_found', 'There is no such invitation.');

export const otherAddress = (): Problem =>
  new Problem(
    'forbidden',
    'invitation.other_address',
    'This invitation was sent to another address. Sign in with that one.',
  );

export const projectNotFound = (): Problem =>
  new Problem('not_found', 'project.not_found', 'There is no such project.');

export const projectNotEmpty = (): Problem =>
  new Problem(
    'conflict',
    'project.not_empty',
    'This project still has endpoints. Delete or move them first.',
  );

export const noSecondFactor = (): Problem =>
  new Problem('conflict', 'member.no_second_factor', 'This member has no second factor to take away.');

export const ownSecondFactor = (): Problem =>
  new Problem(
    'forbidden',
    'member.own_second_factor',
    'Your own second factor is removed or replaced in your profile, with one of its codes.',
  );
