import * as contract from '@sonde/contract';
import type { Tenancy } from '#tenancy';
import { callerOf } from '#audit';
import type { Mount } from '#kernel/http';
import type { RegistrationRule } from '#people';
import type { createLogin } from './login.ts';
import type { createMagicLinks } from './magic-links.ts';
import type { createOAuth } from './oauth.ts';
import type { createOwnerLink } from './owner.ts';
import type { PasswordPolicy } from './passwords/policy.ts';
import type { Provider } from './providers/provider.ts';
import type { createRecovery } from './recovery.ts';
import type { createRegistration } from './registration.ts';
import type { createSecondFactor } from './second-factor.ts';

interface Services {
  readonly policy: PasswordPolicy;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly registrationRule: RegistrationRule;
  readonly mailEnabled: boolean;
  readonly registration: ReturnType<typeof createRegistration>;
  readonly login: ReturnType<typeof createLogin>;
  readonly magicLinks: ReturnType<typeof createMagicLinks>;
  readonly recovery: ReturnType<typeof createRecovery>;
  readonly secondFactor: ReturnType<typeof createSecondFactor>;
  readonly ownerLink: ReturnType<typeof createOwnerLink>;
  readonly oauth: ReturnType<typeof createOAuth>;
  readonly people: Pick<Tenancy['people'], 'remove'>;
}

// Sentences that are the same for everybody, whether or not there is an account.
const registered = 'Check your email to go on.';
const known = 'There is an account with this address already. Sign in with it.';
const sent = 'If this address can be used here, a mail is on its way.';
const refused = 'The email address or the password is not right, or the address is not confirmed yet.';

export function identityRoutes(mount: Mount, services: Services): void {
  const { policy, registration, login } = services;
  mount(contract.authProviders, async () => ({
    providers: [...services.providers.values()].map(({ name, displayName }) => ({
      name,
      display_name: displayName,
      type: 'oauth',
    })),
    password_policy: {
      min_length: policy.rules.minLength,
      max_length: policy.rules.maxLength,
      min_strength_score: policy.rules.minStrengthScore,
    },
    registration: services.registrationRule.kind,
    registration_domains: [...services.registrationRule.domains],
    is_set_up: await services.ownerLink.isUsed(),
    mail_enabled: services.mailEnabled,
  }));
  mount(contract.checkPassword, async ({ body }) => {
    const { score, failures } = policy.judge(body.password, body);
    return { acceptable: failures.length === 0, score, failures };
  });
  mount(contract.register, async ({ body, request }) => {
    const code = await registration.register(body, callerOf(request));
    if (body.invitation_token !== undefined && !services.mailEnabled)
      return { success: code !== null, auth_code: code, ...(code === null ? { message: known } : {}) };
    return { success: true, auth_code: null, message: registered };
  });
  mount(contract.loginEmail, async ({ body, request }) => {
    const code = await login(body.email, body.password, callerOf(request));
    return code === null
      ? { success: false, auth_code: null, message: refused }
      : { success: true, auth_code: code };
  });
  mount(contract.previewVerification, ({ body }) => registration.preview(body.token));
  mount(contract.verifyEmail, async ({ body, request }) => ({
    success: true,
    auth_code: await registration.verify(
      body.token,
      { discard: body.discard_registration },
      callerOf(request),
    ),
  }));
  mount(contract.resendVerification, async ({ body, request }) => {
    await registration.resend(body.email, callerOf(request));
    return { success: true, message: sent };
  });
  mailRoutes(mount, services);
  secondFactorRoutes(mount, services);
  mount(contract.deleteMe, async ({ principal, body, request }) => {
    const caller = callerOf(request);
    await services.secondFactor.confirm(principal, body ?? {}, 'user.deleted', caller);
    await services.people.remove(principal, caller);
    return { success: true };
  });
  mount(contract.loginProvider, ({ params, query }) => services.oauth.start(params.provider, query));
  mount(contract.authCallback, ({ request }) => services.oauth.callback(request));
}

function mailRoutes(mount: Mount, { magicLinks, recovery, ownerLink }: Services): void {
  mount(contract.magicLink, async ({ body, request }) => {
    await magicLinks.request(body.email, body.return_to, callerOf(request));
    return { success: true, message: sent };
  });
  mount(contract.magicLinkVerify, async ({ body, request }) => {
    const caller = callerOf(request);
    const code =
      'token' in body
        ? await magicLinks.verifyToken(body.token, caller)
        : await magicLinks.verifyCode(body.email, body.code, caller);
    return { success: true, auth_code: code };
  });
  mount(contract.forgotPassword, async ({ body, request }) => {
    await recovery.requestReset(body.email, callerOf(request));
    return { success: true, message: sent };
  });
  mount(contract.resetPassword, async ({ body, request }) => {
    await recovery.reset(
      { token: body.token, password: body.new_password, apiTokens: body.revoke_api_tokens },
      callerOf(request),
    );
    return { success: true, message: 'The new password is set. Every session was ended; sign in again.' };
  });
  mount(contract.changePassword, async ({ principal, body, request }) => {
    await recovery.change(principal, body, callerOf(request));
    return { success: true, message: 'The new password is set. Your other sessions were ended.' };
  });
  mount(contract.ownerLink, async ({ body, request }) => ({
    success: true,
    auth_code: await ownerLink.use(body, callerOf(request)),
  }));
}

function secondFactorRoutes(mount: Mount, { secondFactor }: Services): void {
  mount(contract.getSecondFactor, ({ principal }) => secondFactor.state(principal));
  mount(contract.setUpSecondFactor, ({ principal, body, request }) =>
    secondFactor.setUp(principal, body, callerOf(request)),
  );
  mount(contract.enableSecondFactor, ({ principal, body, request }) =>
    secondFactor.enable(principal, body.code, callerOf(request)),
  );
  mount(contract.renewRecoveryCodes, ({ principal, body, request }) =>
    secondFactor.renewCodes(principal, body.code, callerOf(request)),
  );
  mount(contract.disableSecondFactor, ({ principal, body, request }) =>
    secondFactor.disable(principal, body.code, callerOf(request)),
  );
}
