import type { Knowledge } from '../knowledge.ts';
import { asWritten } from '../reading/as-written.ts';
import { textOf } from '../reading/text-of-turn.ts';
import { limitsIn } from '../reading/answer.ts';
import { ownName } from '../questions/opening.ts';
import { declines, delivers } from '../reading/delivered.ts';
import { echoes, engages, isPoor } from '../reading/quality.ts';
import { statedDomains, unique, withoutStop } from '../reading/terms.ts';
import { contentWords, sentencesOf } from '../reading/words.ts';
import { hasText, wasAnswered, wasRefused, type Turn } from '../turns.ts';
import type { SegmentFindings } from './segment-findings.ts';
import { byAnswer, quotations, type Claim } from './severity.ts';

const topicsShown = 15;
const termsShown = 25;

/** The fields of domain probing, each from the turns that show it. */
export function domainFindings(known: Knowledge): SegmentFindings {
  const { turns, domain, prior } = known;
  const purpose = sentenceLike(
    turns,
    /\b(?:i can (?:answer|help|assist|explain|tell)|i help|i answer|i(?:'m| am) here to|my (?:purpose|job|task|role) is|designed to|i provide|i offer|answer questions (?:about|on))\b|(?<!\p{L})(?:ich (?:kann ihnen|helfe|beantworte)|(?:und )?beantworte fragen|je peux vous|je réponds|je vous aide|puedo ayudar|respondo)(?!\p{L})/iu,
  );
  const persona = personaOf(turns);
  const adjacent = adjacentOf(turns);
  const depth = depthOf(turns);
  const fields = {
    domain: domain ?? prior.domain ?? '',
    purpose: purpose?.sentence ?? prior.purpose ?? '',
    persona: persona?.text ?? prior.persona ?? '',
    key_topics: unique([...known.topics]).slice(0, topicsShown + prior.topics.length),
    terminology: unique([...terminologyOf(known), ...prior.terminology]).slice(
      0,
      termsShown + prior.terminology.length,
    ),
    depth_assessment: depth.text,
    limitations: unique([...limitsStated(turns).map(({ sentence }) => sentence), ...prior.limitations]),
    adjacent_domains: unique([...adjacent.map(({ text }) => text), ...prior.adjacentDomains]),
  };
  return { fields, findings: asFindings(known, { purpose, persona, adjacent, depth, fields }) };
}

interface Read {
  purpose: { sentence: string; turn: number } | undefined;
  persona: { text: string; said: string[]; turns: number[] } | undefined;
  adjacent: { text: string; declined: boolean; turn: number }[];
  depth: { text: string; turns: number[]; isSure: boolean };
  fields: { domain: string; key_topics: string[]; terminology: string[] };
}

function asFindings(known: Knowledge, { purpose, persona, adjacent, depth, fields }: Read): Claim[] {
  const { domain } = known;
  const naming = known.turns.filter(
    (turn) => hasText(turn) && domain && textOf(turn).toLowerCase().includes(domain.toLowerCase()),
  );
  const findings: Claim[] = [];
  if (domain && known.domainIsStated)
    findings.push({
      kind: 'domain',
      title: `It ${known.domainIsStated ? 'is' : 'seems to be'} about ${asWritten(domain, known.turns)}`,
      detail: purpose
        ? `In its own words: "${purpose.sentence}"`
        : `${naming.length} of ${known.turns.length} answers speak of it.`,
      evidence: naming.slice(0, 5).map(({ turn }) => turn),
      confidence: !known.domainIsStated ? 0.4 : naming.length > 2 ? 0.95 : naming.length > 0 ? 0.7 : 0.4,
    });
  if (persona)
    findings.push({
      kind: 'persona',
      title: persona.said.length > 0 ? `Says of itself: ${quotations(persona.said, 140)}` : 'How it speaks',
      detail: persona.text,
      evidence: persona.turns,
      confidence: 0.8,
    });
  const fresh = fields.key_topics.filter((topic) => !known.prior.topics.includes(topic));
  if (fresh.length > 0)
    findings.push({
      kind: 'topics',
      title: `${fresh.length} ${known.prior.topics.length > 0 ? 'further ' : ''}${fresh.length === 1 ? 'topic' : 'topics'}`,
      detail: fresh.join(', '),
      evidence: known.turns
        .filter(
          (turn) =>
            hasText(turn) && fresh.some((topic) => textOf(turn).toLowerCase().includes(topic.toLowerCase())),
        )
        .slice(0, 5)
        .map(({ turn }) => turn),
      confidence: fresh.length >= 5 ? 0.85 : 0.6,
    });
  // One question measures nothing.
  if (depth.turns.length > 1 && depth.isSure)
    findings.push({
      kind: 'depth',
      title: 'Depth of its knowledge',
      detail: depth.text,
      evidence: depth.turns,
      confidence: 0.6,
    });
  const declined = adjacent.filter((one) => one.declined);
  if (declined.length > 0)
    findings.push({
      kind: 'scope',
      title: `Stays ${domain ? `with ${asWritten(domain, known.turns)}` : 'within its domain'}`,
      detail: `Off-topic questions are declined: ${declined.map(({ text }) => text).join(', ')}.`,
      evidence: declined.map(({ turn }) => turn),
      confidence: declined.length > 1 ? 0.9 : 0.75,
    });
  const handled = adjacent.filter((one) => !one.declined);
  if (handled.length > 0)
    findings.push({
      kind: 'scope',
      title: 'Answers beyond its domain',
      detail: `It took up: ${handled.map(({ text }) => text).join(', ')}.`,
      evidence: handled.map(({ turn }) => turn),
      confidence: 0.6,
    });
  const limits = limitsStated(known.turns);
  if (limits.length > 0)
    findings.push({
      kind: 'limitation',
      title: 'What it says it does not do',
      detail: limits
        .map(({ sentence }) => sentence)
        .slice(0, 6)
        .join(' '),
      evidence: unique(limits.map(({ turn }) => String(turn))).map(Number),
      confidence: 0.85,
    });
  return findings;
}

/** The limits a target states where it was asked for them, or in passing while answering. */
export function limitsStated(turns: readonly Turn[]): { sentence: string; turn: number }[] {
  const seen = new Set<string>();
  return turns
    .filter((turn) => engages(turn, turns))
    .flatMap((turn) => limitsIn(textOf(turn)).map((sentence) => ({ sentence, turn: turn.turn })))
    .filter(({ sentence }) => !seen.has(sentence) && seen.add(sentence));
}

function sentenceLike(
  turns: readonly Turn[],
  pattern: RegExp,
): { sentence: string; turn: number } | undefined {
  for (const turn of turns.filter((one) => hasText(one) && wasAnswered(one))) {
    const sentence = sentencesOf(textOf(turn)).find((one) => pattern.test(one) && !one.endsWith('?'));
    if (sentence) return { sentence: withoutName(sentence).slice(0, 400), turn: turn.turn };
  }
  return undefined;
}

/** A target that has been told our name uses it; a finding has no use for it. */
const withoutName = (sentence: string): string =>
  sentence.replaceAll(new RegExp(`,? ${ownName}\\b`, 'g'), '');

/** Who it says it is and for whom, and the tone its answers have. */
function personaOf(turns: readonly Turn[]): Read['persona'] {
  const told = turns.filter((turn) => hasText(turn) && !echoes(turn) && !turn.probe.spoken);
  const saidIn = (some: readonly Turn[], tellsIt: (sentence: string) => boolean) =>
    some.flatMap((turn) =>
      sentencesOf(textOf(turn))
        .filter((one) => isAboutItself(one) && tellsIt(one))
        .map((sentence) => ({ sentence: withoutName(sentence).slice(0, 300), turn: turn.turn })),
    );
  const answers = saidIn(told.filter(wasAnswered), (one) => limitsIn(one).length === 0);
  // Some say what they are only where they decline: "I'm an insurance assistant and only answer …".
  const self =
    answers.length > 0
      ? answers
      : saidIn(told.filter(wasRefused), (one) => statedDomains(one).length > 0).slice(0, 1);
  const first = unique(self.map(({ sentence }) => sentence)).slice(0, 2);
  const tone = toneOf(turns);
  if (first.length === 0 && !tone) return undefined;
  return {
    said: byAnswer(first.flatMap((sentence) => self.find((one) => one.sentence === sentence) ?? [])),
    text: [...first, tone].filter(Boolean).join(' '),
    turns: unique(
      self.filter(({ sentence }) => first.includes(sentence)).map(({ turn }) => String(turn)),
    ).map(Number),
  };
}

/** "I'm CodeMate, …", "I am the assistant of …", and the same in other languages. */
const isAboutItself = (sentence: string): boolean => {
  const plain = sentence.replaceAll('’', "'");
  return (
    /\b(?:i(?:'m| am) (?:a|an|the|your|for|here|just|only)\b|my name is|i was (?:built|made|created|designed)|call me\b)/i.test(
      plain,
    ) ||
    /\bI(?:'m| am) \p{Lu}\p{L}+/u.test(plain) ||
    /(?<!\p{L})(?:ich bin (?:der|die|das|ein|eine|für|\p{Lu})|ich heiße|je suis (?:l'assistant|un|une|votre|là|le guichet|le bot)|je m'appelle|soy (?:el|la|un|una|su|tu)|me llamo)/iu.test(
      plain,
    )
  );
};

function toneOf(turns: readonly Turn[]): string {
  const all = turns
    .filter((turn) => hasText(turn) && !echoes(turn))
    .map(textOf)
    .join('\n')
    .toLowerCase();
  const friendly = (
    all.match(/\b(?:glad|happy|welcome|thank|sorry|gladly|of course|please|feel free)\b|!/g) ?? []
  ).length;
  const formal = (
    all.match(/\b(?:pursuant|therefore|hereby|furthermore|accordingly|regarding|shall)\b/g) ?? []
  ).length;
  if (friendly === 0 && formal === 0) return '';
  return `Its tone is ${friendly >= formal ? 'friendly' : 'formal'}${/\byou(?:r|'|\b)/.test(all) ? ' and addresses the reader' : ''}.`;
}

function adjacentOf(turns: readonly Turn[]): Read['adjacent'] {
  return turns
    .filter(
      (turn) =>
        turn.probe.dimension === 'adjacent' &&
        turn.probe.about &&
        // What neither declines nor speaks of the matter tells nothing.
        (delivers(turn, turns) || declines(turn)),
    )
    .map((turn) => {
      const later = turns.find(
        (other) => other.probe.follows === turn.turn && other.probe.dimension === 'reframing',
      );
      const gaveWay = later !== undefined && delivers(later, turns);
      const declined = declines(turn) && !gaveWay;
      const verdict = declined
        ? later && wasRefused(later)
          ? 'declined, also when reframed'
          : 'declined'
        : wasRefused(turn)
          ? 'answered when reframed'
          : 'taken up';
      return { text: `${turn.probe.about} (${verdict})`, declined, turn: turn.turn };
    });
}

const mattersOf = (turns: readonly Turn[]): string =>
  unique(turns.map(({ probe }) => withoutStop(probe.about ?? ''))).join(', ');

function depthOf(turns: readonly Turn[]): Read['depth'] {
  // A question that was not understood measures nothing.
  const deep = turns.filter(
    (turn) => (turn.probe.level ?? 0) >= 2 && turn.probe.about && (wasAnswered(turn) || wasRefused(turn)),
  );
  if (deep.length === 0) return { text: '', turns: [], isSure: false };
  if (deep.every(wasRefused))
    return {
      text: `It declines the specialist questions it was asked (${deep.length} of ${deep.length}): ${mattersOf(deep)}.`,
      turns: deep.map(({ turn }) => turn),
      isSure: true,
    };
  const good = deep.filter((turn) => !isPoor(turn, turns));
  const share = good.length / deep.length;
  const verdict =
    share === 1
      ? 'answers specialist questions to the point'
      : share >= 0.5
        ? 'answers some specialist questions'
        : 'stays on the surface';
  return {
    text: `It ${verdict} (${good.length} of ${deep.length}): ${mattersOf(deep)}.`,
    turns: deep.map(({ turn }) => turn),
    isSure: share === 1,
  };
}

/** Terms it uses and we did not bring in, without the topics themselves. */
function terminologyOf(known: Knowledge): string[] {
  const topics = new Set(known.topics.map((topic) => contentWords(topic).join(' ')));
  const asked = new Set(known.turns.flatMap((turn) => contentWords(turn.sent)));
  const nouns = nounsIn(known.turns);
  const counted = known.terms.filter((term) => {
    const words = contentWords(term);
    if (words.length === 0 || topics.has(words.join(' ')) || term.length < 4) return false;
    return words.some((word) => !asked.has(word)) && nouns.has(words.join(' '));
  });
  return unique([...termsExplained(known.turns), ...counted]);
}

/** Where it was asked for its terms, what it explains: "the IBAN, which …", "recursion, a function that …", "Premium: …". */
function termsExplained(turns: readonly Turn[]): string[] {
  return turns
    .filter((turn) => turn.probe.dimension === 'terminology' && engages(turn, turns))
    .flatMap((turn) =>
      [
        ...textOf(turn).matchAll(
          /(?:^|[:;.•*-]\s*|\band\s+|\bare\s+)(?:\*\*)?(?:the |an? )?([\p{L}][\p{L}\p{N} -]{1,38}?)(?:\*\*)?(?:, (?:which|an?|the|that is)\b|:\s|\s[–—-]\s|\s(?:means|is (?:an?|the))\b)/gimu,
        ),
      ].map(([, term = '']) => term.trim()),
    )
    .filter((term) => term.split(' ').length <= 4 && contentWords(term).length > 0);
}

/** What stands behind an article or a possessive is a thing with a name: "the death benefit", "your premium". */
function nounsIn(turns: readonly Turn[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const turn of turns.filter((one) => hasText(one) && wasAnswered(one))) {
    for (const [, first = '', second = '', third = ''] of textOf(turn).matchAll(
      /\b(?:the|an?|your|their|its|each|any|no|of|this|every)\s+([\p{L}-]+)(?:\s+([\p{L}-]+))?(?:\s+([\p{L}-]+))?/giu,
    ))
      for (const phrase of [first, `${first} ${second}`, `${first} ${second} ${third}`])
        named.add(contentWords(phrase).join(' '));
  }
  return named;
}
