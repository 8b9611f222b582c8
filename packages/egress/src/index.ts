export { createEgress, type Egress, type EgressDependencies } from './egress.ts';
export { createEgressPolicy, type EgressPolicy, type EgressPolicyInput } from './policy.ts';
export { judgeAddress, judgeHost, type EgressRule, type Verdict } from './judge.ts';
export { EgressError, type EgressStage } from './errors.ts';
export type { EgressRequest, EgressResponse } from './request.ts';
export type { EgressWebSocket, EgressWebSocketListener, EgressWebSocketRequest } from './websocket.ts';
export type { Hop } from './redirects.ts';
export { isConnectionHeader } from './redirects.ts';
export type { Resolve, ResolvedAddress } from './guard.ts';
