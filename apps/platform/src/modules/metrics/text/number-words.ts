/** Numbers in words, in English, German, French and Spanish, without those that are a word of another one: `once`, `sept`. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...english(),
  ...german(),
  ...listed(
    'zéro deux trois quatre cinq huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
    [0, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  ),
  ...listed(
    'vingt-quatre vingt-cinq vingt-huit trente trente-cinq quarante quarante-cinq cinquante soixante',
    [24, 25, 28, 30, 35, 40, 45, 50, 60],
  ),
  ...listed(
    'cero dos tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
    [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  ),
  ...listed(
    'veinticuatro veinticinco veintiocho treinta cuarenta cincuenta sesenta',
    [24, 25, 28, 30, 40, 50, 60],
  ),
]);

function listed(words: string, values: readonly number[]): [string, number][] {
  return words.split(' ').map((word, at) => [word, values[at] ?? 0]);
}

function english(): [string, number][] {
  const ones =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    );
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
  return [
    ...tens.flatMap((ten, at) =>
      ones.slice(1, 10).flatMap((one, plus): [string, number][] => [
        [`${ten}-${one}`, (at + 2) * 10 + plus + 1],
        [`${ten} ${one}`, (at + 2) * 10 + plus + 1],
      ]),
    ),
    ...ones.map((word, value): [string, number] => [word, value]),
    ...tens.map((word, at): [string, number] => [word, (at + 2) * 10]),
    ['a hundred', 100],
    ['one hundred', 100],
    ['a dozen', 12],
  ];
}

function german(): [string, number][] {
  const ones =
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
      ' ',
    );
  const tens = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
  return [
    ...tens.flatMap((ten, at) =>
      ones
        .slice(1, 10)
        .map((one, plus): [string, number] => [
          `${one === 'eins' ? 'ein' : one}und${ten}`,
          (at + 2) * 10 + plus + 1,
        ]),
    ),
    ...ones.map((word, value): [string, number] => [word, value]),
    ...tens.map((word, at): [string, number] => [word, (at + 2) * 10]),
    ['hundert', 100],
  ];
}
