/**
 * Words by what they do to a statement, in English, German, French and Spanish. What is in none of these lists counts: a statement
 * that is said with one such word more may be another one.
 */
const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** They carry nothing of their own, whatever stands beside them. */
export const silent = list(`
  a an the is are am be been being it its this that these those there they them their our your my and of at in on for with
  will shall do does who which as so
  der die das den dem des ein eine einen einem einer eines ist sind sein im am an zum zur und von vom für mit es er ihr ihre ihren
  ihrem ihrer unser unsere unserer mein meine um werden wird dass da
  le la les un une des de du est sont être à au aux en et il elle ils elles ce cette ces que qui notre nos votre vos se ne dans
  el los las un una unos unas es son está están ser a al del en lo su sus nuestro nuestra este esta
`);

/** Of those, they say where, for what or whose: they need not be said, but another one in their place is another statement. */
const lightForms: Readonly<Record<string, string>> = {
  at: 'at',
  in: 'in im dans en',
  on: 'on',
  for: 'for für pour para',
  with: 'with mit avec con',
  an: 'an am',
  à: 'à au aux',
  our: 'our my unser unsere unserer mein meine notre nos nuestro nuestra',
  your: 'your ihr ihre ihren ihrem ihrer votre vos',
  their: 'their',
};
const light = new Map(
  Object.entries(lightForms).flatMap(([form, words]) =>
    words.split(' ').map((word) => [word, form] as const),
  ),
);
export const lightOf = (word: string): string | undefined => light.get(word);

/** What is said beside any statement and leaves it as it is. */
export const neutral = list(`
  please thanks thank hello hi hey dear welcome sure certainly definitely course indeed exactly right correct yes well great good question
  asking happy glad help unfortunately sadly sorry currently simply kindly note know answer say info information according policy
  policies terms gladly absolutely confirm let ok okay just rules details list overview following summary facts found
  bitte danke gern gerne hallo leider natürlich selbstverständlich ja gute frage derzeit aktuell genau guten tag
  merci bonjour bien sûr oui malheureusement actuellement volontiers
  gracias hola claro sí lamentablemente actualmente
`);

/** One form for what is said in several, where the matter is the same. */
const forms: Readonly<Record<string, string>> = {
  not: 'no pas never cannot neither nor nobody none nicht nie niemals pas jamais nunca jamás aucun aucune kein keine keinen keinem keiner keines ningún ninguna',
  without: 'ohne sans sin',
  cost: 'costs price priced prices fee fees charge charges charged kostet kosten coûte coûtent cuesta cuestan costing',
  get: 'gets receive receives',
  discount: 'discounts off rabatt',
  allow: 'allowed permit permitted allows',
  erlaubt: 'gestattet',
  autorisé: 'autorisés autorisée autorisées permis admis admise admises',
  can: 'may able possible',
  kann: 'können darf dürfen möglich',
  peut: 'peuvent pouvez possible',
  puede: 'pueden puedes posible',
  must: 'müssen muss doit doivent devez debe deben',
  need: 'needs needed require requires required necessary',
  keep: 'keeps kept',
  we: 'us i me wir uns ich mich mir nous je j nosotros yo',
  you: 'sie ihnen du dich dir vous tu te usted ustedes',
};
const formOf = new Map(
  Object.entries(forms).flatMap(([form, words]) => words.split(' ').map((word) => [word, form] as const)),
);

/** Several words that are said for one, or for none. */
const phrases = new Map<string, string>(
  Object.entries({
    'have to': 'must',
    'has to': 'must',
    'need to': 'must',
    'needs to': 'must',
    'it is possible': 'can',
    'is it possible': 'can',
    'you pay': 'cost',
    'do you pay': 'cost',
    'do i pay': 'cost',
    'we charge': 'cost',
    'do you charge': 'cost',
    'cost you': 'cost',
    'costs you': 'cost',
    'how much is': 'cost',
    'how much are': 'cost',
    'not allowed': 'not allow',
    forbidden: 'not allow',
    prohibited: 'not allow',
    banned: 'not allow',
    verboten: 'not erlaubt',
    untersagt: 'not erlaubt',
    interdit: 'not autorisé',
    interdits: 'not autorisé',
    'no longer': 'not anymore',
    'any more': 'anymore',
    'nicht mehr': 'not anymore',
    'as said before': '',
    'as mentioned before': '',
    'as i said': '',
    'of course': '',
    'bien sûr': '',
    'por supuesto': '',
    'i am afraid': '',
    "i'm afraid": '',
    'i can confirm': '',
    'i can tell you': '',
    'we are sorry': '',
    'i am sorry': '',
    "i'm sorry": '',
    'es tut mir leid': '',
    'lo siento': '',
    'je suis désolé': '',
    'you heard right': '',
    'let me check': '',
  }),
);
export const phraseMost = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length));

