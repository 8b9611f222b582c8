// The one door to the contract: the build copies the contract into the package and points this file at the copy.
export * from '@sonde/contract';
export { operationTable } from '@sonde/contract/table';
