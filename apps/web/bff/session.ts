import { createHash } from 'node:crypto';
import { AccessClaims, CurrentUser, rolePermissions } from '@sonde/contract';
import { decodeJwt } from 'jose';
import { z } from 'zod';

/** Whom the pages greet. Permissions are not kept: they follow from the role. */
export const SessionUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  is_email_verified: z.boolean(),
  has_password: z.boolean(),
  organization_id: z.string().nullable(),
  role: CurrentUser.shape.role,
});
export type SessionUser = z.output<typeof SessionUser>;

/** The user as the pages see them. What the role permits lets them leave out what the platform would refuse. */
const presentUser = (user: SessionUser): SessionUser & { permissions: readonly string[] } => ({
  ...user,
  permissions: user.role ? rolePermissions[user.role] : [],
});

/** What the sealed cookie holds. Times are Unix seconds. */
export const Session = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  accessExpires: z.number(),
  /** Seven days after the first login, however often the tokens were renewed since. */
  ends: z.number(),
  familyId: z.string(),
  user: SessionUser,
});
export type Session = z.output<typeof Session>;

export const sessionLifetimeSeconds = 7 * 24 * 3600;

/** The page's view of a session: a person and an end. */
export const presentSession = (session: Session) => ({
  user: presentUser(session.user),
  expires: new Date(session.ends * 1000).toISOString(),
});

/** Reads an access token without verifying it: it came from the platform itself, over our own connection. */
export function readClaims(accessToken: string): AccessClaims | undefined {
  try {
    return AccessClaims.parse(decodeJwt(accessToken));
  } catch {
    return undefined;
  }
}

/** The session a token pair makes; undefined when the access token cannot be read. */
export function sessionFrom(
  tokens: { accessToken: string; refreshToken: string },
  profile: CurrentUser | SessionUser,
  ends: number,
): Session | undefined {
  const claims = readClaims(tokens.accessToken);
  if (!claims || claims.id !== profile.id) return undefined;
  return {
    ...tokens,
    accessExpires: claims.exp,
    ends,
    familyId: claims.sid,
    user: { ...SessionUser.parse(profile), organization_id: claims.organization_id },
  };
}

/** Names a refresh token without revealing it. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('base64url');
