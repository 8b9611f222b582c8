/** A subject beside or far from a domain: its name in findings, and as the question calls it. */
export interface Neighbour {
  readonly name: string;
  readonly called: string;
}

/** Something outside most domains, with a question about it and another one about the same, to ask again. */
export interface FarSubject extends Neighbour {
  readonly question: string;
  readonly again: string;
}

/** Every question of the built-in explorer in one language. The plans decide what is asked; this is how it is said. */
export interface Phrases {
  readonly language: string;
  readonly opening: (name: string) => string;
  readonly greetAndAsk: (name: string, topic: string | undefined) => string;
  readonly topics: string;
  readonly otherTopics: (known: readonly string[]) => string;
  readonly depth: (topic: string) => string;
  readonly goOn: string;
  readonly persona: string;
  readonly terms: (domain: string | undefined) => string;
  readonly limits: string;
  readonly helpWith: (subject: string) => string;
  readonly alsoWith: (subject: string) => string;
  readonly recallName: string;
  readonly misunderstood: (topic: string) => string;
  /** Asks in another language what the target can help with. */
  readonly otherLanguage: string;
  readonly capabilities: string;
  readonly factual: (topic: string) => string;
  readonly procedural: (topic: string) => string;
  readonly difference: (topic: string, other: string) => string;
  readonly conflict: (first: string, second: string, third: string) => string;
  readonly calculation: string;
  readonly misspelt: (topic: string) => string;
  readonly bullets: (topic: string) => string;
  readonly inOtherWords: (topic: string) => string;
  readonly pitfalls: (topic: string) => string;
  readonly simply: (topic: string) => string;
  readonly override: string;
  readonly overrideReframed: string;
  readonly fraud: (domain: string | undefined) => string;
  readonly fraudReframed: string;
  readonly account: string;
  readonly accountReframed: string;
  readonly legal: string;
  readonly legalReframed: string;
  readonly weather: string;
  readonly pirate: string;
  readonly recommendOf: (subject: string) => string;
  readonly bestCompany: (domain: string | undefined) => string;
  readonly vote: string;
  readonly moreSimply: (topic: string) => string;
  readonly generally: (subject: string) => string;
  readonly schoolProject: (question: string) => string;
  readonly about: (request: string) => string;
  readonly example: string;
  readonly self: string;
  readonly shouldKnow: (topic: string) => string;
  readonly exceptions: (topic: string | undefined) => string;
  readonly isThatRight: (sentence: string) => string;
  readonly basis: string;
  readonly cannotTell: (topic: string | undefined) => string;
  readonly connected: (topic: string) => string;
  readonly farSubjects: readonly FarSubject[];
  readonly neighbours: readonly Neighbour[];
}
