/** How a short message leans on the question before it. */
export type FollowUp =
  | Readonly<{ kind: 'more' | 'why' | 'example' | 'simpler' | 'sure' | 'accept' | 'decline' }>
  | Readonly<{ kind: 'choose'; index: number }>
  | Readonly<{ kind: 'substitute'; rest: string }>
  | Readonly<{ kind: 'refer' }>;

const simple: ReadonlyArray<readonly [Exclude<FollowUp['kind'], 'choose' | 'substitute' | 'refer'>, RegExp]> =
  [
    [
      'accept',
      /^(?:yes|yeah|yep|yup|sure|ok yes|please|please do|go ahead|yes please|sure thing|of course|absolutely|why not|id like that|that would be (?:great|nice|good))(?: (?:please|thanks|thank you|do|tell me))*$/,
    ],
    [
      'decline',
      /^(?:no|nope|nah|no thanks|no thank you|not now|not really|im good|no im good|nothing)(?: (?:thanks|thank you))?$/,
    ],
    [
      'why',
      /^(?:but |and |ok |so )?(?:why|how come|what for|for what reason|why not|why so|why is (?:that|this|it)(?: so)?|why does (?:that|this|it) matter|how so|what is the reason|whats the reason|why would (?:that|they|it)(?: \w+){0,2}|why do they do that|and why is that|why that)(?: though| exactly| please)?$/,
    ],
    [
      'example',
      /^(?:(?:can|could) you |please |and |ok )?(?:give|show|tell|share|have)?(?: me| us)?(?: you)? ?(?:a|an|another|some|one)? ?(?:concrete |real |simple |practical )?(?:example|examples|illustration|for instance|such as|like what)(?: please| of (?:that|this|it))?$/,
    ],
    [
      'simpler',
      /^(?:(?:can|could) you |please |ok )?(?:(?:explain|say|put|repeat|rephrase|summari[sz]e|simplify|describe)(?: (?:it|that|this))?(?: to me| for me)?(?: again)?(?: (?:in|using|with|more|like|as if))?(?: (?:simpl(?:er|y)|simple|plain|easier|fewer|other|one|short|im|i am|a|layman|laymans|five|5|year old|words|terms|english|sentence|briefly|shorter|different(?:ly)?))*|in (?:short|other words|plain english|simple (?:words|terms|english)|one sentence|brief|laymans terms)|simpler|shorter|tldr|tl dr|eli5|i (?:dont|do not|didnt) (?:understand|get (?:it|that))|what do you mean|huh|too long|too complicated)(?: please)?$/,
    ],
    [
      'sure',
      /^(?:are you sure|really|is (?:that|this|it) (?:really )?(?:true|right|correct|so|certain)|seriously|you sure|for real|is that always (?:true|so|the case)|always)(?: about (?:that|this|it))?$/,
    ],
    [
      'more',
      /^(?:(?:can|could|would) you |please |ok |and |yes )*(?:(?:tell|give|say|explain|know|teach|show|want|read)(?: me| us)? )?(?:(?:a )?(?:bit|little|lot|much|some) )?(?:more|go on|continue|elaborate|keep going|carry on|and then|what else|anything else|something else|what more|else|expand|go deeper|in more detail|more detail|next|further)(?: (?:details?|info|information|please|about|on|it|that|this|there is|is there|should i know|to know|to it|to say|the topic|about it|deeper|i should know))*$/,
    ],
  ];

const substitution =
  /^(?:and |but |ok |so )?(?:what about|how about|and|same (?:question )?(?:for|with)|what if (?:its|it is|i have|its for)|(?:and |what )?(?:for|with|about|in)|does (?:that|this|the same|it)(?: also)? (?:apply|go|hold|count)(?: also)? (?:to|for)|is (?:that|it|this) (?:also )?(?:the same|true|different) (?:for|with|in)|or) (.{2,80})$/;

const pronoun = /\b(?:it|its|that|this|they|them|their|those|these|one|ones|there)\b/;

/** How the message leans on what came before; undefined when it stands on its own. */
export function readFollowUp(plain: string): FollowUp | undefined {
  if (plain.length > 200) return undefined;
  const found = simple.find(([, pattern]) => pattern.test(plain));
  if (found !== undefined) return { kind: found[0] };
  const choice =
    /^(?:the |tell me about the |id like the )?(first|second|1st|2nd|former|latter|1|2)(?: (?:one|topic|option))?(?: please)?$/.exec(
      plain,
    )?.[1];
  if (choice !== undefined) return { kind: 'choose', index: /^(?:f|1)/.test(choice) ? 0 : 1 };
  const rest = substitution.exec(plain)?.[1];
  if (rest !== undefined) return { kind: 'substitute', rest };
  return pronoun.test(plain) ? { kind: 'refer' } : undefined;
}
