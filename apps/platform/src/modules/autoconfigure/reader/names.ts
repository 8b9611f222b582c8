/** What names of fields usually mean, in the languages people write APIs in. Priors only: values and notes weigh in. */

export function tokensOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

export const plain = (name: string): string => tokensOf(name).join('');

const INPUT: Readonly<Record<string, number>> = {
  message: 100,
  prompt: 98,
  question: 100,
  query: 94,
  userinput: 104,
  usermessage: 106,
  usertext: 100,
  userquery: 104,
  userprompt: 104,
  userquestion: 104,
  input: 92,
  chatinput: 104,
  inputtext: 98,
  inputvalue: 96,
  messagetext: 96,
  inputmessage: 100,
  querytext: 96,
  utterance: 98,
  text: 80,
  q: 86,
  msg: 94,
  ask: 80,
  utext: 84,
  content: 72,
  inputs: 84,
  body: 48,
  instruction: 40,
  search: 46,
  searchterm: 60,
  searchquery: 76,
  phrase: 60,
  statement: 50,
  command: 44,
  request: 40,
  speech: 50,
  task: 50,
  goal: 34,
  topic: 30,
  data: 20,
  value: 20,
  comment: 30,
  textinput: 96,
  usersays: 96,
  usermsg: 100,
  prompttext: 96,
  currentmessage: 100,
  newmessage: 98,
  lastmessage: 70,
  chatmessage: 100,
  parts: 30,
  frage: 100,
  nachricht: 98,
  eingabe: 94,
  anfrage: 84,
  benutzereingabe: 100,
  eingabetext: 96,
  pregunta: 100,
  mensaje: 98,
  consulta: 90,
  entrada: 88,
  texto: 80,
  peticion: 50,
  mensajeusuario: 100,
  requete: 84,
  saisie: 90,
  texte: 80,
  invite: 60,
  demande: 70,
  pergunta: 100,
  mensagem: 98,
  domanda: 100,
  messaggio: 98,
  testo: 80,
  richiesta: 60,
  vraag: 100,
  bericht: 90,
  tekst: 78,
  pytanie: 100,
  wiadomosc: 96,
  soru: 100,
  mesaj: 96,
  fraga: 96,
  meddelande: 96,
  vopros: 96,
  soobshchenie: 96,
  сообщение: 98,
  вопрос: 100,
  текст: 80,
  запрос: 84,
  问题: 100,
  消息: 98,
  提问: 98,
  内容: 74,
  输入: 92,
  问: 80,
  查询: 80,
  質問: 100,
  メッセージ: 98,
  入力: 92,
  本文: 60,
  질문: 100,
  메시지: 98,
  입력: 92,
};

const OUTPUT: Readonly<Record<string, number>> = {
  answer: 100,
  reply: 98,
  response: 90,
  output: 90,
  completion: 90,
  generatedtext: 98,
  outputtext: 98,
  text: 80,
  content: 82,
  message: 76,
  result: 68,
  results: 50,
  botresponse: 98,
  botreply: 98,
  botmessage: 96,
  aimessage: 96,
  airesponse: 96,
  fulfillmenttext: 98,
  responsetext: 98,
  answertext: 98,
  messagetext: 84,
  agentresponse: 96,
  atext: 84,
  speech: 60,
  summary: 56,
  translation: 50,
  body: 40,
  data: 26,
  value: 26,
  say: 56,
  utterance: 50,
  msg: 70,
  outputs: 60,
  chatresponse: 94,
  assistant: 66,
  assistantmessage: 94,
  bot: 56,
  ai: 56,
  generation: 84,
  finalanswer: 104,
  plaintext: 60,
  responsemessage: 96,
  replytext: 98,
  modelresponse: 94,
  llmresponse: 94,
  llmoutput: 94,
  answers: 70,
  responses: 60,
  replies: 70,
  generated: 70,
  predictions: 50,
  prediction: 66,
  markdown: 44,
  textresponse: 98,
  delta: 40,
  chunk: 30,
  token: 40,
  antwort: 100,
  ausgabe: 90,
  ergebnis: 66,
  antworttext: 98,
  respuesta: 100,
  salida: 90,
  resultado: 66,
  contestacion: 90,
  reponse: 100,
  sortie: 90,
  resultat: 66,
  resposta: 100,
  saida: 90,
  risposta: 100,
  risultato: 66,
  antwoord: 100,
  odpowiedz: 100,
  cevap: 100,
  yanit: 100,
  svar: 96,
  otvet: 96,
  ответ: 100,
  результат: 66,
  回答: 100,
  答案: 100,
  回复: 98,
  答复: 98,
  响应: 84,
  结果: 66,
  输出: 90,
  返信: 98,
  応答: 98,
  結果: 66,
  出力: 90,
  답변: 100,
  응답: 96,
  결과: 66,
};

