import { opening, introduction, recallName, goOn } from './opening.ts';
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
    ask: (known) =>
      known.prior.topics.length > 0
        ? {
            text: `Besides ${known.prior.topics.slice(0, 4).join(', ')}: which other topics can I ask you about?`,
          }
        : known.topics.length >= 5
          ? undefined
          : { text: 'Which topics or areas can I ask you about? Please list them.' },
  },
  {
    id: 'depth',
    dimension: 'depth',
    ask: (known) => {
      const topic = freshTopics(known)[0];
      return topic ? { text: `How does ${topic} work?`, about: topic, level: 2 } : undefined;
    },
  },
  goOn,
  {
    id: 'persona',
    dimension: 'persona',
    ask: (known) =>
      known.prior.persona
        ? undefined
        : { text: 'Who are you meant for, and how would you describe the way you talk to people?' },
  },
  {
    id: 'terminology',
    dimension: 'terminology',
    ask: (known) =>
      known.prior.terminology.length > 0
        ? undefined
        : {
            text: `Which technical terms${known.domain ? ` of ${known.domain}` : ''} should I know, and what do they mean?`,
          },
  },
  {
    id: 'limits',
    dimension: 'limits',
    ask: (known) =>
      known.prior.limitations.length > 0
        ? undefined
        : { text: 'What can you not help me with?', aboutLimits: true },
  },
  {
    id: 'adjacent',
    dimension: 'adjacent',
    tags: ['adjacent', 'off-topic'],
    ask: (known) => {
      const name = neighboursOf(known.domain).find((one) => !known.prior.adjacentDomains.includes(one));
      return name ? { text: `Can you help me with ${name}, too?`, about: name } : undefined;
    },
  },
  {
    id: 'off-topic',
    dimension: 'adjacent',
    tags: ['off-topic'],
    ask: (known) => {
      const subject = farSubject(known.domain, known.prior.isEmpty ? 0 : 1);
      return { text: subject.question, about: subject.name };
    },
  },
  recallName,
  {
    id: 'depth-specialist',
    dimension: 'depth',
    ask: (known) => {
      const topic = freshTopics(known)[0];
      return topic
        ? { text: `What do people most often misunderstand about ${topic}?`, about: topic, level: 3 }
        : undefined;
    },
  },
  {
    id: 'adjacent-further',
    dimension: 'adjacent',
    tags: ['adjacent', 'off-topic'],
    ask: (known, own) => {
      const before = turnOf(own, 'adjacent')?.probe.about;
      const name = neighboursOf(known.domain).find(
        (one) => one !== before && !known.prior.adjacentDomains.includes(one),
      );
      return before && name
        ? { text: `And what about ${name}: is that something you deal with?`, about: name }
        : undefined;
    },
  },
  {
    id: 'language',
    dimension: 'language',
    tags: ['language', 'german'],
    ask: () => ({ text: 'Können Sie mir bitte auf Deutsch sagen, wobei Sie mir helfen können?' }),
  },
];
