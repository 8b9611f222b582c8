import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Language, Parser, type Tree } from 'web-tree-sitter';

/** The languages that there is a grammar for, and how fences call them. */
const NAMES = {
  python: 'python py python3',
  javascript: 'javascript js jsx node nodejs mjs',
  typescript: 'typescript ts',
  tsx: 'tsx',
  go: 'go golang',
  java: 'java kotlin',
  'c-sharp': 'csharp cs c# dotnet',
  php: 'php',
  ruby: 'ruby rb',
};
export type CodeLanguage = keyof typeof NAMES;

const LANGUAGES = Object.keys(NAMES) as CodeLanguage[];

export const languageNamed = (name: string): CodeLanguage | undefined =>
  LANGUAGES.find((language) => NAMES[language].split(' ').includes(name));

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json')),
  'wasm',
);

/** Parses with tree-sitter; each grammar is loaded once, on first use. */
export function createGrammars() {
  let ready: Promise<void> | undefined;
  const loaded = new Map<CodeLanguage, Promise<Language>>();
  const load = async (language: CodeLanguage): Promise<Language> => {
    await (ready ??= Parser.init());
    const known = loaded.get(language) ?? Language.load(join(folder, `tree-sitter-${language}.wasm`));
    loaded.set(language, known);
    return known;
  };
  const parse = async (text: string, language: CodeLanguage): Promise<Tree | undefined> => {
    const known = await load(language);
    const parser = new Parser();
    try {
      return parser.setLanguage(known).parse(text) ?? undefined;
    } finally {
      parser.delete();
    }
  };
  return {
    parse,
    /** Loads every grammar, one after the other with pauses for other work, so that no paste has to wait for one. */
    async warm(): Promise<void> {
      for (const language of LANGUAGES) {
        await pause();
        // Its first use compiles a grammar; a word of code is enough.
        (await parse('a', language))?.delete();
      }
    },
  };
}

export type Grammars = ReturnType<typeof createGrammars>;

/** Lets everything else go first; never keeps a process alive. */
const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 20).unref());
