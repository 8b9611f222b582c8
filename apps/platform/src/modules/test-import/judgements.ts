/** Words that say how good an answer is, wherever they stand in the name of a column. */
const judging = new Set(
  `correct iscorrect incorrect correctness answercorrect right isright wrong iswrong score scores scored rating ratings rated verdict verdicts grade grades graded grading
  pass passed passes passing ispassed fail failed fails success successful feedback thumb thumbs thumbsup thumbsdown judge judged judgement judgements judgment judgments
  quality hallucination hallucinations hallucinated hallucinates faithfulness faithful relevancy relevance relevant groundedness grounded accuracy accurate inaccurate
  evaluation evaluations eval evals evaluated evaluator stars star good bad reward rewards preference preferred upvote upvotes downvote downvotes csat nps approved rejected flagged
  similarity helpful helpfulness unhelpful satisfied satisfaction coherence fluency completeness factuality toxicity bleu rouge bertscore
  bewertung bewertungen bewertet sterne korrekt inkorrekt richtig falsch urteil qualität hilfreich zufriedenheit zufrieden korrektheit treue genauigkeit
  correcto correcta incorrecto calificación puntuación valoración estrellas calidad évaluation qualité jugement étoiles`.split(
    /\s+/,
  ),
);
/** A grade in German, and a remark in English. */
const germanGrade = new Set(['note', 'noten', 'schulnote']);
const germanColumns = new Set(['frage', 'antwort', 'eingabe', 'ausgabe', 'erwartet']);
/** `wrong_answer` is an answer, and `difficulty_score` is of the question. */
const ofSomethingElse = new Set(
  `answer answers antwort antworten response responses output outputs reply replies completion completions respuesta option options choice choices context contexts
  difficulty question questions prompt id ids`.split(/\s+/),
);

/** Whether a name is one of a column that says how good the answer beside it is. */
export function isJudgement(parts: readonly string[], all: ReadonlySet<string>): boolean {
  const words = parts.filter((part) => !/^\d+$/.test(part));
  const last = words.at(-1) ?? '';
  if (ofSomethingElse.has(last) || words.some((one) => one === 'difficulty')) return false;
  const isGerman = [...all].some((part) => germanColumns.has(part));
  return (
    words.some((one) => judging.has(one) || (isGerman && germanGrade.has(one))) || judging.has(words.join(''))
  );
}

const verdict =
  /^(?:pass(?:ed)?|fail(?:ed)?|(?:in)?correct|wrong|right|good|bad|(?:in)?accurate|hallucinat(?:ed|ion)|(?:un)?faithful|(?:un)?grounded|(?:un)?helpful|thumbs?[ _-]?(?:up|down)|👍|👎|✓|✔️?|✗|✘|✅|❌|richtig|falsch|korrekt|bestanden|nicht bestanden|(?:in)?correct[oa]|[★⭐☆]{1,10}|\d{1,2}(?:[.,]\d)?\s?(?:\/|of|von)\s?(?:5|10|100))$/iu;
const share = /^(?:0?[.,]\d{1,18}|[01](?:[.,]\d{1,18})?)$/;

/** Whether all that stands in a column is a verdict, or a share of something as scores are. */
export function holdsJudgements(values: readonly unknown[]): boolean {
  const texts = values
    .filter((value) => ['string', 'number'].includes(typeof value))
    .map((value) => String(value).trim())
    .filter((text) => text !== '');
  if (texts.length < leastValues) return false;
  return (
    texts.every((text) => verdict.test(text)) ||
    (texts.every((text) => share.test(text)) && texts.some((text) => /[.,]\d*[1-9]/.test(text)))
  );
}

const leastValues = 2;
