import { jsonPathOf, keyOf, leavesOf, type Json, type Path } from '../json-value.ts';
import { outputNameScore } from '../names.ts';
import { parseRelaxedJson } from './relaxed-json.ts';

/** The places whose pieces, put together over all events of a stream, read like an answer; best first. */
export function rankEvents(events: readonly Json[], marker?: string) {
  const texts = new Map<string, { path: Path; text: string; count: number }>();
  for (const event of events)
    for (const { path, value } of typeof event === 'object' && event !== null ? leavesOf(event) : []) {
      if (typeof value !== 'string') continue;
      const key = jsonPathOf(path);
      const known = texts.get(key) ?? { path, text: '', count: 0 };
      texts.set(key, { path, text: known.text + value, count: known.count + 1 });
    }
  return [...texts.entries()]
    .map(([expression, { path, text, count }]) => ({
      path,
      expression,
      text,
      score:
        outputNameScore(keyOf(path)) +
        Math.min(30, count * 5) +
        // Pieces of a sentence have spaces between them; kinds of event and ids have none.
        (/\S\s+\S|\s$/.test(text) ? 40 : 0) +
        (marker !== undefined && text.includes(marker) ? 60 : 0),
    }))
    .toSorted((left, right) => right.score - left.score);
}

/** The events of a stream written down as text: `data:` lines, or one JSON value a line. */
export function eventsInText(text: string): Json[] {
  return text.split('\n').flatMap((line): Json[] => {
    const source = line.trim().replace(/^data:\s*/, '');
    const parsed = /^[{[]/.test(source) ? parseRelaxedJson(source) : undefined;
    return parsed && source.slice(parsed.end).trim() === '' ? [parsed.value] : [];
  });
}
