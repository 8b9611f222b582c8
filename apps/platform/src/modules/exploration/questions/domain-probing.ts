import { opening, introduction, recallName } from './opening.ts';
import { farSubject, neighboursOf } from './subjects.ts';
import { freshTopics, turnOf, type Step } from './step.ts';

/** What the target is about, for whom, and how it presents itself. */
export const domainProbing: readonly Step[] = [
  opening,
  introduction,
  {
    id: 'topics',
    dimension: 'scope',
    // Asked again only when the opening did not bring enough; a later run asks for what is missing.
    ask: (known, _own, say) =>
      known.prior.topics.length > 0
        ? { text: say.otherTopics(known.prior.topics.slice(0, 4)) }
        : known.topics.length >= 5
          ? undefined
          : { text: say.topics },
  },
  {
    id: 'depth',
    dimension: 'depth',
    ask: (known, _own, say) => {
      const topic = freshTopics(known)[0];
      return topic ? { text: say.depth(topic), about: topic, level: 2 } : undefined;
    },
  },
  {
    id: 'persona',
    dimension: 'persona',
    ask: (known, _own, say) => (known.prior.persona ? undefined : { text: say.persona }),
  },
  {
    id: 'terminology',
    dimension: 'terminology',
    ask: (known, _own, say) =>
      known.prior.terminology.length > 0 ? undefined : { text: say.terms(known.domain) },
  },
  {
    id: 'limits',
    dimension: 'limits',
    ask: (known, _own, say) =>
      known.prior.limitations.length > 0 ? undefined : { text: say.limits, aboutLimits: true },
  },
  {
    id: 'off-topic',
    dimension: 'adjacent',
    tags: ['off-topic'],
    ask: (known, _own, say) => {
      const subject = farSubject(known.domain, say, known.prior.isEmpty ? 0 : 1);
      return { text: subject.question, about: subject.name, subject: subject.called };
    },
  },
  recallName,
  {
    id: 'adjacent',
    dimension: 'adjacent',
    tags: ['adjacent', 'off-topic'],
    ask: (known, _own, say) => {
      const found = neighboursOf(known.domain, say).find(
        ({ name }) => !known.prior.adjacentDomains.includes(name),
      );
      return found
        ? { text: say.helpWith(found.called), about: found.name, subject: found.called }
        : undefined;
    },
  },
  {
    id: 'depth-specialist',
    dimension: 'depth',
    ask: (known, _own, say) => {
      const topic = freshTopics(known)[0];
      return topic ? { text: say.misunderstood(topic), about: topic, level: 3 } : undefined;
    },
  },
  {
    id: 'adjacent-further',
    dimension: 'adjacent',
    tags: ['adjacent', 'off-topic'],
    ask: (known, own, say) => {
      const before = turnOf(own, 'adjacent')?.probe.about;
      const found = neighboursOf(known.domain, say).find(
        ({ name }) => name !== before && !known.prior.adjacentDomains.includes(name),
      );
      return before && found
        ? { text: say.alsoWith(found.called), about: found.name, subject: found.called }
        : undefined;
    },
  },
  {
    id: 'language',
    dimension: 'language',
    tags: ['language', 'german'],
    ask: (_known, _own, say) => ({ text: say.otherLanguage }),
  },
];