const NOT_INPUT = new Set(
  'system systemprompt systemmessage systeminstruction instructions role model modelid modelname id name lang language locale format type url uri email user userid username title version voice tone style key token timezone date time country mode negativeprompt stop suffix source sourceid target channel platform provider engine apikey secret password session sessionid conversationid temperature stream uuid assistant assistantid agent agentid bot botid persona category tag tags status kind schema encoding mimetype contenttype object operationname jsonrpc method index collection namespace database table file filename device deviceid os appid clientid tenant tenantid workspace workspaceid project projectid organization region currency timestamp created createdat sprache idioma langue lingua modell modelo modele nome nom nombre typ tipo rolle'.split(
    ' ',
  ),
);

const NOT_OUTPUT = new Set(
  'id model role object type status error errors code created createdat lang language name url intent question query input inputs prompt request user userid username timestamp time date version reason finishreason stopreason title source sources citation citations session sessionid conversationid uuid author sender recipient recipientid index score confidence usage metadata meta signature kind logprobs systemfingerprint requestid messageid parentid traceid threadid chatid mimetype format statusmessage statuscode success detail'.split(
    ' ',
  ),
);

const score = (
  table: Readonly<Record<string, number>>,
  refused: ReadonlySet<string>,
  name: string,
): number => {
  const joined = plain(name);
  if (Object.hasOwn(table, joined)) return table[joined] ?? 0;
  if (refused.has(joined)) return -60;
  const tokens = tokensOf(name);
  const last = tokens.at(-1) ?? '';
  if (
    [
      'id',
      'ids',
      'type',
      'count',
      'lang',
      'language',
      'format',
      'url',
      'name',
      'key',
      'token',
      'tokens',
      'length',
      'limit',
      'mode',
      'date',
      'time',
      'at',
      'status',
      'size',
      'score',
    ].includes(last)
  )
    return -60;
  const best = Math.max(0, ...tokens.map((token) => (Object.hasOwn(table, token) ? (table[token] ?? 0) : 0)));
  return tokens.some((token) => refused.has(token)) ? best * 0.5 - 20 : best * 0.82;
};

export const inputNameScore = (name: string): number => score(INPUT, NOT_INPUT, name);
export const outputNameScore = (name: string): number => score(OUTPUT, NOT_OUTPUT, name);

/** Names that say little by themselves; the name above them counts too. */
export const isGenericName = (name: string): boolean =>
  [
    'text',
    'content',
    'value',
    'data',
    'body',
    'parts',
    'message',
    'payload',
    'output',
    'result',
    'outputs',
    'response',
    'string',
    'inputs',
    'input',
  ].includes(plain(name));

const CONVERSATION =
  /^(?:(?:chat|conversation|convo|conv|session|sess|thread|dialog|dialogue|interaction|conversazione|conversacion|conversa|sitzung|sitzungs|gesprach|gesprachs|sesion|sessao|unterhaltung|sohbet|会话|会話|对话|セッション)(?:id|uuid|key|token|ref|identifier|handle|identificador|kennung|guid)|(?:id|uuid)(?:chat|conversation|session|sesion|sessao|conversa|conversacion|thread)|contextid|session|conversation|thread|sitzung|sesion|sessao|会话id|对话id|セッションid|会話id)$/;

/** The name of the field that holds a conversation together. */
export const isConversationName = (name: string): boolean => CONVERSATION.test(plain(name));

const CONVERSATION_NOUN = /^(?:chat|conversation|session|thread|dialog|dialogue)$/;
export const isConversationNoun = (name: string): boolean =>
  CONVERSATION_NOUN.test(plain(name).replace(/s$/, ''));

const HISTORY =
  /^(?:chat)?(?:history|historique|historial|historico|verlauf)$|^(?:conversation|message|chat|dialog)history$|^(?:previous|prior|past)(?:messages|turns)$/;
export const isHistoryName = (name: string): boolean => HISTORY.test(plain(name));

const CONTEXT =
  /^(?:context|contexts|references|reference|sources|source|sourcedocuments|documents|docs|citations|citation|passages|retrieveddocuments|retrievedcontexts?|retrievedchunks|retrieval|chunks|searchresults|evidence|grounding|groundingmetadata|knowledge|quellen|kontext|fuentes|contexto|fontes|retrieverresources|supportingdocuments|referencias|belege|memory|why)$/;
export const isContextName = (name: string): boolean => CONTEXT.test(plain(name));

export const isMetadataName = (name: string): boolean =>
  /^(?:usage|model|metadata|meta|usagemetadata|tokenusage|modelversion)$/.test(plain(name));

export const isToolCallsName = (name: string): boolean =>
  /^(?:toolcalls|functioncalls?|toolcall|toolsused|toolinvocations|tooluses)$/.test(plain(name));

export const isRoleName = (name: string): boolean =>
  /^(?:role|sender|author|speaker|from|participant|rolle|rol)$/.test(plain(name));

export const isUserRole = (text: string): boolean =>
  /^(?:user|human|usuario|benutzer|utilisateur|client|customer|you|me|nutzer|用户|ユーザー)$/i.test(
    text.trim(),
  );

export const isAssistantRole = (text: string): boolean =>
  /^(?:assistant|bot|ai|model|chatbot|agent|system_assistant|asistente|assistente)$/i.test(text.trim());

export const isSystemRole = (text: string): boolean => /^(?:system|developer)$/i.test(text.trim());
