import type { Egress } from '@sonde/egress';
import type { Audit } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Mount } from '#kernel/http';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import type { Mail } from '#mail';
import type { Tenancy } from '#tenancy';
import type { Tokens } from '#tokens';
import { createAccounts, type RegistrationRule } from '#people';
import { createAdmission } from './admission.ts';
import { createLinks } from './links.ts';
import { createLogin } from './login.ts';
import { createMagicLinks } from './magic-links.ts';
import { createOAuth } from './oauth.ts';
import { createOAuthAccounts } from './oauth-accounts.ts';
import { createOAuthFlows } from './oauth-flows.ts';
import { createOperatorLink } from './operator-link.ts';
import { createFirstLink, createOwnerLink } from './owner.ts';
import { createBreachCheck } from './passwords/breaches.ts';
import { createPasswordHashes } from './passwords/hash.ts';
import { createPasswordPolicy, type PasswordRules } from './passwords/policy.ts';
import { createStrength } from './passwords/strength.ts';
import { configuredProviders, type ProvidersConfig } from './providers/configured.ts';
import { createProof } from './proof.ts';
import { createTries } from './password-tries.ts';
import { createPresence } from './presence.ts';
import { createRecovery } from './recovery.ts';
import { createRegistration } from './registration.ts';
import { createSecondFactor } from './second-factor.ts';
import { identityRoutes } from './routes.ts';

export interface IdentityOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly jobs: Jobs;
  readonly tokens: Tokens;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly egress: Egress;
  readonly log: Log;
  readonly tenancy: { readonly people: Pick<Tenancy['people'], 'remove'> };
  readonly settings: {
    readonly registration: RegistrationRule;
    readonly frontendUrl: string;
    readonly publicUrl: string;
    readonly passwords: PasswordRules & { readonly checkBreached: boolean; readonly breachUrl: string };
    readonly providers: ProvidersConfig;
  };
}

export type Identity = ReturnType<typeof createIdentity>;

/** Who people are and how they prove it: passwords, mail, providers. Everything ends in an auth code of the tokens module. */
export function createIdentity(options: IdentityOptions) {
  const { settings, database, clock, egress, log, audit } = options;
  const { frontendUrl, publicUrl } = settings;
  const hashes = createPasswordHashes();
  const policy = createPasswordPolicy({
    rules: settings.passwords,
    strength: createStrength(),
    breaches: settings.passwords.checkBreached
      ? createBreachCheck({ egress, url: settings.passwords.breachUrl, log })
      : undefined,
  });
  const accounts = createAccounts({ clock });
  const parts = {
    ...options,
    hashes,
    policy,
    accounts,
    prove: createProof({ accounts, tokens: options.tokens }),
    links: createLinks(frontendUrl),
    admission: createAdmission({ rule: settings.registration, clock }),
  };
  const providers = configuredProviders(settings.providers, egress.fetch);
  const issuers = [...providers.values()].map(({ issuer }) => issuer);
  const tries = createTries({ database, clock, otherWays: { mail: options.mail.enabled, issuers } });
  const presence = createPresence({ ...parts, tries });
  const secondFactor = createSecondFactor({ ...parts, presence, frontendUrl });
  options.tokens.newDevice.add(secondFactor.tellNewDevice);
  const ownerLink = createOwnerLink({
    ...parts,
    isPasswordNeeded: !options.mail.enabled && providers.size === 0,
  });
  const services = {
    policy,
    providers,
    registrationRule: settings.registration,
    mailEnabled: options.mail.enabled,
    registration: createRegistration(parts),
    login: createLogin({ ...parts, tries }),
    magicLinks: createMagicLinks(parts),
    recovery: createRecovery({ ...parts, presence }),
    secondFactor,
    people: options.tenancy.people,
    ownerLink,
    oauth: createOAuth({
      providers,
      flows: createOAuthFlows(options),
      signIn: createOAuthAccounts(parts),
      database,
      audit,
      log,
      frontendUrl,
      publicUrl,
      allowLoopback: settings.providers.allowLoopbackReturn,
    }),
  };
  return {
    /** The one-time link for the first owner, or undefined once somebody exists. */
    ownerLink: () => ownerLink.link(),
    routes: (mount: Mount): void => identityRoutes(mount, services),
  };
}

/** The links that the operator of an installation may print, without the rest of identity. */
export function createOperatorLinks(
  options: Pick<IdentityOptions, 'database' | 'clock' | 'tokens' | 'audit'> & {
    readonly settings: { readonly frontendUrl: string };
  },
) {
  const parts = {
    ...options,
    accounts: createAccounts(options),
    links: createLinks(options.settings.frontendUrl),
  };
  return { first: createFirstLink(parts), reset: createOperatorLink(parts) };
}
