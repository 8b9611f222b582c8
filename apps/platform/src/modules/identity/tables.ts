import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});

export const providerAccounts = pgTable('provider_accounts', {
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  userId: uuid('user_id').notNull(),
  email: text('email'),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at').notNull(),
});

export const oauthFlows = pgTable('oauth_flows', {
  stateHash: bytes('state_hash').primaryKey(),
  browserHash: bytes('browser_hash').notNull(),
  provider: text('provider').notNull(),
  checksSealed: text('checks_sealed').notNull(),
  returnTo: text('return_to'),
  returnOrigin: text('return_origin').notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});
