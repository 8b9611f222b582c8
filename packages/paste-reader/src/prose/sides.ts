export type Side = 'request' | 'answer' | 'query' | 'header' | 'elsewhere';

const ANSWER_SIDE =
  /\bget back\b|\byou (?:get|receive)\b|comes? back|\bback (?:comes|you get)\b|gives? back|recevez|en retour|recib|riceve|erh[aä]lt|bekomm|^\s*200\b|respon[sd]|return|answer|output|result|reply|antwort|r[uü]ckgabe|liefert|zur[uü]ck|respuesta|devuelve|resposta|retorn|r[eé]ponse|renvoi|retour|risposta|响应|返回|回复|レスポンス|応答|返|戻|回答|odpowied|wraca|antwoord|(?<!\p{L})terug|tillbaka|(?<!\p{L})(?:torna|volta)(?!\p{L})|yan[ıi]t|cevap|d[öo]n(?:er|üy)|\bsvar|vastaus|ответ|возвращ|jawab|phản hồi|trả lời|답변|응답|відповід/iu;
const REQUEST_SIDE =
  /request|body|parameter|param|payload|input|send|field|argument|post\b|get\b|query|anfrage|sende|eingabe|feld|requisi|corpo|envi|campo|solicitud|petici|cuerpo|requ[eê]te|corps|champ|richiesta|请求|参数|リクエスト|パラメータ|送信|wysy[łl]|[żz][ąa]dani|stuur|verzoek|g[öo]nder|istek|skicka|beg[äa]ran|l[äa]het|запрос|отправ|kirim|gửi|요청|параметр/iu;

/** Inside a sentence only words of sending tell; a field may stand on either side. */
const SENDING =
  /request|payload|input|sends?\b|sent\b|post\b|pass(?:es)?\b|takes|accepts|expects|query|anfrage|schick|sende|übergeb|mitgeb|eingabe|requisi|envi|mand(?:a|e|ar|em|en|amos)\b|solicitud|petici|requ[eê]te|envoy|renvoy|richiesta|inviar?e?\b|stuur|wysy[łl]|wy[śs]l|g[öo]nder|skicka|请求|发送|参数|リクエスト|送/iu;

/** Headings of lists whose fields go neither into the body nor come back. */
const ELSEWHERE_HEADING =
  /^\W*(?:(?:http|request|required|optional)\s+)?(?:path|url|route|uri)\s*(?:param\w*|variables?|segments?|fields?)\W*$|^\W*(?:authori[sz]ations?|authentication)\W*$|pfadparameter|路径参数|パスパラメータ|^\W*(?:error|fehler|erro)\w*(?:\s+codes?)?\W*$/iu;
const HEADER_HEADING =
  /^\W*(?:(?:http|request|required|optional)\s+)?headers?(?:\s+(?:param\w*|fields?))?\W*$|^\W*(?:kopfzeilen|en-t[eê]tes?|cabeceras?|cabeçalhos?|intestazion[ei]|nag[łl][óo]wki|headerfelder)\W*$|请求头|ヘッダ/iu;
const QUERY_HEADING =
  /^\W*query\s*(?:string\s*)?(?:param\w*|fields?|arguments?)\W*$|abfrageparameter|查询参数|クエリパラメータ/iu;

const IN_OR_OUT = /^\W*(in|out)\W*$/i;

/** A line of a few words that names a side, and nothing else. */
export const isSideHeading = (line: string): boolean =>
  line.trim().length < 40 &&
  line.trim().split(/\s+/).length <= 5 &&
  !/[:：].*\S/.test(line) &&
  (HEADER_HEADING.test(line) ||
    ELSEWHERE_HEADING.test(line) ||
    QUERY_HEADING.test(line) ||
    IN_OR_OUT.test(line) ||
    ANSWER_SIDE.test(line) ||
    REQUEST_SIDE.test(line));

/** The last heading or sentence that says whether fields are sent or received. */
export function sideAt(text: string, at: number, fallback: Side): Side {
  const before = text
    .slice(Math.max(0, at - 700), at)
    .split('\n')
    .toReversed();
  for (const line of before) {
    if (HEADER_HEADING.test(line)) return 'header';
    if (ELSEWHERE_HEADING.test(line)) return 'elsewhere';
    if (QUERY_HEADING.test(line)) return 'query';
    const flow = IN_OR_OUT.exec(line)?.[1]?.toLowerCase();
    if (flow !== undefined) return flow === 'in' ? 'request' : 'answer';
    if (/^[ \t]*\|?[ \t]*(?:parameter|param|argument)s?[ \t]*\|/i.test(line)) return 'request';
    const heading = HEADING_ROW.exec(line)?.[1];
    if (heading !== undefined) return /^header/i.test(heading) ? 'header' : 'answer';
    if (/\s\|\s|\S\|\S/.test(line)) continue;
    if (/^\s*[|\-*•]/.test(line) && !/^\s*[-*•]?\s*\*\*/.test(line)) continue;
    const answer = line.search(ANSWER_SIDE);
    // "Response fields": what both sides have says nothing beside the name of one of them.
    const sent = answer !== -1 && line.length < 48 ? line.replace(OF_EITHER_SIDE, '') : line;
    const request = sent.search(REQUEST_SIDE);
    if (answer !== -1 && (request === -1 || lastIndex(line, ANSWER_SIDE) > lastIndex(sent, REQUEST_SIDE)))
      return 'answer';
    if (request !== -1) return 'request';
  }
  return fallback;
}

/** The row of headings of a table whose first word says what the table is about. */
const HEADING_ROW =
  /^[ \t]*\|?[ \t*]*(headers?|(?:response|result|answer|output|returned)s?)(?: (?:field|name|key|param\w*)s?)?[ \t*]*\|[^\n]*\b(?:description|type|required|mandatory|example|meaning|value|notes?|beschreibung|typ|pflicht|bedeutung)\b/i;

export const isHeadingRow = (line: string): boolean => HEADING_ROW.test(line);

const OF_EITHER_SIDE = /fields?|felder?|campos?|champs?|body|corpo|cuerpo|corps|param\p{L}*|字段|pola/giu;

const lastIndex = (text: string, pattern: RegExp): number => {
  let last = -1;
  for (const match of text.matchAll(new RegExp(pattern.source, 'giu'))) last = match.index;
  return last;
};

export function sideInSentence(sentence: string, at: number, text: string, from: number): Side {
  const before = sentence.slice(0, at);
  const answer = lastIndex(before, ANSWER_SIDE);
  const request = lastIndex(before, SENDING);
  if (answer !== -1 || request !== -1) return answer > request ? 'answer' : 'request';
  const after = sentence.slice(at, at + 50);
  if (ANSWER_SIDE.test(after) && !REQUEST_SIDE.test(after)) return 'answer';
  if (REQUEST_SIDE.test(after)) return 'request';
  return sideAt(text, from, 'request');
}
