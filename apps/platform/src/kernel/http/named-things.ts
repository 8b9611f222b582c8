import { permissionsByField, type Operation } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { Principal } from './access.ts';

/** Refuses a body that names what the caller may not read or change by itself; the contract says which fields do. */
export function requireNamed({ access }: Operation, principal: Principal | undefined, body: unknown): void {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  for (const [field, permission] of permissionsByField(access))
    if (isFilledIn(given[field]) && !principal?.permissions.has(permission))
      throw new Problem(
        'forbidden',
        'auth.permission_denied',
        `This needs the permission ${permission}, for what \`${field}\` names.`,
      );
}

/** An empty list names nothing. */
const isFilledIn = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
