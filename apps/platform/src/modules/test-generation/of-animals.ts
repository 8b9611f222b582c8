const vets = /\b(?:vets?|veterinar\w+|pet owners?|neuter\w*|spay\w*)\b/i;
const species = /\b(?:dog|cat|rabbit|pupp(?:y|ies)|kitten|hamster|guinea pig|horse|bird)(?:s|ies)?\b/gi;
/** Where pets are guests, it is people who are there for something. */
const ofPeople =
  /\b(?:hotels?|hostels?|guests?|rooms?|flats?|tenan\w+|flights?|passengers?|restaurants?|pharmac\w+|patients?)\b/i;

/** The list is that of somebody who treats animals: by name, or since it speaks of several kinds of them and of no guests. */
export const isOfAnimals = (around: string): boolean =>
  vets.test(around) ||
  (new Set((around.match(species) ?? []).map((word) => word.toLowerCase().replace(/s$/, ''))).size >= 2 &&
    !ofPeople.test(around));
