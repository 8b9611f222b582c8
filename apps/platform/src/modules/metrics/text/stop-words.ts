/** Small words by language: they carry no subject, and tell which language a text is in. */
const small: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on once only or other our ours out over own same she should so some such than that the their theirs them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your yours may might must shall within upon per via however therefore',
  ),
  de: list(
    'aber alle als also am an auch auf aus bei bin bis bitte da damit dann das dass dem den der des die dies diese dieser dieses doch du durch ein eine einem einen einer eines er es für gegen haben hat ich ihr ihre im in ist ja kann kein keine können man mehr mein mit nach nicht noch nur ob oder sein sich sie sind so über um und uns unser unter vom von vor war was wenn werden wie wir wird wurde zu zum zur ihnen ihren sowie jedoch',
  ),
  fr: list(
    'au aux avec ce ces cette dans de des du elle en est et être eu il ils je la le les leur leurs lui mais me même mes moi mon ne nos notre nous on ou où par pas plus pour qu que qui sa se ses si son sont sur ta te tes toi tu un une vos votre vous y a à sans peut été ont',
  ),
  es: list(
    'a al algo como con contra cual cuando de del desde donde el ella ellos en entre era es esa ese eso esta este esto están fue ha hay la las le les lo los más me mi muy no nos o para pero por porque que quien se ser si sin sobre son su sus también te tiene todo tu un una uno usted y ya puede',
  ),
  it: list(
    'a ad ai al alla anche che chi ci come con da dal dalla dei del della delle di e è ed gli ha hanno i il in io la le lei lo loro ma mi nel nella non o per più può quando questa questo se si sono su sul tra tu un una uno voi',
  ),
  pt: list(
    'a ao aos as com como da das de do dos e é ela ele em entre era essa esse esta este eu foi há já mais mas me meu muito na não nas no nos o os ou para pela pelo por qual quando que quem se sem ser seu sua são também te tem um uma você',
  ),
  nl: list(
    'aan als bij dan dat de deze die dit door een en er geen haar had heb hebben heeft het hij hoe hun ik in is je kan maar meer met mijn na naar niet nog of om onder ons ook op over te tot u uit van voor was wat we wel werd worden wordt ze zich zijn zo',
  ),
};

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const all = new Set(Object.values(small).flatMap((words) => [...words]));

export const isSmallWord = (word: string): boolean => all.has(word) || word.length < 2;

/** How many of the words are small words of each language. */
export const smallWordsBy = (words: readonly string[]): (readonly [string, number])[] =>
  Object.entries(small).map(
    ([language, set]) => [language, words.filter((word) => set.has(word)).length] as const,
  );

/** The language of most small words; undefined where there are too few to tell. */
export function likelyLanguage(words: readonly string[]): string | undefined {
  const [first, second] = smallWordsBy(words).toSorted((left, right) => right[1] - left[1]);
  if (!first || first[1] < 4 || first[1] / words.length < 0.15) return undefined;
  return first[1] >= (second?.[1] ?? 0) * 1.3 ? first[0] : undefined;
}

/** One form for the commonest endings, so that "claims", "claimed" and "claim" are one word. Never shown. */
export function stemOf(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const stem = word
    .replace(/['’]s?$/, '')
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=\p{L}{4})(?:ations?|ungen|ung|ments?|ingly|ings?|edly|ness)$/u, '')
    .replace(/(?<=\p{L}{3})(?:ing|ers?|ed|en|es|em|ly|e|s|n)$/u, '');
  return stem.length >= 3 ? stem.replace(/([bdgmnprt])\1$/, '$1') : word;
}
