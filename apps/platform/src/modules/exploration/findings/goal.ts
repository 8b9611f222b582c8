import type { Finding } from '@sonde/contract';
import { keywordsOf, textOf, type Knowledge } from '../knowledge.ts';
import { engages } from '../reading/quality.ts';
import { unique } from '../reading/terms.ts';
import { coverage, sentencesOf } from '../reading/words.ts';
import { wasRefused } from '../turns.ts';
import type { SegmentFindings } from './segment-findings.ts';

const statementsMax = 3;

/** What a free goal has brought: for each of its words what the target said, or that it said nothing. */
export function goalFindings(known: Knowledge, goal: string): SegmentFindings {
  const keywords = keywordsOf(goal);
  const answered = known.turns.filter((turn) => engages(turn, known.turns) && !turn.probe.aboutLimits);
  const findings: Finding[] = [];
  const learnt: Record<string, string[]> = {};
  for (const keyword of keywords) {
    const told = answered.flatMap((turn) =>
      sentencesOf(textOf(turn))
        .filter((sentence) => coverage(keyword, sentence) >= 0.99 && !sentence.endsWith('?'))
        .map((sentence) => ({ sentence: sentence.slice(0, 300), turn: turn.turn })),
    );
    const statements = unique(told.map(({ sentence }) => sentence)).slice(0, statementsMax);
    learnt[keyword] = statements;
    const declined = known.turns.filter((turn) => wasRefused(turn) && turn.probe.about === keyword);
    if (statements.length > 0)
      findings.push({
        kind: 'answer',
        title: `About ${keyword}`,
        detail: statements.join(' '),
        evidence: unique(told.map(({ turn }) => String(turn)))
          .map(Number)
          .slice(0, 5),
        confidence: told.length > 1 ? 0.75 : 0.6,
      });
    else if (declined.length > 0)
      findings.push({
        kind: 'boundary',
        title: `Declines: ${keyword}`,
        detail: 'It declined the questions about this.',
        evidence: declined.map(({ turn }) => turn),
        confidence: 0.8,
      });
    else
      findings.push({
        kind: 'gap',
        title: `Nothing about ${keyword}`,
        detail: 'No answer spoke of it.',
        evidence: known.turns.filter((turn) => turn.probe.about === keyword).map(({ turn }) => turn),
        confidence: 0.6,
      });
  }
  const found = Object.values(learnt).filter((statements) => statements.length > 0).length;
  return {
    fields: {
      domain: known.domain ?? '',
      goal_coverage: keywords.length === 0 ? 0 : Math.round((found / keywords.length) * 100) / 100,
      learnt,
      key_topics: known.topics.slice(0, 15),
    },
    findings,
  };
}
