import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, getTestResult } from '@sonde/contract';
import type { Api } from '../../lib/api.ts';

export type WholeResult = AnswerOf<typeof getTestResult>;

export const resultQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['test-results', id],
    queryFn: ({ signal }) => api.call('getTestResult', { params: { id }, signal }),
  });
