/** The user's own figures, by what they are. */
export type Figures = Readonly<Partial<Record<FigureName, number>>>;

const figureNames = [
  'coinsurance',
  'percentDeductible',
  'deductible',
  'outOfPocketMax',
  'value',
  'owed',
  'rebuilding',
  'insured',
  'limit',
  'premium',
  'monthsUsed',
  'damage',
] as const;

type FigureName = (typeof figureNames)[number];

const number = String.raw`(?:\$|usd |eur |€|£)? ?(\d[\d,]*(?:\.\d+)?) ?(k|thousand|million|mio)?\b(?! ?(?:%|percent|years?|months?|days?|weeks?|old))(?: ?(?:\$|€|dollars?|bucks|euros?|usd))?`;
const percent = String.raw`(\d+(?:\.\d+)?) ?(?:%|percent|per cent|pct)()`;
const link = String.raw`(?: ?(?:is|was|are|of|at|for|to|only|just|about|around|=|:|costs?|be|has|a|an|comes|around|roughly|about|would|will|now|it|currently|in|total))* ?`;
const loss = String.raw`(?:damages?|damaged|repairs?|bill|bills|surgery|operation|treatment|hospital|procedure|mri|loss|estimate|invoice|claim|costs?|vet)`;

/** Tried in this order; what one has read, the next no longer sees. */
const readers: ReadonlyArray<readonly [FigureName, readonly string[]]> = [
  [
    'percentDeductible',
    [
      String.raw`${percent} (?:of |named )?(?:hurricane |wind |windstorm |storm |earthquake |hail |wind\/hail )?deductible`,
      String.raw`(?:hurricane|wind|windstorm|storm|earthquake|hail) deductible${link}${percent}`,
    ],
  ],
  [
    'coinsurance',
    [
      String.raw`${percent} (?:co ?-?insurance|copay|co-pay|of the (?:rest|bill)|after)`,
      String.raw`co ?-?insurance${link}${percent}`,
      String.raw`(?:i pay|my share is) ${percent}`,
    ],
  ],
  [
    'outOfPocketMax',
    [
      String.raw`(?:out[ -]of[ -]pocket|oop)(?: ?-?(?:max|maximum|limit))?${link}${number}`,
      String.raw`${number} (?:out[ -]of[ -]pocket|oop)`,
    ],
  ],
  [
    'deductible',
    [String.raw`${number} (?:\w+ )?(?:deductible|excess)`, String.raw`(?:deductible|excess)${link}${number}`],
  ],
  [
    'owed',
    [
      String.raw`(?:owe|owed|owing|loan|lease|left to pay)(?: (?:still|the|bank|on|it|them|balance|him))*${link}${number}`,
      String.raw`${number} (?:left )?(?:on|of) (?:the|my|a) (?:\w+ )?(?:loan|lease)`,
    ],
  ],
  [
    'insured',
    [
      String.raw`insured(?: (?:it|the house|my house|the building))?${link}${number}`,
      String.raw`(?:dwelling (?:coverage|limit)|coverage)${link}${number}`,
    ],
  ],
  [
    'rebuilding',
    [
      String.raw`(?:rebuild|rebuilding|reconstruct\w*)(?: (?:it|cost|costs|the|my|house))*${link}${number}`,
      String.raw`${number} to rebuild`,
    ],
  ],
  ['limit', [String.raw`limits?${link}${number}`, String.raw`${number} (?:\w+ )?limit`]],
  [
    'premium',
    [
      String.raw`premium${link}${number}(?: (?:a|per) year| yearly| annually)`,
      String.raw`(?:paid|pay|paying)${link}${number} (?:for (?:a|the|one) (?:\w+ )?year|a year|per year|yearly)`,
    ],
  ],
  ['monthsUsed', [String.raw`after (\d+) ()months?`]],
  ['value', [String.raw`(?:worth|value|valued|market price)${link}${number}`]],
  [
    'damage',
    [
      String.raw`${loss}(?: (?:\w+ )?){0,2}${link}${number}`,
      String.raw`${number} (?:of |in |worth of |for )?(?:\w+ ){0,2}${loss}`,
      String.raw`(?:it|that|they)(?: (?:\w+ )?)(?:costs?|charge|want)${link}${number}`,
    ],
  ],
];

