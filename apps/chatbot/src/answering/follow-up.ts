import { sentencesOf } from './compose.ts';
import { plainText } from './plain-text.ts';

/** How a short message leans on the question before it. */
export type FollowUp =
  | Readonly<{ kind: 'next' | 'more' | 'why' | 'example' | 'simpler' | 'sure' | 'accept' | 'decline' }>
  | Readonly<{ kind: 'choose'; index: number }>
  | Readonly<{ kind: 'substitute'; rest: string }>
  | Readonly<{ kind: 'refer' }>;

const simple: ReadonlyArray<readonly [Exclude<FollowUp['kind'], 'choose' | 'substitute' | 'refer'>, RegExp]> =
  [
    [
      'next',
      /^(?:(?:ok|okay|so|and|but|well|right|oh no|help|great) )*(?:what now|now what|what next|whats next|and now|what then|then what|(?:what|which) are (?:the|my|our) (?:next|first) steps?|(?:my |the )?next steps?|(?:where|how) (?:do|should|shall|can) (?:i|we) (?:start|begin)|what (?:do|should|shall|can|must|could|would) (?:i|we) (?:do|have to do|need to do))(?: (?:now|next|first|then|about (?:it|that|this)))*$/,
    ],
    [
      'accept',
      /^(?:yes|yeah|yep|yup|sure|ok yes|please|please do|go ahead|yes please|sure thing|of course|absolutely|why not|id like that|that would be (?:great|nice|good))(?: (?:please|thanks|thank you|do|tell me))*$/,
    ],
    [
      'decline',
      /^(?:no|nope|nah|no thanks|no thank you|not now|not really|im good|no im good|nothing|stop|stop it|enough|never mind|nevermind|forget it|leave it|skip it|drop it)(?: (?:thanks|thank you|then|please))?$/,
    ],
    [
      'why',
      /^(?:but |and |ok |so )?(?:why|how come|what for|for what reason|why not|why so|why is (?:that|this|it)(?: so)?|why does (?:that|this|it) matter|how so|what is the reason|whats the reason|why would (?:that|they|it)(?: \w+){0,2}|why do they do that|and why is that|why that)(?: though| exactly| please)?$/,
    ],
    [
      'example',
      /^(?:(?:can|could) you |please |and |ok )?(?:give|show|tell|share|have)?(?: me| us)?(?: you)? ?(?:a|an|another|some|one)? ?(?:concrete |real |simple |practical )?(?:example|examples|illustration|calculation|for instance|for example|such as|like what)(?: please| of (?:that|this|it)| (?:with|in|using) (?:some |real |actual |concrete )?(?:numbers?|figures?|amounts?|euros?|dollars?)| how (?:that|this|it) works)*$/,
    ],
    [
      'simpler',
      /^(?:(?:can|could) you |please |ok )?(?:(?:explain|say|put|repeat|rephrase|summari[sz]e|simplify|describe)(?: (?:it|that|this))?(?: to me| for me)?(?: again)?(?: (?:in|using|with|more|like|as if))?(?: (?:simpl(?:er|y)|simple|plain|easier|easy|fewer|other|one|short|im|i am|a|layman|laymans|five|5|year old|words|terms|english|sentence|briefly|shorter|different(?:ly)?))*|in (?:short|other words|plain english|simple (?:words|terms|english)|one sentence|brief|laymans terms)|simpler|shorter|tldr|tl dr|eli5|i (?:dont|do not|didnt|did not|cant|not|no) (?:understand|get)(?: (?:it|that|this|you))?|not (?:clear|understand)|too (?:difficult|hard|complex)|what do you mean|huh|too long|too complicated)(?: please)?$/,
    ],
    [
      'sure',
      /^(?:but )?(?:you (?:just |already )?(?:said|told me) (?:the opposite|the contrary|something (?:else|different)|otherwise)|(?:that|this|you)(?: just)? contradicts?(?: yourself| itself| what you said)?|youre contradicting yourself|prove (?:it|that)|says who|how do you know(?: that)?|(?:thats|that is|im|i am) not convinc(?:ing|ed)|convince me|i (?:dont|do not) (?:believe|trust) (?:you|that|it|this))(?: before| earlier| a minute ago)?$|^(?:are you sure|really|is (?:that|this|it) (?:really )?(?:true|right|correct|so|certain)|seriously|you sure|for real|is that always (?:true|so|the case)|always)(?: about (?:that|this|it))?$/,
    ],
    [
      'more',
      /^(?:so|and|so what|well|and so)$|^(?:(?:can|could|would) you |please |ok |and |yes )*(?:(?:tell|give|say|explain|know|teach|show|want|read)(?: me| us)? )?(?:(?:a )?(?:bit|little|lot|much|some) )?(?:more|go on|continue|elaborate|keep going|carry on|and then|what else|anything else|something else|what more|else|expand|go deeper|in more detail|more detail|next|further)(?: (?:details?|info|information|please|about|on|it|that|this|there is|is there|should i know|to know|to it|to say|the topic|about it|deeper|i should know))*$/,
    ],
  ];

