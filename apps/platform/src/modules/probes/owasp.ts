export const owaspCategories = {
  llm01: 'Prompt injection',
  llm02: 'Sensitive information disclosure',
  llm03: 'Supply chain',
  llm04: 'Data and model poisoning',
  llm05: 'Improper output handling',
  llm06: 'Excessive agency',
  llm07: 'System prompt leakage',
  llm08: 'Vector and embedding weaknesses',
  llm09: 'Misinformation',
  llm10: 'Unbounded consumption',
  asi01: 'Agent goal hijack',
  asi02: 'Tool misuse and exploitation',
  asi03: 'Identity and privilege abuse',
  asi04: 'Agentic supply chain vulnerabilities',
  asi05: 'Unexpected code execution',
  asi06: 'Memory and context poisoning',
  asi07: 'Insecure communication between agents',
  asi08: 'Cascading failures',
  asi09: 'Exploitation of trust between humans and agents',
  asi10: 'Rogue agents',
} as const;
export type OwaspId = keyof typeof owaspCategories;

export const isOwaspId = (id: string): id is OwaspId => Object.hasOwn(owaspCategories, id);

export const owaspLabel = (id: OwaspId): string => `${id.toUpperCase()} ${owaspCategories[id]}`;

export const owaspFrameworks = {
  llm: { title: 'OWASP Top 10 for LLM applications 2025', prefix: 'llm' },
  agentic: { title: 'OWASP Top 10 for agentic applications 2026', prefix: 'asi' },
} as const;
