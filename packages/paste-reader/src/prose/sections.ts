export type Section = {
  readonly from: number;
  readonly to: number;
  readonly method: string;
  readonly path: string;
};

const ROUTE =
  /^[ \t#*`>•-]*(?:\d+(?:\.\d+)*[.)]?[ \t]*)?[`*]*(POST|PUT|PATCH|GET|DELETE)[`*]*[ \t:]+[`*]*((?:https?:\/\/[^\s`*|]+|\/[\w\-./{}:<>]*))[^\n]*$/gm;

/**
 * The parts of a document that tell of several operations, each below its own method and path. A mere list of routes is
 * no such document: what follows it belongs to any of them.
 */
export function sectionsOf(text: string): Section[] {
  const routes = [...text.matchAll(ROUTE)];
  const paths = new Set(routes.map((match) => `${match[1]} ${match[2]}`));
  if (paths.size < 2) return [];
  return routes.flatMap((match, index): Section[] => {
    const next = routes[index + 1];
    const before = routes[index - 1];
    const isListed =
      (before !== undefined && isBeside(text, before, match)) ||
      (next !== undefined && isBeside(text, match, next) && index === 0);
    return isListed
      ? []
      : [
          {
            from: match.index,
            to: next?.index ?? text.length,
            method: match[1] ?? 'POST',
            path: (match[2] ?? '').replace(/[.,;:]+$/, ''),
          },
        ];
  });
}

const isBeside = (text: string, left: RegExpExecArray, right: RegExpExecArray): boolean =>
  text.slice(left.index + left[0].length, right.index).trim() === '' &&
  right.index - left.index - left[0].length <= 1;
