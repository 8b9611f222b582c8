/**
 * Names of what a message is about, who sends it and how, and of the single call: an identifier there holds no
 * conversation together.
 */
const NO_CONVERSATION =
  /^(?:id|ref|key|nonce|room|index|code)$|room|visitor|guest|person|caller|player|member|account|order|product|item|page|doc|file|user|customer|client|tenant|^req|request|correlation|trace|span|idempot|transaction|event|audit|stamp|message|msg|agent|bot|model|device|lang|locale|version|time|date|mode|type|status|kind|topic|channel|nutzer|kunde|usuario/i;

export const isOfSomethingElse = (name: string): boolean => NO_CONVERSATION.test(name);

/** Names of what an answer alone brings: identifiers of it, of the call, of the model, or of what is talked about. */
const OF_AN_ANSWER =
  /^(?:id|uuid|object|key|nonce|room|index|code|hash|etag|region|node|host)$|message|msg|request|response|reply|answer|correlation|trace|span|run|event|log|audit|model|version|build|engine|deployment|fingerprint|token|usage|date|time|stamp|created|stand|datum|user|customer|client|account|tenant|order|product|item|page|doc|file|source|policy|claim|invoice|contract|url|link|lang|locale|mode|type|status|kind|topic|channel|level|score|count|icd|sku|price|amount|name|title/i;

export const isOfAnAnswer = (name: string): boolean => OF_AN_ANSWER.test(name);
