export { csvLine, guardFormula, unguardFormula, type Cell } from './csv.ts';
export { cellCharactersMax, cellText, escapeXml, xlsxOf } from './xlsx.ts';
