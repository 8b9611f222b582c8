import { Problem } from '@sonde/server-kit';

export const tooManyExplorations = (max: number): Problem =>
  new Problem(
    'limited',
    'exploration.too_many',
    `${max} explorations of your organization are waiting or running already. Wait until one has finished, or stop one.`,
    { headers: { 'retry-after': '30' } },
  );

export const withoutResult = (): Problem =>
  new Problem(
    'invalid',
    'exploration.without_result',
    'This job is no exploration that has ended with a result. Wait for its end, or choose another.',
  );

export const otherEndpoint = (): Problem =>
  new Problem(
    'invalid',
    'exploration.other_endpoint',
    'The two explorations are of different endpoints. Choose two of one endpoint.',
  );
