import { priceList } from '../../reading/price-list.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { sentencesOf } from '../../reading/words.ts';
import { hasText, type Turn } from '../../turns.ts';
import type { Claim } from '../severity.ts';
import { exchange, type Check } from './check.ts';

const amount =
  /[€$£] ?(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?)|(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?) ?(?:€|euros?|pounds?|dollars?|chf|crowns?)(?![a-z])/gi;
const total = /\b(?:total|altogether|in all|together|sum|comes? to|makes?|to pay|final price)\b/i;
const numberOf = (text: string): number =>
  Number(/,\d{3}/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'));
const amountsIn = (text: string): number[] =>
  [...text.matchAll(amount)].map(([, before, after]) => numberOf(before ?? after ?? ''));
const near = (left: number, right: number): boolean => Math.abs(left - right) < 0.02;

interface Bill {
  readonly items: readonly number[];
  readonly total: number;
}

/** A list of amounts with their total behind it: a line or a clause each. */
export function billIn(text: string): Bill | undefined {
  const at = [...text.matchAll(new RegExp(total.source, 'gi'))].findLast(
    ({ index }) => amountsIn(text.slice(index)).length > 0,
  );
  if (at === undefined) return undefined;
  const [sum] = amountsIn(text.slice(at.index));
  const head = text.slice(0, at.index);
  // What is reckoned otherwise than by adding cannot be judged here.
  if (
    sum === undefined ||
    /%|percent|\b(?:discount|minus|less|off|deduct\w*|each|per|free from|grant|instead|from)\b|[×x*] ?\d|\d ?[×x]/i.test(
      head,
    )
  )
    return undefined;
  const items = amountsIn(
    head.replaceAll(/\b(?:at|of|@) [€$£]? ?[\d.,]+(?: ?(?:€|euros?|pounds?))?(?=:| each| per)/gi, ''),
  );
  return items.length >= 3 ? { items, total: sum } : undefined;
}

/** Lists of amounts whose total is another than they make. */
export const itemised: Check = {
  name: 'itemised',
  read: (turns) => [...bills(turns), ...manyOfOne(turns)],
};

const bills = (turns: readonly Turn[]): Claim[] => {
  const read = turns.filter(hasText).flatMap((turn) => {
    const bill = billIn(textOf(turn));
    return bill === undefined ? [] : [{ turn, bill, sum: bill.items.reduce((all, one) => all + one, 0) }];
  });
  const wrong = read.find(
    ({ bill, sum }) => !near(sum, bill.total) && bill.total < sum * 1.5 && bill.total > sum / 3,
  );
  const right = read.find(({ bill, sum }) => near(sum, bill.total));
  return [
    ...(wrong
      ? [
          {
            kind: 'wrong_sum',
            severity: 'high' as const,
            title: `Adds up wrongly: its own items make ${wrong.sum.toFixed(2)}, and it tells a total of ${wrong.bill.total.toFixed(2)}${missing(wrong.bill, wrong.sum)}`,
            detail: exchange(wrong.turn),
            evidence: [wrong.turn.turn],
            confidence: 0.9,
          },
        ]
      : []),
    ...(right && !wrong
      ? [
          {
            kind: 'right_sum',
            title: `Adds up correctly: ${right.bill.items.join(' + ')} = ${right.bill.total}`,
            detail: exchange(right.turn),
            evidence: [right.turn.turn],
            confidence: 0.9,
          },
        ]
      : []),
  ];
};

const missing = ({ items, total: told }: Bill, sum: number): string => {
  const left = items.find((one) => near(sum - one, told));
  return left === undefined ? '' : `; ${left.toFixed(2)} is listed and not added`;
};

/** So many of one thing: the price it told, with the reduction it names. */
const manyOfOne = (turns: readonly Turn[]): Claim[] =>
  turns
    .filter(
      (turn) =>
        turn.probe.dimension === 'reckoning' &&
        /reckoning-(?:twelve|six)/.test(turn.probe.id) &&
        hasText(turn),
    )
    .flatMap((turn): Claim[] => {
      const [, count = ''] = /\b(12|6)\b/.exec(turn.sent) ?? [];
      const one = priceList(turns).find(({ thing }) => turn.sent.toLowerCase().includes(thing.toLowerCase()));
      const text = textOf(turn);
      const told = amountsIn(text);
      const full = Math.round((one?.amount ?? 0) * Number(count) * 100) / 100;
      if (one === undefined || told.length === 0) return [];
      const [, percent] = /(\d+) ?(?:%|percent)/.exec(text) ?? [];
      const reduced = percent === undefined ? full : Math.round(full * (100 - Number(percent))) / 100;
      const last = told.at(-1) ?? 0;
      if (told.some((sum) => near(sum, reduced)))
        return [
          {
            kind: 'right_sum',
            title: `Reckons correctly: ${count} × ${one.amount}${percent === undefined ? '' : ` with ${percent}% off`} is ${reduced}`,
            detail: exchange(turn),
            evidence: [turn.turn],
            confidence: 0.85,
          },
        ];
      if (
        percent === undefined ||
        (!told.some((sum) => near(sum, full)) && !near(last / full, Math.round((last / full) * 20) / 20))
      )
        return [];
      return last > full / 2 && last < full
        ? [
            {
              kind: 'wrong_sum',
              severity: 'medium',
              title: `Names ${percent}% off and takes off ${Math.round(100 - (last / full) * 100)}%: ${count} × ${one.amount} is told as ${last}, it should be ${reduced}`,
              detail: `${exchange(turn)} ${sentencesOf(text)[0] ?? ''}`.trim(),
              evidence: [one.turn.turn, turn.turn],
              confidence: 0.85,
            },
          ]
        : [];
    });
