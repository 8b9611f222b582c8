export * from './targets/index.ts';
