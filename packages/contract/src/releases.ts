import { z } from 'zod';
import { defineOperation } from './operation.ts';

const tag = 'System';

export const Release = z.object({
  version: z.string(),
  date: z.iso.date(),
  components: z.record(z.string(), z.string()).meta({ description: 'The version of each program in it' }),
  notes: z.string().meta({ description: 'Markdown' }),
});
export type Release = z.output<typeof Release>;

export const listReleases = defineOperation({
  id: 'releases.list',
  method: 'GET',
  path: '/releases',
  tag,
  summary: 'What has been released, newest first; the first one is what runs',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'credential' },
  answers: { 200: z.array(Release) },
});

export const getAddresses = defineOperation({
  id: 'system.addresses',
  method: 'GET',
  path: '/addresses',
  tag,
  summary: 'Under which addresses agents, exporters, the SDK and the command line find this installation',
  description:
    'Told to everybody, so that a program that was given the address of the web app finds the API.',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'public' },
  answers: {
    200: z.object({
      api_url: z.string(),
      mcp_url: z.string(),
      otlp_traces_url: z.string(),
      web_url: z.string(),
      is_configured: z
        .boolean()
        .meta({ description: 'Without API_PUBLIC_URL the addresses are good on this machine alone' }),
    }),
  },
});
