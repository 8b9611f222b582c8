/**
 * Names of what a message is about, who sends it and how, and of the single call: an identifier there holds no
 * conversation together.
 */
const NO_CONVERSATION =
  /^(?:id|ref|key|nonce|room|index|code)$|room|visitor|guest|person|caller|player|member|account|order|product|item|page|doc|file|user|customer|client|tenant|^req|request|correlation|trace|span|idempot|transaction|event|audit|stamp|message|msg|agent|bot|model|device|lang|locale|version|time|date|mode|type|status|kind|topic|channel|nutzer|kunde|usuario/i;

export const isOfSomethingElse = (name: string): boolean => NO_CONVERSATION.test(name);
