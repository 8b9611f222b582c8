export { autoconfigureRoutes } from './routes.ts';
export { createAutoconfigure, type Autoconfigure, type AutoconfigureOptions } from './service.ts';
