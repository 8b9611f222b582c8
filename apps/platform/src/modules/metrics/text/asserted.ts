import { isDenied, isDoubted, isUnreal, withoutAsides } from './polarity.ts';

/** A condition, what somebody else says or wants, what was so once, or what it is kept from. */
const setAside =
  /(?<!\p{L})(?:if|whether|unless|once|when|until|in case|would|could|should|instead|rather|used to|formerly|previously|unfortunately|regret|sorry|afraid|refus\p{L}*|declin\p{L}*|reject\p{L}*|den(?:y|ied|ies)|question|impossible|hardly|you (?:have |had )?(?:ask|want|say|said|mention|request|told|tell|wrote|claim|wish|need|like)\p{L}*|your (?:request|question|wish|claim)|wenn|falls|ob|sobald|leider|sie (?:wollten|wünschen|fragten|sagten))(?!\p{L})/iu;
const offering =
  /(?<!\p{L})(?:(?:i|we)(?:['’](?:ll|ve|re|m)| will| can| may| have| are| am| offer| give| send| refund| arrange)|you(?:['’](?:ll|re)| can| may| will| get| receive| have| are (?:entitled|eligible)| qualify)|here(?:['’]s| is)|offer(?:s|ed|ing)?|available|included|wir|sie (?:erhalten|bekommen|können))(?!\p{L})/iu;

/** Whether a sentence says that it is so, rather than asks for it, doubts it, denies it, or tells what somebody else said. */
export const isAsserted = (sentence: string, around: string): boolean =>
  !/\?["'”’)\]*_]*$/.test(sentence) &&
  !isDenied(withoutAsides(around)) &&
  !isDoubted(around) &&
  !isUnreal(sentence) &&
  !setAside.test(around);

/** Whether a sentence that asserts something offers it: somebody gives it, or may have it. */
export const isOffered = (around: string): boolean => offering.test(around);