/** The form of a word, or of several; undefined where there is none but its own. */
export const canonical = (words: string): string | undefined => phrases.get(words) ?? formOf.get(words);

/** What limits, denies or puts off, also where the question says it; beside a statement it may set it aside. */
export const turning = list(`
  not without only except unless if whether but however although though while whereas instead otherwise until till than more less fewer
  hardly rarely seldom barely scarcely almost nearly once was were had used could would should might maybe perhaps possibly probably
  likely usually normally typically generally often sometimes mostly or either other others another some many most few certain
  alone except excluding besides unlike anymore wrong false untrue myth mistaken mistake incorrect outdated formerly previously
  former ever far doubt think believe guess suppose assume reckon glaube denke crois pense creo depends depending provided assuming supposed extra plus minus additional from before after when
  nur außer ausgenommen ob wenn falls sofern aber jedoch sondern statt bis mehr weniger kaum selten fast war waren früher ehemals
  könnte würde vielleicht oder andere anderen manche viele einige meist meistens normalerweise zuzüglich ab vor nach falsch erst
  seulement sauf excepté si mais cependant sinon jusqu plus moins presque était étaient avant après peut-être ou autre autres certains
  plusieurs quelques normalement parfois uniquement hormis quand dès
  solo sólo salvo excepto pero sino hasta más menos casi apenas era eran antes después quizá quizás tal o otro otra otros algunos muchos
  normalmente cuando desde
`);

/** Beside a yes that is expected these say no, and beside a no they say yes. */
export const permitting = list(`
  fine ok okay welcome ahead gladly free always allow may can sure love happy accept accepted willkommen gern gerne erlaubt kann
  bienvenu bienvenus autorisé peut bienvenidos puede
`);

/** It says of everything, or of whoever asks, and names no other matter. */
export const general = list(
  'any anytime time always all day every also too ours mine yours we you can welcome gern immer alle toujours siempre today here',
);

/** They carry an amount, and need not be said with it. */
export const carriers = list(
  'has hav have get take tak last cost beträgt dauert liegt hat dur tien dura amount com',
);

/** These stay as they are written. */
export const isListed = (word: string): boolean =>
  turning.has(word) || neutral.has(word) || permitting.has(word) || general.has(word);

/** What was so is no other statement where the question asks what was. */
export const tenses = list('was were had did war waren hatte était étaient avait era eran había');

const opposites: readonly (readonly [string, string])[] = (
  'open clos|allow forbid|includ exclud|arriv leav|arriv depart|first last|before after|left right|buy sell|accept refus|cheap expensiv|' +
  'min max|minimum maximum|free paid|on off|up down|in out|start end|begin end|enter exit|with without|morn even|day night|lend borrow|' +
  'send receiv|open shut|öffn schließ|öffnet schließt|ouvr ferm|abrir cerrar|abr cierr|work fail|keep delet|valid invalid|inside outside'
)
  .split('|')
  .map((pair) => {
    const [one = '', other = ''] = pair.split(' ');
    return [one, other];
  });
const oppositeOf = Map.groupBy(
  opposites.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
  ([one]) => one ?? '',
);
export const oppositesOf = (root: string): readonly string[] =>
  (oppositeOf.get(root) ?? []).map(([, other]) => other ?? '');

/** Of a question with two cases in it, each word of an answer may be of either. */
export const contrasting = list(
  'or and than compared versus vs but if not instead oder und als statt ou et que mais o y pero si',
);

/** Who pays, and who is paid: a price is no neutral word beside them. */
export const moneyMoves = list(
  'pay pays paid owe owes get refund refunds save saves sav win earn zahlt zahlen spart erstattet paie paient rembourse paga pagan ahorra return',
);
