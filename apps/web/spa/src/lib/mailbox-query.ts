import { queryOptions } from '@tanstack/react-query';
import type { Api } from './api.ts';

/** Succeeds only where mail stays in the development mailbox instead of going out. */
export const mailboxQuery = (api: Api) =>
  queryOptions({
    queryKey: ['mailbox', 'present'],
    queryFn: ({ signal }) => api.list('developmentMailbox', { query: { limit: 1 }, signal }),
    retry: false,
  });
