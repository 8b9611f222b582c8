export { createAccounts, type Account, type Accounts } from './accounts.ts';
export { holdPerson } from './hold-person.ts';
export { createMemberships, type Memberships } from './memberships.ts';
export { createPasswordTries } from './password-tries.ts';
export { takesAddress, type RegistrationRule } from './registration-rule.ts';
export { activeSubjects, memberships, users } from './views.ts';
