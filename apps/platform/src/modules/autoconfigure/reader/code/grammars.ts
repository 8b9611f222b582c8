import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Language, Parser, type Tree } from 'web-tree-sitter';

export type CodeLanguage =
  | 'python'
  | 'javascript'
  | 'typescript'
  | 'tsx'
  | 'go'
  | 'java'
  | 'c-sharp'
  | 'php'
  | 'ruby';

/** Parses with tree-sitter; each grammar is loaded once, on first use. */
export interface Grammars {
  parse(text: string, language: CodeLanguage): Promise<Tree | undefined>;
}

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json')),
  'wasm',
);

export function createGrammars(): Grammars {
  let ready: Promise<void> | undefined;
  const loaded = new Map<CodeLanguage, Promise<Language>>();
  return {
    async parse(text, language) {
      await (ready ??= Parser.init());
      const known = loaded.get(language) ?? Language.load(join(folder, `tree-sitter-${language}.wasm`));
      loaded.set(language, known);
      const parser = new Parser();
      try {
        return parser.setLanguage(await known).parse(text) ?? undefined;
      } finally {
        parser.delete();
      }
    },
  };
}
