import { Problem } from '@sonde/server-kit';

export const tooManyExplorations = (max: number): Problem =>
  new Problem(
    'limited',
    'exploration.too_many',
    `${max} explorations of your organization are waiting or running already. Wait until one has finished, or stop one.`,
    { headers: { 'retry-after': '30' } },
  );
