export type { AccessGate, MemberPrincipal, Principal } from './access.ts';
export { Answer, Page, redirect } from './answer.ts';
export { createCallerAddress } from './caller-address.ts';
export { createCursors, type Cursors } from './cursors.ts';
export { callerOf, type Caller } from './caller.ts';
export type { Deed, WriteDeed } from './deed.ts';
export { createMount, type Mount } from './mount.ts';
export { createHttpServer, invalidInput, reportFailure } from './server.ts';
export { createUpgrades, type UpgradeHandler, type Upgrades } from './upgrade.ts';
