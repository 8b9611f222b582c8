export interface RegistrationRule {
  readonly kind: 'open' | 'invite' | 'domains';
  /** In lower case and ASCII; empty unless the kind is `domains`. */
  readonly domains: readonly string[];
}

/** Whether the rule takes whoever has this address, without anybody's word for them. */
export const takesAddress = (rule: RegistrationRule, email: string): boolean =>
  rule.kind === 'open' || rule.domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
