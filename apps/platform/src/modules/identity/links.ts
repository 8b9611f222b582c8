import { safeReturnPath } from './return-path.ts';

export type Links = ReturnType<typeof createLinks>;

/** Pages of the web app that mails lead to. Opening one changes nothing: each asks for a click first. */
export function createLinks(frontendUrl: string) {
  const link = (path: string, query: Record<string, string | undefined> = {}): string => {
    const url = new URL(`${frontendUrl}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  };
  return {
    signIn: () => link('/auth/signin'),
    forgotPassword: () => link('/auth/forgot-password'),
    verifyEmail: (token: string, returnTo?: string | null) =>
      link('/auth/verify-email', { token, return_to: safeReturnPath(returnTo) }),
    magicLink: (token: string, returnTo?: string | null) =>
      link('/auth/magic-link', { token, return_to: safeReturnPath(returnTo) }),
    resetPassword: (token: string) => link('/auth/reset-password', { token }),
    owner: (token: string) => link('/auth/owner', { token }),
  };
}
