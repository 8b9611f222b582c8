export type { AccessGate, MemberPrincipal, Principal } from './access.ts';
export { Answer, Page, redirect } from './answer.ts';
export { planList, type ListFields, type ListPlan } from './list-query.ts';
export { createMount, type Mount } from './mount.ts';
export { createHttpServer, invalidInput } from './server.ts';
export { createUpgrades, type UpgradeHandler, type Upgrades } from './upgrade.ts';
