export { callerOf, type Caller } from '#kernel/http';
export { auditModule } from './module.ts';
export { createAudit, type Audit, type AuditEntry } from './service.ts';