const patterns = readers.map(
  ([name, alternatives]) => [name, alternatives.map((text) => new RegExp(text))] as const,
);

/** Figures that a message names together with what they are. */
export function readFigures(message: string): Figures {
  let rest = message.toLowerCase().replaceAll(/[’']/g, '');
  const figures: Partial<Record<FigureName, number>> = {};
  for (const [name, alternatives] of patterns) {
    for (const pattern of alternatives) {
      const found = pattern.exec(rest);
      const amount = found === null ? undefined : amountOf(found[1], found[2]);
      if (found === null || amount === undefined) continue;
      figures[name] = amount;
      const at = found.index + found[0].indexOf(found[1] ?? '');
      rest = `${rest.slice(0, at)}${rest.slice(at + (found[1] ?? '').length)}`;
      break;
    }
  }
  return figures;
}

function amountOf(digits: string | undefined, unit = ''): number | undefined {
  if (digits === undefined) return undefined;
  const value = Number(digits.replaceAll(',', ''));
  if (!Number.isFinite(value)) return undefined;
  return value * (unit === '' ? 1 : unit.startsWith('m') ? 1_000_000 : 1_000);
}

/** Asks what comes out. */
const asksAmount =
  /\b(?:how (?:much|bad)|what (?:do|would|will|does|did|am|is|s)\b.*\b(?:i|they|it|my)|numbers?|calculate|is (?:that|it|this) bad|do (?:i|they) (?:get|pay|owe)|cover (?:it|that|this|the rest)|pay (?:that|the rest))\b/;

/** A sum with the user's own figures; undefined where they do not make one or were not asked about now. */
export function sumOf(message: string, figures: Figures, now: Figures): string | undefined {
  if (Object.keys(now).length === 0 && !asksAmount.test(message.toLowerCase())) return undefined;
  return (
    totalLoss(message, figures) ??
    percentDeductible(figures) ??
    sharedBill(figures) ??
    underinsured(figures) ??
    refund(figures) ??
    plainDeductible(figures) ??
    aboveLimit(figures)
  );
}

function totalLoss(message: string, { value, deductible, owed, damage }: Figures): string | undefined {
  if (value === undefined || damage !== undefined || (deductible === undefined && owed === undefined))
    return undefined;
  const payout = Math.max(0, value - (deductible ?? 0));
  const parts =
    deductible === undefined
      ? [`After a total loss the insurer pays the value of ${said(value)}, less your deductible.`]
      : [
          `${said(value)} − ${said(deductible)} = ${said(payout)}: after a total loss the insurer pays the value less your deductible, so about ${said(payout)}.`,
        ];
  if (owed !== undefined && owed > value)
    parts.push(
      `You owe ${said(owed)}, so ${said(owed)} − ${said(value)} = ${said(owed - value)} of the loan is above the car's value: gap insurance pays that, without it you do.`,
    );
  else if (owed !== undefined || /\bgap\b/i.test(message))
    parts.push('As you owe no more than that, there is no gap for gap insurance to pay.');
  parts.push(
    'The insurer decides about the value just before the loss; you can question it with comparable offers.',
  );
  return parts.join(' ');
}

function percentDeductible({ percentDeductible: share, insured, damage }: Figures): string | undefined {
  if (share === undefined || insured === undefined) return undefined;
  const own = (insured * share) / 100;
  const first = `The deductible is ${share} % of the insured amount: ${said(insured)} × ${share} % = ${said(own)}.`;
  if (damage === undefined) return `${first} That much of such a loss is yours, whatever its size.`;
  const paid = Math.max(0, damage - own);
  return `${first} Of ${said(damage)} of damage you pay ${said(Math.min(own, damage))}, and the insurer pays ${said(damage)} − ${said(Math.min(own, damage))} = ${said(paid)}.`;
}

function sharedBill({ coinsurance, deductible = 0, damage, outOfPocketMax }: Figures): string | undefined {
  if (damage === undefined || coinsurance === undefined) return undefined;
  const first = Math.min(deductible, damage);
  const rest = damage - first;
  const share = (rest * coinsurance) / 100;
  const whole = first + share;
  const sum =
    deductible > 0
      ? `You pay the deductible of ${said(first)} first, then ${coinsurance} % of the other ${said(rest)}, which is ${said(share)}: ${said(first)} + ${said(share)} = ${said(whole)}.`
      : `You pay ${coinsurance} % of ${said(damage)}, which is ${said(share)}, once the deductible is met.`;
  if (outOfPocketMax === undefined)
    return `${sum} The plan pays the other ${said(damage - whole)}. It is less if you reach the out-of-pocket maximum, and can be more outside the network.`;
  const own = Math.min(whole, outOfPocketMax);
  const capped =
    whole > outOfPocketMax
      ? `As the out-of-pocket maximum is ${said(outOfPocketMax)}, you pay no more than that, and the plan pays the other ${said(damage - own)}.`
      : `That is below the out-of-pocket maximum of ${said(outOfPocketMax)}, so you pay it all, and the plan pays ${said(damage - own)}.`;
  return `${sum} ${capped}`;
}

function underinsured({ rebuilding, insured, damage }: Figures): string | undefined {
  if (rebuilding === undefined || insured === undefined) return undefined;
  if (insured >= rebuilding)
    return `Your insured amount of ${said(insured)} covers the rebuilding cost of ${said(rebuilding)}.`;
  const needed = rebuilding * 0.8;
  const loss = damage ?? 40_000;
  const partly =
    insured < needed
      ? `With a coinsurance clause of 80 % you would need ${said(needed)}; having ${said(insured)}, a loss of ${said(loss)} would pay only ${said(insured)} ÷ ${said(needed)} × ${said(loss)} = ${said(Math.round((insured / needed) * loss))}, less the deductible.`
      : 'You keep the 80 % that coinsurance clauses mostly ask for, so smaller losses are paid in full, less the deductible.';
  return `Yes, that is a gap: ${said(rebuilding)} − ${said(insured)} = ${said(rebuilding - insured)} would be missing after a total loss. ${partly} Raise the limit to the rebuilding cost.`;
}

function refund({ premium, monthsUsed }: Figures): string | undefined {
  if (premium === undefined || monthsUsed === undefined || monthsUsed >= 12) return undefined;
  const left = 12 - monthsUsed;
  const back = Math.round((premium * left) / 12);
  return `${left} of 12 months are unused: ${said(premium)} × ${left} ÷ 12 = ${said(back)} come back, if you paid the year in advance, less a cancellation fee if the policy has one.`;
}

function plainDeductible({ damage, deductible, value }: Figures): string | undefined {
  if (damage === undefined || deductible === undefined) return undefined;
  if (damage <= deductible)
    return `${said(damage)} is not more than your deductible of ${said(deductible)}, so the insurer pays nothing and you pay it all; a claim would bring you nothing.`;
  if (value !== undefined && damage > value) return totalLoss('', { value, deductible });
  return `${said(damage)} − ${said(deductible)} = ${said(damage - deductible)}: you pay the deductible of ${said(deductible)}, and the insurer pays ${said(damage - deductible)}, if the loss is covered and below the limit.`;
}

function aboveLimit({ damage, limit }: Figures): string | undefined {
  if (damage === undefined || limit === undefined) return undefined;
  return damage > limit
    ? `The insurer pays up to the limit of ${said(limit)}; ${said(damage)} − ${said(limit)} = ${said(damage - limit)} are yours to pay.`
    : `${said(damage)} is within the limit of ${said(limit)}, so the insurer can pay all of it, less a deductible if there is one.`;
}

function said(amount: number): string {
  return (Math.round(amount * 100) / 100).toLocaleString('en-US');
}
