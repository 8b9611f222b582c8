export { csvLine, guardFormula, unguardFormula, type Cell } from './csv.ts';
export { cellCharactersMax, cellText, xlsxOf } from './xlsx.ts';
