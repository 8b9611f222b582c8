export { autoconfigureModule } from './module.ts';
export { createAutoconfigure, type Autoconfigure, type AutoconfigureOptions } from './service.ts';
