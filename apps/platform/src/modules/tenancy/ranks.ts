import { roles, type Role } from '@sonde/contract';

/** The roles are listed from the highest to the lowest. */
const rank = (role: Role): number => roles.length - roles.indexOf(role);

/** Nobody changes, removes or makes somebody above themselves. */
export const mayManage = (actor: Role, other: Role): boolean => rank(actor) >= rank(other);
