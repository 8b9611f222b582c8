/** Which methods a path has, for whoever asks with another one. */
export function createRouteTable() {
  const routes: { readonly method: string; readonly segments: readonly string[] }[] = [];
  return {
    add(method: string | readonly string[], url: string): void {
      for (const one of [method].flat()) routes.push({ method: one, segments: segmentsOf(url) });
    },
    methodsAt(target: string): string[] {
      const asked = segmentsOf(target.split('?', 1)[0] ?? '');
      const fitting = routes.filter(({ segments }) => fits(segments, asked)).map(({ method }) => method);
      return [...new Set(fitting)].sort();
    },
  };
}

const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/');

const fits = (pattern: readonly string[], asked: readonly string[]): boolean =>
  pattern.length === asked.length &&
  pattern.every((part, index) => (part.startsWith(':') ? asked[index] !== '' : part === asked[index]));
