import { hole, wholeHole } from '../../holes.ts';
import { isObject, type Json } from '../../json-value.ts';

/**
 * Parameters of typed clients (Go) as their servers take them: `MaxTokens` travels as `max_tokens`,
 * `UserMessage("Hi")` as a turn, `ChatModelGPT4o` as the name it stands for.
 */
export function asSent(value: Json): Json {
  if (Array.isArray(value)) return value.map(asSent);
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        snakeCase(name),
        name === 'Model' ? modelOf(item) : asSent(item),
      ]),
    );
  const text = typeof value === 'string' ? wholeHole(value) : undefined;
  return text === undefined ? value : (turnOf(text) ?? roleOf(text) ?? numberOf(text) ?? value);
}

const snakeCase = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();

/** `openai.UserMessage("Hi")`, `anthropic.NewUserMessage(anthropic.NewTextBlock("Hi"))` */
function turnOf(text: string): Json | undefined {
  const [, role = '', inner = ''] =
    /^[\w.]*?(User|System|Assistant|Developer)Message\(([\s\S]*)\)$/.exec(text) ?? [];
  if (role === '') return undefined;
  const literal = /^(?:[\w.]+\(\s*)?(["\x60])([\s\S]*?)\1/.exec(inner)?.[2];
  return { role: role.toLowerCase(), content: literal ?? hole(inner) };
}

const roleOf = (text: string): string | undefined =>
  /MessageRole(User|System|Assistant|Developer)$/.exec(text)?.[1]?.toLowerCase();

function numberOf(text: string): number | undefined {
  const digits = /^[\w.]+\.(?:Float|Int)\(([\d.]+)\)$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A constant is called like the model that it stands for. */
function modelOf(given: Json): Json {
  const text = typeof given === 'string' ? wholeHole(given) : undefined;
  const name = text === undefined ? undefined : /\.(?:ChatModel|Model)?([A-Z]\w*)$/.exec(text)?.[1];
  if (name === undefined) return given;
  const isGpt = name.startsWith('GPT');
  return name
    .replace(/^GPT/, 'gpt-')
    .replace(/(?<=\d)_(?=\d)/g, isGpt ? '.' : '-')
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)(?<!gpt-)/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();
}
