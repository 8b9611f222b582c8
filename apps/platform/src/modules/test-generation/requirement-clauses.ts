import { sentencesIn } from './requirement-wording.ts';

/** Whom the application speaks to, as lists call them. */
const told = String.raw`(?:people|customers|users|guests|members|visitors|callers|clients|tenants|patients|passengers|parents|students|residents|travellers|shoppers|riders|drivers|buyers|sellers|borrowers|applicants|everyone|everybody|anyone|them|somebody|someone|the (?:customer|user|guest|caller|member|visitor|tenant|patient|client|person))`;
const applied = String.raw`(?:it|(?:(?:the|our|this|your) )?(?:ai |virtual )?(?:bot|chat ?bot|assistant|agent|system|app|tool|model))`;
const obliged = String.raw`(?:must|should|shall|will|can|may|(?:has|have|needs?|ought|is|are|wants?) to)`;
const saying = String.raw`(?:says?|states?|explains?|mentions?|confirms?|stress(?:es)?|notes?|clarif(?:y|ies)|communicates?|points? out|makes? (?:it )?(?:quite |very )?(?:clear|plain)|(?:tells?|informs?|reminds?|advises?|warns?|notif(?:y|ies)) ${told}(?: who asks?)?|lets? ${told} know|knows?|be (?:clear|able to say|able to explain))`;
const lead = new RegExp(
  String.raw`^(?:(?:please|also|and) )?(?:(?:(?:make sure|ensure|see to it|check) (?:that )?|(?:have|let|get) |(?:we|i) (?:need|want|expect|would like) )?(?:${applied}|(?:the|our) [\p{L}]+(?= ${obliged} )) )?(?:(?:always|also|clearly|please) )*(?:${obliged} )?(?:(?:always|also|clearly|be able to|to) )*${saying}(?: to ${told})?(?: clearly)?(?::| that|(?= (?:the|our|we|you|your|there) )) `,
  'iu',
);
const ledToPeople = new RegExp(
  String.raw`^${told} ${obliged} (?:always |also )?(?:be (?:told|informed|made aware|reminded)|know|understand) that `,
  'iu',
);
const label =
  /^(?:faq|note|nb|info|important|fact|reminder|policy|rule|requirement|req)(?: \d+)?(?::| [–—-]) /iu;

export interface Line {
  /** What is told, without the instruction to tell it. */
  readonly told: string;
  readonly isLed: boolean;
}

/** “The assistant must explain that bikes go back to a station, and that …” tells what stands behind it. */
export function withoutLead(line: string): Line {
  const bare = line.trim().replace(label, '');
  const rest = bare.replace(lead, '').replace(ledToPeople, '');
  const isLed = rest !== bare;
  const plain = isLed ? rest.replaceAll(/(?<=\p{L}|,) (and|but) that (?=\p{L})/gu, ' $1 ') : rest;
  return { told: `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`, isLed };
}

const longestClause = 160;
/** Where a clause ends and what follows says more of it, or another thing. */
const joint =
  /; ?|: (?!\+?\d[\d ]{6})(?=\S)|,? [–—] ?| - |, (?=(?:and|but|or|so|then|plus|after|before|which|who|where|while|as|if|unless|except|not|with|because|though|although|by|for|up|till|until|per|ending|starting|including|first|usually|please|even)\b)|, (?=(?:we|you|they|it|there|the|a|an|our|both|all|each|every|no|only|things)\b)|,? (?:and|but|so|then) (?=(?:we|you|they|it|there|that|an?|the|each|our|on|after)\b)| (?=(?:but|if|unless|except|because|provided (?:that|you)|as long as|so long as|although|though|whichever|since|otherwise|when|whenever|once)\b)/iu;
/** Behind these the subject of what went before goes on. */
const goesOn =
  /(?:, (?:and |but )?| and | but )(?=(?:(?:can|may|must|need|have to|has to|is|are)(?: only| not)?|costs?|takes?|lasts?|need|needs|includes?|opens?|closes?|starts?|ends?|runs?|begins?) )/iu;
const verb =
  /^(?:can|may|must|need|have to|has to|is|are|costs?|takes?|lasts?|needs?|includes?|opens?|closes?|starts?|ends?|runs?|begins?|comes?|works?|stays?|never) /i;
const subjectOf =
  /^((?:(?!(?:we|you|they|it|there|if|when|never|not|no|please)\b)[\p{L}\d'’-]+,? ){1,7}?)(?:can|may|must|(?:has|have|needs?) to|is|are|costs?|takes?|lasts?|needs?|runs?|opens?|closes?|starts?|begins?|gets?|pays?|comes?|works?|stays?|never|don['’]t|do not) /iu;

/** “4 p.m. on Mondays” is no end of a sentence. */
export const sentencesOf = (text: string): string[] =>
  sentencesIn(text.replaceAll(/(?<=\d ?)([ap])\.m\.?(?! \p{Lu})/gu, '$1m'));

/** The clauses of what is told, each as a statement of its own: brackets are said by the way, and a subject goes on. */
export function clausesIn(text: string): string[][] {
  return sentencesOf(text)
    .slice(0, 8)
    .map((sentence) => {
      const bare = sentence
        .replaceAll(/ ?\([^()]{0,120}\)/g, '')
        // “The sauna, which is in the basement, is open …”, “a specification, not a prescription, is needed”
        .replace(
          /^([^,]{3,60}), (?:which|who|not|unlike|like|just like|including) [^,]{3,60}, (?=\p{L})/iu,
          '$1 ',
        )
        .replace(/[.!]+$/, '')
        .slice(0, 320);
      const pieces = bare
        .split(joint)
        .map((piece) => piece.replace(/^(?:and|but|so|then|or|also) |,$/gi, '').trim())
        .filter((piece) => piece !== '');
      const [, subject] = subjectOf.exec(`${bare} `) ?? [];
      return pieces
        .flatMap((piece) => continued(piece, subjectOf.exec(`${piece} `)?.[1]))
        .map((piece, place) =>
          place > 0 && subject !== undefined && verb.test(piece) ? subject + piece : piece,
        )
        .filter((piece) => piece.length <= longestClause);
    });
}

/** “Lessons run in blocks, cost £72 a block and can be paid in two parts” says three things of lessons. */
function continued(piece: string, subject: string | undefined): string[] {
  if (subject === undefined) return [piece];
  const head = subject.length;
  const parts = piece.slice(head).split(goesOn).filter(Boolean);
  // What stands directly behind the subject is its own verb.
  const [first = '', ...others] = parts;
  const own = verb.test(first) || others.length === 0;
  return own
    ? [subject + first, ...others.map((part) => subject + part)].map((part) =>
        part.replace(/,? (?:and|but)$/i, ''),
      )
    : [piece];
}