const substitution =
  /^(?:and |but |ok |so )?(?:what about|how about|and|same (?:question )?(?:for|with)|what if (?:its|it is|i have|its for)|(?:and |what )?(?:for|with|about|in)|does (?:that|this|the same|it)(?: also)? (?:apply|go|hold|count)(?: also)? (?:to|for)|is (?:that|it|this) (?:also )?(?:the same|true|different) (?:for|with|in)|or) (.{2,80})$/;

const pronoun = /\b(?:it|its|that|this|they|them|their|those|these|one|ones|there)\b/;

/** "No, I meant …", "but you said …": what follows is what is asked. */
const correction =
  /^(?:(?:no|nope|sorry|wait|actually|well|but|oh|ok) )*(?:i (?:actually )?(?:meant|mean|was asking about|was talking about|am asking about|am talking about)|im (?:asking|talking) about|you (?:just )?(?:said|told me)(?: that)?) (.{2,120})$/;

/** "How much cost?", with or without a word for what. */
const price =
  /^(?:(?:and|so|ok|but) )*(?:how much|what)(?: (?:does|do|is|will|would|it|that|this|they|the)){0,3} (?:costs?|price)$/;

/** Asks for help with something it names: that is a question of its own, however short. */
export const asksForHelp =
  /^(?:(?:and|ok|okay|so|but|thanks)\b,? )*(?:can|could|will|would|do) you (?:also |please )?(?:help|assist|advise)\b/i;

/** A question that can be answered by "no". */
const yesOrNo =
  /^(?:(?:and|so|but|ok|hi|hello) )*(?:does|do|is|are|am|can|could|will|would|should|must|may|has|have|did|was|were)\b/;

/** "I don't understand. Simpler please.": several sentences that each lean on what came before are read by the last. */
export function readFollowUpOf(message: string, before = ''): FollowUp | undefined {
  const parts = sentencesOf(message)
    .map(plainText)
    .filter((part) => part !== '');
  const read = parts.length > 1 && parts.length <= 3 ? parts.map((part) => readFollowUp(part, before)) : [];
  const last = read.at(-1);
  const allLean = read.every((part) => part !== undefined && simple.some(([kind]) => kind === part.kind));
  return allLean && last !== undefined ? last : readFollowUp(plainText(message), before);
}

/** How the message leans on what came before; undefined when it stands on its own. */
export function readFollowUp(message: string, before = ''): FollowUp | undefined {
  if (message.length > 200) return undefined;
  // After "does it …?" it asks for the reason; otherwise it takes up an offer.
  if (
    yesOrNo.test(plainText(before)) &&
    /^(?:but |and |so |ok )*why not\b(?: (?:though|exactly|please))*$/.test(message)
  )
    return { kind: 'why' };
  const plain = message.replace(/(?: (?:pls|plz|please))+$/, '');
  if (asksForHelp.test(plain)) return undefined;
  const found = simple.find(([, pattern]) => pattern.test(plain));
  if (found !== undefined) return { kind: found[0] };
  const choice =
    /^(?:(?:no|nope|sorry|wait|actually) )*(?:i (?:meant|mean|want|wanted) )?(?:the |tell me about the |id like the )?(first|second|1st|2nd|former|latter|other|1|2)(?: (?:one|topic|option))?$/.exec(
      plain,
    )?.[1];
  if (choice !== undefined) return { kind: 'choose', index: /^(?:f|1|o)/.test(choice) ? 0 : 1 };
  const corrected = correction.exec(plain)?.[1];
  if (corrected !== undefined) return { kind: 'substitute', rest: corrected };
  const rest = substitution.exec(plain)?.[1];
  if (rest !== undefined) return { kind: 'substitute', rest };
  return pronoun.test(plain) || price.test(plain) ? { kind: 'refer' } : undefined;
}
