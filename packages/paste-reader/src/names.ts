import { wordSet } from './json-value.ts';
import { INPUT_NAMES, OUTPUT_NAMES } from './name-scores.ts';

/** What names of fields usually mean, in the languages people write APIs in. Priors only: values and notes weigh in. */

function tokensOf(name: string): string[] {
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

const NOT_INPUT = wordSet(
  'who mood mic by from conv level stil style mood system systemprompt systemmessage systeminstruction instructions role model modelid modelname id name lang language locale format type url uri email user userid username title version voice tone style key token timezone date time country mode negativeprompt stop suffix source sourceid target channel platform provider engine apikey secret password session sessionid conversationid temperature stream uuid assistant assistantid agent agentid bot botid persona category tag tags status kind schema encoding mimetype contenttype object operationname jsonrpc method index collection namespace database table file filename device deviceid os appid clientid tenant tenantid workspace workspaceid project projectid organization region currency timestamp created createdat sprache idioma langue lingua modell modelo modele nome nom nombre typ tipo rolle',
);

const NOT_OUTPUT = wordSet(
  'id model role object type status error errors code created createdat lang language name url intent question query input inputs prompt request user userid username timestamp time date version reason finishreason stopreason title source sources citation citations session sessionid conversationid uuid author sender recipient recipientid index score confidence usage metadata meta signature kind logprobs systemfingerprint requestid messageid parentid traceid threadid chatid mimetype format statusmessage statuscode success detail',
);

/** What ends so is told by it, whatever stands before. */
const SETTINGS = wordSet(
  'id ids type count lang language format url name key token tokens length limit mode date time at status size score',
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
  if (SETTINGS.has(last)) return -60;
  const best = Math.max(0, ...tokens.map((token) => (Object.hasOwn(table, token) ? (table[token] ?? 0) : 0)));
  return tokens.some((token) => refused.has(token)) ? best * 0.5 - 20 : best * 0.82;
};

/** Of several of one name, the first. */
export function uniqueNames<Named extends { readonly name: string }>(all: readonly Named[]): Named[] {
  const seen = new Set<string>();
  return all.filter(({ name }) => !seen.has(name) && seen.add(name));
}

export const inputNameScore = (name: string): number => score(INPUT_NAMES, NOT_INPUT, name);
export const outputNameScore = (name: string): number => score(OUTPUT_NAMES, NOT_OUTPUT, name);

/** Names that say little by themselves; the name above them counts too. */
const GENERIC = wordSet(
  'text content value data body parts message payload output result outputs response string inputs input',
);
export const isGenericName = (name: string): boolean => GENERIC.has(plain(name));

/** What a conversation is called, without accents, in the languages people write APIs in. */
const CONVERSATION_NOUNS =
  'chat|talk|visit|memory|conversation|convo|conv|session|sess|thread|dialog|dialogue|interaction|discussion|' +
  'gesprach|gesprachs|gespraech|gespraechs|unterhaltung|unterhaltungs|sitzung|sitzungs|verlauf|verlaufs|faden|' +
  'conversacion|sesion|charla|hilo|echange|fil|conversa|sessao|batepapo|atendimento|conversazione|sessione|filo|' +
  'gesprek|sessie|gesprekk|samtale|samtal|samtals|trad|keskustelu|istunto|rozmowa|rozmowy|czat|czatu|sesja|sesji|watek|watku|' +
  'konverzace|relace|beszelgetes|munkamenet|conversatie|sesiune|sohbet|oturum|konusma|gorusme|percakapan|obrolan|sesi|' +
  'беседа|диалог|чат|сессия|разговор|розмова|сесія|会话|会話|对话|對話|セッション|スレッド|대화|세션|채팅';
const ID_WORDS =
  'id|ids|uuid|uid|guid|key|token|ref|reference|identifier|handle|identificador|identifiant|kennung|no|nr|num|number|nummer|numero|numara|numarasi|番号|编号|번호';
/** Words that say whose conversation it is, and not that the name means something else. */
const WHOSE =
  'x|my|the|current|active|existing|running|user|client|customer|bot|agent|ai|assistant|llm|web|external';

const CONVERSATION = new RegExp(
  `^(?!sesskey$)(?:(?:${WHOSE})?(?:${CONVERSATION_NOUNS}){1,2}(?:${ID_WORDS})|(?:id|uuid|nr|no)(?:de|del|da|di|la)?(?:${CONVERSATION_NOUNS})|contextid|(?:previous|last)(?:chat|response|message|conversation|turn|interaction)?id|parentmessageid|sid|conv|convo|session|conversation|thread|sitzung|gesprach|gespraech|sesion|sessao|atendimento|rozmowa|sesja|gesprek|sessie|samtale|conversa|conversacion|oturum|sesija)$`,
);

/** The name of the field that holds a conversation together. */
export const isConversationName = (name: string): boolean => CONVERSATION.test(plain(name));

/** What a name may end in that has a word of its own before it: `stay_session`, `supportThreadId`. */
const CONVERSATION_ENDING =
  /^(?:(?:session|conversation|thread|dialog|dialogue)(?:id|uuid|ref|no|number)?|chat(?:id|uuid))$/;
/** What is held there has a meaning of its own: a sign-in, what is talked about, or how much of one there may be. */
const NOT_WHOLE_CONVERSATION =
  /^(?:auth|authentication|login|logon|signin|sso|oauth|secret|csrf|xsrf|php|db|database|parent|root|email|mail|forum|training|course|class|lab|exam|therapy|workshop|is|has|new|no|use|keep|end|start|close|reset|save|store|resume|create|allow|enable|per|of|in|max|maximum|min|minimum|limit|num|count|total|timeout|ttl|worker|type|kind|mode)$/;

/** A name that only ends as one of a conversation does: what stands in the field has to say the rest. */
export function endsInConversation(name: string): boolean {
  const tokens = tokensOf(name);
  return [1, 2].some((size) => {
    const before = tokens.slice(0, -size);
    return (
      before.length > 0 &&
      CONVERSATION_ENDING.test(tokens.slice(-size).join('')) &&
      !before.some((token) => NOT_WHOLE_CONVERSATION.test(token))
    );
  });
}

const CONVERSATION_NOUN = /^(?:chat|conversation|session|thread|dialog|dialogue)$/;
export const isConversationNoun = (name: string): boolean =>
  CONVERSATION_NOUN.test(plain(name).replace(/s$/, ''));

const HISTORY =
  /^(?:previous|prior|past|earlier|turns|transcript|backlog)$|^(?:chat)?(?:history|historique|historial|historico|verlauf)$|^(?:conversation|message|chat|dialog)history$|^(?:previous|prior|past)(?:messages|turns)$/;
export const isHistoryName = (name: string): boolean => HISTORY.test(plain(name));

const CONTEXT =
  /^(?:context|contexts|references|reference|sources|source|sourcedocuments|documents|docs|citations|citation|passages|retrieveddocuments|retrievedcontexts?|retrievedchunks|retrieval|chunks|searchresults|evidence|grounding|groundingmetadata|knowledge|quellen|quelle|seealso|cites|kontext|fuentes|contexto|fontes|retrieverresources|supportingdocuments|referencias|belege|memory|why)$/;
export const isContextName = (name: string): boolean => CONTEXT.test(plain(name));

export const isMetadataName = (name: string): boolean =>
  /^(?:usage|model|metadata|meta|usagemetadata|tokenusage|modelversion)$/.test(plain(name));

export const isToolCallsName = (name: string): boolean =>
  /^(?:toolcalls|functioncalls?|toolcall|toolsused|toolinvocations|tooluses)$/.test(plain(name));

export const isRoleName = (name: string): boolean =>
  /^(?:role|sender|author|speaker|from|by|who|participant|rolle|rol)$/.test(plain(name));

export const isUserRole = (text: string): boolean =>
  /^(?:user|human|usuario|benutzer|utilisateur|client|customer|you|me|nutzer|用户|ユーザー)$/i.test(
    text.trim(),
  );

export const isAssistantRole = (text: string): boolean =>
  /^(?:assistant|bot|ai|model|chatbot|agent|system_assistant|asistente|assistente)$/i.test(text.trim());

export const isSystemRole = (text: string): boolean => /^(?:system|developer)$/i.test(text.trim());

/** Headers that tell parties, calls and versions apart: whoever runs the code fills them with no credential. */
export const tellsApart = (name: string): boolean =>
  /(?:ids?|uuid|tenant|org\w*|lang\w*|locale|version|request|trace\w*|correlation|idempotency(?:-key)?|project|workspace|region|mandant|client|user|name|time\w*|date|nonce|env\w*|csrf\w*|xsrf\w*|type|accept|agent|site|store|shop|brand|channel|device|source|origin|room|hotel|market|country|app|game|garden|school|branch|team|group|role|mode|stage|build|platform|persona|product|court|desk|realm|seat|course|widget|code|number|page)$/i.test(
    name,
  );
