export { callerOf, createAudit, type Audit, type AuditEntry, type Caller } from './service.ts';
