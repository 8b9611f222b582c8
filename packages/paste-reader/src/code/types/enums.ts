/** The first value of each type of fixed values that code declares, by its name. */
export function firstValues(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pattern of ENUMS)
    for (const { groups = {} } of code.matchAll(pattern)) {
      const { name = '', value = '' } = groups;
      if (!found.has(name)) found.set(name, value);
    }
  return found;
}

const ENUMS: readonly RegExp[] = [
  // class Tone(str, Enum): FORMAL = "formal"
  /\bclass\s+(?<name>\w+)\s*\([^)]*Enum[^)]*\)\s*:\s*(?:"""[\s\S]*?"""\s*)?\w+\s*=\s*["'](?<value>[^"']+)["']/g,
  // class Tone(models.TextChoices): FORMAL = "formal", "Formal"
  /\bclass\s+(?<name>\w+)\s*\([^)]*TextChoices[^)]*\)\s*:\s*\w+\s*=\s*["'](?<value>[^"']+)["']/g,
  // Tone = Literal["formal", "plain"]
  /^(?<name>\w+)(?:\s*:\s*TypeAlias)?\s*=\s*(?:typing\.)?Literal\[\s*["'](?<value>[^"']+)["']/gm,
  // enum Tone { Formal = "formal" }
  /\benum\s+(?<name>\w+)\s*(?::\s*\w+\s*)?\{\s*(?:case\s+)?\w+\s*=\s*["'](?<value>[^"']+)["']/g,
  // type Tone = "formal" | "plain"
  /\btype\s+(?<name>\w+)\s*=\s*\|?\s*["'](?<value>[^"']+)["']\s*(?:\||;|\n|$)/g,
  // const Tone = z.enum(["formal", "plain"])
  /\bconst\s+(?<name>\w+)\s*=\s*(?:z|v|t)\.(?:enum|picklist|Enum|union)\(\s*\[?\s*["'](?<value>[^"']+)["']/g,
  // enum Tone { FORMAL, PLAIN }
  /\benum\s+(?:class\s+)?(?<name>\w+)\s*\{\s*(?:@\w+\("[^"]*"\)\s*)?(?<value>[A-Za-z]\w*)\s*[,}\s(;]/g,
];
