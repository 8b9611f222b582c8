/** What a user says about themselves, so that asking for it later in the conversation shows it was kept. */
export type Facts = Readonly<Record<string, string>>;

const factsMax = 10;
const valueLengthMax = 60;

const notNames = new Set(
  `not on in the a an at sure here there looking interested trying thinking wondering just really also very so still
  going having getting moving buying renting driving confused worried new afraid sorry fine good ok okay happy sad
  ready done back curious lost stuck unsure insured uninsured covered self pregnant retired single married your my`.split(
    /\s+/,
  ),
);

/** Facts stated in a message: a name, "my … is …", or something to be remembered. */
export function readFacts(message: string): Facts {
  const facts: Record<string, string> = {};
  const name = readName(message);
  if (name !== undefined) facts['name'] = name;

  const memo =
    /\bremember (?:this |that |the |my |a )*((?:code ?|pass ?|secret ?)?(?:word|phrase|number|code|name|colou?r))\b(?: is|:)? ["'“]?([\p{L}\p{N}-]{1,30})/iu.exec(
      message,
    );
  if (memo?.[1] !== undefined && memo[2] !== undefined) facts[keyOf(memo[1])] = memo[2];

  for (const match of message.matchAll(
    /(?:^|[.!?;,\n]\s*|\band )my ((?:[\p{L}'’-]+ ){0,3}[\p{L}'’-]+?)(?: is|['’]s name is| are|:) (?:called |named )?([^.!?;,\n]{1,60})(?=[.!?;,\n]|$| and (?:i|my)\b)/giu,
  )) {
    const [, key = '', value = ''] = match;
    const plainKey = keyOf(key);
    if (plainKey !== 'name' && !/\b(?:what|which|how|is|if|that)\b/.test(plainKey))
      facts[plainKey] = value.trim();
  }
  return facts;
}

/** "I'm Ana. What is a peril?" asks about perils only: the sentence that gives the name is left out. */
export function withoutIntroduction(message: string, learnt: Facts): string {
  if (learnt['name'] === undefined) return message;
  const sentences = message.match(/[^.!?\n]+[.!?\n]*/g) ?? [];
  const rest = sentences.filter((sentence) => sentence.includes('?') || readName(sentence) === undefined);
  return rest.join(' ').trim() || message;
}

/** Later facts replace earlier ones of the same kind; the oldest kinds go first. */
export function mergeFacts(known: Facts | undefined, learnt: Facts): Facts {
  const merged = { ...known };
  for (const [key, value] of Object.entries(learnt)) {
    delete merged[key];
    merged[key] = value.slice(0, valueLengthMax);
  }
  return Object.fromEntries(Object.entries(merged).slice(-factsMax));
}

/** The fact a question asks back ("what is my name?"), or undefined when it asks for none. */
export function askedFact(plain: string): string | undefined {
  if (
    /\b(?:whats? (?:is |was )?my (?:first |full )?name|who am i$|(?:remember|know|say|recall|tell me|repeat) (?:my|me by) name|who i am|what (?:do|did) (?:you|i) (?:call|say my name|tell you my name)|what name did i)/.test(
      plain,
    )
  ) {
    return 'name';
  }
  const match =
    /\b(?:whats|what is|what was|what are|which is|remember|recall|know|repeat|tell me) (?:again )?(?:my|the) ((?:\w+ ){0,3}\w+?)(?: i (?:told|gave|asked|mentioned)(?: \w+)*| again| is| was)?$/.exec(
      plain,
    ) ??
    /\bwhat (?:did i say|(?:\w+ )?i (?:told|gave) you)(?: that)? (?:was )?(?:my|the) ((?:\w+ ){0,3}\w+?)(?: is| was)?$/.exec(
      plain,
    );
  return match?.[1] === undefined ? undefined : keyOf(match[1]);
}

function readName(message: string): string | undefined {
  const said =
    /\b[Mm]y (?:first |full )?name(?: is|['’]?s) +([\p{L}][\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?)/u.exec(
      message,
    )?.[1] ??
    /\b(?:[Cc]all me|I am called|people call me) +([\p{L}][\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?)/u.exec(
      message,
    )?.[1] ??
    /^(?:(?:[Hh]i|[Hh]ello|[Hh]ey)[,!. ]+(?:there[,!. ]+)?)?(?:I['’]?m|I am|[Tt]his is) (\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{Ll}'’-]+)?)(?=[.,!?]|$| and )/u.exec(
      message,
    )?.[1];
  if (said === undefined || notNames.has(said.toLowerCase())) return undefined;
  return said.slice(0, 40);
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]s?\b/g, '')
    .replaceAll('colour', 'color')
    .replaceAll('codeword', 'code word')
    .trim();
}
