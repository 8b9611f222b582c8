export { callerOf, type Caller } from '#kernel/http';
export { createAudit, type Audit, type AuditEntry } from './service.ts';
