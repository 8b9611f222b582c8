import { Problem } from '@sonde/server-kit';

export const invalidList = (path: string, code: string, message: string): Problem =>
  new Problem('invalid', 'request.invalid', 'The query of this list is not valid.', {
    errors: [{ path, code, message }],
  });

export const versionStale = (current: number): Problem =>
  new Problem(
    'stale',
    'version.stale',
    `Somebody has changed this meanwhile: it is at version ${current}. Load it again and repeat the change.`,
    { headers: { etag: `"${current}"` } },
  );

export const notYours = (): Problem =>
  new Problem(
    'forbidden',
    'auth.permission_denied',
    'Members delete and restore what they made themselves; an admin or the owner can do it for you.',
  );

export const belongsToAll = (): Problem =>
  new Problem(
    'forbidden',
    'project.shared',
    'This belongs to no project and every project sees it, so a token that is bound to one project reads it and does not change it.',
  );

export const permissionMissing = (permission: string): Problem =>
  new Problem('forbidden', 'auth.permission_denied', `This needs the permission ${permission}.`);

export const mayNotSeeDeleted = (): Problem =>
  new Problem(
    'forbidden',
    'auth.permission_denied',
    'Deleted things are shown to those who may delete and restore them.',
  );
