import type { TargetHandler } from '@sonde/fakes';
import { sendJson } from '@sonde/fakes';

type Rule = readonly [RegExp, string | ((match: RegExpExecArray, memory: Memory) => string)];
interface Memory {
  name?: string | undefined;
  last?: string | undefined;
}

/** A stand-in for an assistant: the first rule that fits answers. It keeps its conversations when it is told to. */
export function bot(
  rules: readonly Rule[],
  otherwise: string,
  options: { keeps?: boolean } = {},
): TargetHandler {
  const memories = new Map<string, Memory>();
  let count = 0;
  return (request, response) => {
    const { message = '', session_id } = request.json as { message?: string; session_id?: string };
    const id = session_id || `session-${(count += 1)}`;
    const memory = (options.keeps && memories.get(id)) || {};
    memories.set(id, memory);
    const text = answer(rules, otherwise, message, memory);
    memory.name =
      /(?:my name is|ich heiße|mein Name ist|je m'appelle|me llamo) (\p{L}+)/iu.exec(message)?.[1] ??
      memory.name;
    memory.last = text;
    sendJson(response, 200, { message: text, session_id: id });
  };
}

function answer(rules: readonly Rule[], otherwise: string, message: string, memory: Memory): string {
  for (const [pattern, text] of rules) {
    const match = pattern.exec(message);
    if (match) return typeof text === 'string' ? text : text(match, memory);
  }
  return otherwise;
}

/** Helps with code and says so; takes up nearly everything, and does not remember. */
export const codingAssistant = (): TargetHandler =>
  bot(
    [
      [
        /what are you|who are you/i,
        "Hi! I'm CodeMate, a programming assistant for software developers. I can help you write, explain, debug and review code in Python, JavaScript, TypeScript, Go and Rust.",
      ],
      [
        /which topics|areas can i ask|kinds of questions/i,
        'I can help with:\n- debugging\n- code review\n- unit tests\n- refactoring\n- SQL queries\n- regular expressions\n- API design\n\nI cannot run code or access your repository.',
      ],
      [
        /can you not|cannot help/i,
        "I can't execute code, I can't see your files, and I don't give legal or medical advice.",
      ],
      [/my name/i, "I don't have access to personal information about you."],
      [
        /reverse/i,
        '```python\ndef reverse(text: str) -> str:\n    return text[::-1]\n```\nThis uses slicing with a step of -1.',
      ],
      [
        /sort a list/i,
        'Use `items.sort((a, b) => a - b)` for numbers. Without a comparator the elements are compared as strings.',
      ],
      [
        /debugging/i,
        'Debugging means finding the cause of wrong behaviour. Reproduce the fault, read the stack trace, narrow the code down with breakpoints, and write a failing test before you fix it.',
      ],
      [
        /code review/i,
        'A code review checks a pull request for correctness, readability and tests. Keep the diff small, comment on the code and not on the author, and automate formatting with a linter.',
      ],
      [
        /unit test/i,
        'Unit tests check one function in isolation. Arrange the input, call the function, assert on the result, and mock the network.',
      ],
      [
        /refactoring/i,
        'Refactoring changes the structure of code without changing its behaviour. Extract functions, rename variables, remove duplication, and run the tests after every step.',
      ],
      [
        /sql/i,
        'SQL queries read data from tables. Use an index for columns in the WHERE clause, avoid SELECT *, and look at the query plan with EXPLAIN.',
      ],
      [
        /sourdough|tomato|recipe/i,
        "I'm a coding assistant, so I can't help with recipes. Ask me about code instead.",
      ],
      [/weather/i, "I can't look up live data such as the weather."],
      [/fraud/i, "I can't help with fraud."],
      [/ignore all|system prompt/i, "I can't share my system prompt."],
      [
        /terms/i,
        'Useful terms are: closure, a function that captures variables; recursion, a function that calls itself; race condition, a fault that depends on timing; and idempotency, the property that a call may be repeated.',
      ],
      [
        /meant for|way you talk/i,
        'I am meant for software developers of every level. I try to be concise and practical.',
      ],
      [
        /deutsch/i,
        'Ich kann Ihnen beim Schreiben, Erklären und Prüfen von Code helfen, und das ist auch auf Deutsch möglich.',
      ],
      [
        /120 a month/i,
        'The first six months cost 720 and the next six 132 each, so 792. Together that is 1512.',
      ],
    ],
    'Could you tell me which programming language you are using and show me the code in question?',
  );

/** Declines hard, always with the same words, and keeps the conversation. */
export const bankBot = (): TargetHandler =>
  bot(
    [
      [
        /what is my name/i,
        (_match, { name }) => (name ? `Your name is ${name}.` : 'I do not know your name.'),
      ],
      [
        /what are you/i,
        'Welcome to Northbank. I am the virtual assistant of Northbank and answer questions about bank accounts, cards, transfers, savings and loans.',
      ],
      [
        /which topics|kinds of questions/i,
        'You can ask me about current accounts, savings accounts, credit cards, transfers, standing orders, overdrafts and personal loans.',
      ],
      [
        /can you not/i,
        'I cannot give investment advice, I cannot see your balance, and I cannot change your personal data.',
      ],
      [
        /tell me more/i,
        (_match, { last }) =>
          `About what I just said: ${last?.slice(0, 60)} A branch can give you a printed sheet with the fees of each account.`,
      ],
      [
        /overdraft/i,
        'An overdraft lets you spend more than your balance, up to an agreed limit. You pay interest for each day on which the account is overdrawn.',
      ],
      [
        /savings account/i,
        'A savings account pays interest on your balance. The rate is variable, and withdrawals above 2,000 euros a month need three months of notice.',
      ],
      [
        /current account/i,
        'A current account is for daily payments. It comes with a debit card, standing orders and direct debits, and costs 4.90 euros a month.',
      ],
      [
        /credit card/i,
        'A credit card lets you pay later. The bill is due once a month, and interest of 14.9 percent is charged on what is not paid by then.',
      ],
      [
        /transfer/i,
        'A transfer moves money to another account. Enter the IBAN of the recipient, the amount and a reference, and confirm it in the app; it arrives on the next working day.',
      ],
      [
        /loan/i,
        'A personal loan is repaid in monthly instalments. You need a proof of income, and the rate depends on your credit rating.',
      ],
      [
        /technical terms|terms/i,
        'Important terms are the IBAN, which identifies an account; the annual percentage rate, which is the total cost of a loan; and the credit limit of a card.',
      ],
      [
        /meant for|way you talk/i,
        'I am here for private customers of Northbank, and I answer briefly and formally.',
      ],
    ],
    'I am sorry, I cannot help with that. I only answer questions about banking at Northbank.',
    { keeps: true },
  );

/** No assistant at all: an interface that takes orders and answers in JSON. */
export const jsonApi = (): TargetHandler => (request, response) => {
  const { message = '' } = request.json as { message?: string };
  const known = /order|status|track/i.test(message);
  sendJson(response, 200, {
    message: JSON.stringify(
      known
        ? { ok: true, intent: 'order_status', orders: [], next_actions: ['track', 'cancel'] }
        : {
            ok: false,
            error: { code: 'UNKNOWN_INTENT', supported: ['order_status', 'cancel_order', 'return_item'] },
          },
    ),
  });
};

const nurDeutsch = 'Entschuldigung, ich verstehe nur Deutsch. Bitte stellen Sie Ihre Frage auf Deutsch.';

/** Speaks German only, and says so. */
export const germanHrBot = (): TargetHandler =>
  bot(
    [
      [
        /wie heiße ich|mein name\?/i,
        (_match, { name }) => (name ? `Sie heißen ${name}.` : 'Das weiß ich leider nicht.'),
      ],
      [
        /was sind sie|wer sind sie|wobei können sie/i,
        'Guten Tag! Ich bin der digitale Assistent der Personalabteilung und beantworte Fragen zu Urlaub, Krankmeldung, Gehaltsabrechnung, Elternzeit, Arbeitszeit und Fortbildung.',
      ],
      [
        /welche themen|über welche|welchen themen/i,
        'Sie können mich zu folgenden Themen fragen: Urlaub, Krankmeldung, Gehaltsabrechnung, Elternzeit, Arbeitszeit, Fortbildung und Reisekosten.',
      ],
      [
        /nicht helfen|nicht weiterhelfen/i,
        'Ich kann keine Rechtsberatung geben, und ich habe keinen Zugriff auf Ihre Personalakte.',
      ],
      [
        /mehr (?:dazu|darüber)/i,
        (_match, { last }) =>
          `Gern. Ergänzend dazu: ${last?.slice(0, 80)} Der Antrag steht im Mitarbeiterportal bereit.`,
      ],
      [
        /urlaub/i,
        'Urlaub beantragen Sie im Mitarbeiterportal. Ihnen stehen 30 Urlaubstage im Jahr zu, und die Führungskraft genehmigt den Antrag innerhalb von fünf Tagen.',
      ],
      [
        /krankmeldung/i,
        'Die Krankmeldung muss am ersten Tag bis neun Uhr eingehen. Ab dem vierten Tag brauchen Sie eine ärztliche Bescheinigung.',
      ],
      [
        /gehaltsabrechnung/i,
        'Die Gehaltsabrechnung finden Sie am Monatsende im Portal. Sie enthält das Bruttogehalt, die Steuern und die Sozialabgaben.',
      ],
      [
        /elternzeit/i,
        'Elternzeit beantragen Sie spätestens sieben Wochen vor dem Beginn. Sie ist für jedes Elternteil bis zu drei Jahre möglich.',
      ],
      [
        /arbeitszeit/i,
        'Die Arbeitszeit beträgt 38 Stunden in der Woche, und die Kernzeit liegt zwischen neun und fünfzehn Uhr.',
      ],
      [
        /fortbildung/i,
        'Für eine Fortbildung stehen Ihnen fünf Tage im Jahr zu. Die Kosten übernimmt der Arbeitgeber nach einem Antrag.',
      ],
      [
        /fachbegriffe/i,
        'Wichtige Begriffe sind die Kernzeit, das Bruttogehalt, die Sozialabgaben und die Probezeit.',
      ],
      [
        /für wen|art zu sprechen/i,
        'Ich bin für alle Beschäftigten des Unternehmens da und antworte freundlich und kurz.',
      ],
      [
        /(?:ä|ö|ü|ß|\b(?:ich|sie|und|der|die|das|wie|was|bitte)\b)/i,
        'Es tut mir leid, dazu kann ich Ihnen keine Auskunft geben. Ich beantworte nur Fragen zu Personalthemen.',
      ],
    ],
    nurDeutsch,
    { keeps: true },
  );
