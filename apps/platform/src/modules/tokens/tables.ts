import { bigint, customType, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
  privateSealed: text('private_sealed').notNull(),
  createdAt: time('created_at').notNull(),
  signsFrom: time('signs_from').notNull(),
  verifiesUntil: time('verifies_until'),
});

export const sessionFamilies = pgTable('session_families', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  method: text('method').notNull(),
  device: text('device').notNull(),
  ip: text('ip'),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  revokedAt: time('revoked_at'),
  revokedReason: text('revoked_reason'),
});

export const refreshTokens = pgTable('refresh_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  familyId: uuid('family_id').notNull(),
  createdAt: time('created_at').notNull(),
  rotatedAt: time('rotated_at'),
  answerSealed: text('answer_sealed'),
});

export const authCodes = pgTable('auth_codes', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  method: text('method').notNull(),
  device: text('device').notNull(),
  ip: text('ip'),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  consumedAt: time('consumed_at'),
  familyId: uuid('family_id'),
  challengeExpiresAt: time('challenge_expires_at'),
  challengeTries: integer('challenge_tries').notNull().default(0),
});

export const singleUseTokens = pgTable('single_use_tokens', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose').notNull(),
  userId: uuid('user_id'),
  dataSealed: text('data_sealed'),
  codeSealed: text('code_sealed'),
  codeTries: integer('code_tries').notNull().default(0),
  recipientHash: bytes('recipient_hash'),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  consumedAt: time('consumed_at'),
});

export const apiTokens = pgTable('api_tokens', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  userId: uuid('user_id').notNull(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  tokenHash: bytes('token_hash').notNull(),
  tokenObfuscated: text('token_obfuscated').notNull(),
  kid: text('kid').notNull(),
  permissions: text('permissions').array(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at'),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
});

export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id').primaryKey(),
  secretSealed: text('secret_sealed'),
  enabledAt: time('enabled_at'),
  pendingSealed: text('pending_sealed'),
  pendingUntil: time('pending_until'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  failedTries: integer('failed_tries').notNull().default(0),
  lockedUntil: time('locked_until'),
});

export const recoveryCodes = pgTable('recovery_codes', {
  userId: uuid('user_id').notNull(),
  codeHash: bytes('code_hash').notNull(),
});

export const knownDevices = pgTable('known_devices', {
  userId: uuid('user_id').notNull(),
  device: text('device').notNull(),
  network: text('network').notNull(),
  firstSeenAt: time('first_seen_at').notNull(),
});
