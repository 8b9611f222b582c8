import { findKind, settingLabel, settingText } from '#metrics';
import type { Draft, DraftMetric } from './fields.ts';
import { writtenIn } from './javascript.ts';

const mostLines = 20;
const mostCharacters = 200;

/** What will judge the tests of a row, in words for whoever looks before anything is made. It is the same for each prompt. */
export function judgedBy([first]: readonly Draft[]): string[] {
  if (!first || first.metrics.length === 0) return [];
  const { metrics, weighedThreshold } = first;
  const more = metrics.length - mostLines;
  return [
    ...metrics.slice(0, mostLines).map(lineOf),
    ...(more > 0 ? [`${more} more`] : []),
    ...(weighedThreshold === null ? [] : [`The weighed mean of these decides, from ${weighedThreshold} on`]),
  ];
}

function lineOf({ metric, made, args, threshold, negate }: DraftMetric): string {
  const said = made ? madeWords(made, args ?? {}) : metric;
  const bound = threshold === undefined ? '' : `, threshold ${threshold}`;
  return shortened(`${negate ? 'Passes where this is not so: ' : ''}${said}${bound}`);
}

function madeWords(made: NonNullable<DraftMetric['made']>, given: Readonly<Record<string, unknown>>): string {
  if (made.backend === 'judge') {
    const least = made.threshold === undefined ? '' : `, from ${made.threshold} of 1 on`;
    return `A language model judges (this needs one)${least}: ${made.evaluation_prompt}`;
  }
  if (made.backend === 'code') return `A script that stands in the file judges: ${writtenIn(made.source)}`;
  if (made.kind === 'for_a_person')
    return `${findKind(made.kind)?.title ?? made.kind}: ${textOf(given['what'])}`;
  const settings = Object.entries({ ...made.args, ...given }).flatMap(([name, value]) =>
    value === false || name === 'decides' || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [
          value === true
            ? settingLabel(made.kind, name).toLowerCase()
            : typeof value === 'number'
              ? `${settingLabel(made.kind, name)} ${value}`
              : shortened(settingText(made.kind, name, value)),
        ],
  );
  const named = findKind(made.kind)?.title ?? made.kind;
  const title = made.args['decides'] === true ? `${named} (decides; what is unclear stays open)` : named;
  return settings.length === 0 ? title : `${title}: ${settings.join('; ')}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const shortened = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…`.toWellFormed() : text;
