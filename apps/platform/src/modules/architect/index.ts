export { architectModule } from './module.ts';
