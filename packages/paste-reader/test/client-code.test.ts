import { describe, test } from 'node:test';
import { assertReads, type CodeRow } from './code-rows.ts';

const rows: readonly CodeRow[] = [
  {
    name: 'a field filled from the answer before goes on with the conversation, through a helper and a member',
    text: `import os, requests

class SupportClient:
    BASE_URL = os.getenv("SUPPORT_URL", "https://support.acme.test/api/v2")

    def __init__(self, api_key=None):
        self.session = requests.Session()
        self.session.headers.update({"X-Api-Key": api_key or os.environ["SUPPORT_KEY"]})
        self.ticket = None

    def _post(self, path, payload):
        r = self.session.post(f"{self.BASE_URL}{path}", json=payload, timeout=30)
        r.raise_for_status()
        return r.json()

    def ask(self, question):
        out = self._post("/ask", {"question": question, "ticket": self.ticket})
        self.ticket = out["ticket"]
        return out["answer"]["text"]`,
    body: { question: '{{ input }}', ticket: '{{ conversation_id }}' },
    output: '$.answer.text',
    conversation: '$.ticket',
    url: 'https://support.acme.test/api/v2/ask',
    headers: { 'X-Api-Key': '{{ auth_token }}' },
  },
  {
    name: 'a key of a state object that answers fill goes on with the conversation',
    text: `state = {"sid": None}
while True:
    text = input("> ")
    r = requests.post("https://bot.test/talk", data={"msg": text, "sid": state["sid"] or ""})
    j = r.json()
    state["sid"] = j["sid"]
    print("bot:", j["out"])`,
    body: { msg: '{{ input }}', sid: '{{ conversation_id }}' },
    output: '$.out',
    conversation: '$.sid',
  },
  {
    name: 'cookies of a session are the credential, and a loop over a list reads its items',
    text: `async with aiohttp.ClientSession(cookies={"sessionid": COOKIE}) as s:
    async with s.post("https://intern.test/ask/", json={"frage": frage, "abteilung": "it"}) as resp:
        data = await resp.json()
        for teil in data["teile"]:
            print(teil["inhalt"])`,
    body: { frage: '{{ input }}', abteilung: 'it' },
    output: '$.teile[0].inhalt',
    headers: { Cookie: 'sessionid={{ auth_token }}' },
  },
  {
    name: 'a field added under a condition is sent when it holds the conversation, and left out otherwise',
    text: `def chat(message, conversation=None, lang=None):
    payload = {"message": message}
    if conversation:
        payload["conversation_ref"] = conversation
    if lang is not None:
        payload["lang"] = lang
    res = requests.post(API + "/chat", json=payload, headers=HEADERS)
    data = res.json()
    return data["reply"], data["conversation_ref"]

API = "https://bot.test/v3"
HEADERS = {"api-key": os.environ["KEY"]}`,
    body: { message: '{{ input }}', conversation_ref: '{{ conversation_id }}' },
    output: '$.reply',
    conversation: '$.conversation_ref',
    url: 'https://bot.test/v3/chat',
    headers: { 'api-key': '{{ auth_token }}' },
  },
  {
    name: 'parameters of which only the type is known get a value of that type',
    text: `def recommend(wish: str, guests: int, vegan: bool) -> str:
    resp = requests.post(
        "https://menu.test/v1/recommend",
        json={"wish": wish, "guests": guests, "vegan": vegan},
        auth=(USER, PASSWORD),
    )
    return resp.json()["menu"]`,
    body: { wish: '{{ input }}', guests: 1, vegan: false },
    output: '$.menu',
  },
  {
    name: 'an option of a command line has its declared default',
    text: `def main():
    p = argparse.ArgumentParser()
    p.add_argument("question")
    p.add_argument("--top-k", type=int, default=3)
    args = p.parse_args()
    r = requests.post("https://kb.test/query", json={"question": args.question, "top_k": args.top_k}, headers={"Authorization": "Bearer " + os.environ["KB_TOKEN"]})
    payload = r.json()
    print(payload["answer"])
    for s in payload["sources"]:
        print("-", s["title"])`,
    body: { question: '{{ input }}', top_k: 3 },
    output: '$.answer',
  },
  {
    name: 'a private member filled from the answer goes on with the conversation',
    text: `const api = axios.create({
  baseURL: process.env.API_URL ?? 'https://api.helpdesk.test/v1',
  headers: { 'X-Desk-Token': process.env.DESK_TOKEN },
});

export class Desk {
  #thread = null;
  async ask(question) {
    const { data } = await api.post('/questions', { question, thread: this.#thread });
    this.#thread = data.thread;
    return data.answers[0].body;
  }
}`,
    body: { question: '{{ input }}', thread: '{{ conversation_id }}' },
    output: '$.answers[0].body',
    conversation: '$.thread',
    url: 'https://api.helpdesk.test/v1/questions',
    headers: { 'X-Desk-Token': '{{ auth_token }}' },
  },
  {
    name: 'of what a callback takes apart, the part that the page shows is the answer',
    text: `fetch('https://bot.test/q', { method: 'POST', body: new URLSearchParams({ q: input.value, room: 'lobby' }) })
  .then((r) => r.json())
  .then(({ a, took }) => { answer.innerText = a; console.debug(took); });`,
    body: { q: '{{ input }}', room: 'lobby' },
    output: '$.a',
  },
  {
    name: 'a field spread in under a condition is carried on when the answer has it',
    text: `async function ask(prompt, sessionToken) {
  const res = await fetch("https://bot.test/ask", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: \`Bearer \${token}\` },
    body: JSON.stringify({ prompt, ...(sessionToken && { sessionToken }), options: { format: "md" } }),
  });
  const out = await res.json();
  return { text: out.output.md, sessionToken: out.sessionToken };
}`,
    body: { prompt: '{{ input }}', sessionToken: '{{ conversation_id }}', options: { format: 'md' } },
    output: '$.output.md',
    conversation: '$.sessionToken',
  },
  {
    name: 'parameters of a client are sent with every request',
    text: `interface AskBody { q: string; limit: number }
interface AskResult { hits: { snippet: string }[]; summary: string }

const client = ky.create({ prefixUrl: 'https://search.test/ai', searchParams: { api_key: KEY } });

export const ask = (q: string, limit = 5) =>
  client.post('ask', { json: { q, limit } satisfies AskBody }).json<AskResult>();

const { summary } = await ask('What is TLS?');`,
    body: { q: '{{ input }}', limit: 5 },
    output: '$.summary',
    url: 'https://search.test/ai/ask?api_key={{ auth_token }}',
  },
  {
    name: 'fields travel under the names of their tags, structs in place included',
    text: `type AskRequest struct {
	Query   string \`json:"query"\`
	Session string \`json:"session_ref,omitempty"\`
	TopN    int    \`json:"top_n"\`
}
type AskResponse struct {
	Result struct {
		Passage string \`json:"passage"\`
	} \`json:"result"\`
	Session string \`json:"session_ref"\`
}

func (c *Client) Ask(ctx context.Context, q string) (*AskResponse, error) {
	b, _ := json.Marshal(AskRequest{Query: q, Session: c.session, TopN: 4})
	req, _ := http.NewRequestWithContext(ctx, "POST", "https://kb.test/v1/ask", bytes.NewReader(b))
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.hc.Do(req)
	if err != nil { return nil, err }
	defer resp.Body.Close()
	var out AskResponse
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil { return nil, err }
	c.session = out.Session
	return &out, nil
}`,
    body: { query: '{{ input }}', session_ref: '{{ conversation_id }}', top_n: 4 },
    output: '$.result.passage',
    conversation: '$.session_ref',
    url: 'https://kb.test/v1/ask',
  },
  {
    name: 'an assertion of a type on the way to the answer changes nothing',
    text: `body := map[string]any{"input": map[string]any{"text": text}, "tenant": "acme"}
buf, _ := json.Marshal(body)
resp, err := http.Post("https://bot.test/v1/run?key="+apiKey, "application/json", bytes.NewBuffer(buf))
if err != nil { log.Fatal(err) }
defer resp.Body.Close()
var result map[string]any
json.NewDecoder(resp.Body).Decode(&result)
fmt.Println(result["output"].(map[string]any)["text"])`,
    body: { input: { text: '{{ input }}' }, tenant: 'acme' },
    output: '$.output.text',
    url: 'https://bot.test/v1/run?key={{ auth_token }}',
  },
  {
    name: 'a helper that is given the end of the address sends to the whole one',
    text: `export class BotApi {
  constructor(private readonly token: string, private baseUrl = 'https://bot.test/v1') {}
  private async request<T>(path: string, body: unknown): Promise<T> {
    const res = await fetch(\`\${this.baseUrl}\${path}\`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Bot-Token': this.token }, body: JSON.stringify(body) });
    if (!res.ok) throw new Error(await res.text());
    return (await res.json()) as T;
  }
  async say(line: string, mood = 'neutral') {
    const result = await this.request<{ reaction: { line: string } }>('/say', { line, mood });
    return result.reaction.line;
  }
}`,
    body: { line: '{{ input }}', mood: 'neutral' },
    output: '$.reaction.line',
    url: 'https://bot.test/v1/say',
    headers: { 'X-Bot-Token': '{{ auth_token }}' },
  },
  {
    name: 'an address below the base given in the same call is joined',
    text: `const messages = ref([]);
const token = useCookie('auth');
async function submit() {
  const out = await $fetch('/api/tutor', { method: 'POST', baseURL: 'https://school.test', headers: { Authorization: \`Bearer \${token.value}\` }, body: { question: draft.value, grade: 7 } });
  messages.value.push({ role: 'bot', text: out.explanation });
}`,
    body: { question: '{{ input }}', grade: 7 },
    output: '$.explanation',
    url: 'https://school.test/api/tutor',
  },
  {
    name: 'a member of a class in PHP goes on with the conversation',
    text: `class Bot {
    private $sid = null;
    public function ask($text) {
        $ch = curl_init('https://bot.test/api.php');
        curl_setopt($ch, CURLOPT_RETURNTRANSFER, true);
        curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(['text' => $text, 'sid' => $this->sid]));
        curl_setopt($ch, CURLOPT_HTTPHEADER, ['Content-Type: application/json', 'X-Auth: ' . $this->key]);
        $out = json_decode(curl_exec($ch), true);
        $this->sid = $out['sid'];
        return $out['lines'][0];
    }
}`,
    body: { text: '{{ input }}', sid: '{{ conversation_id }}' },
    output: '$.lines[0]',
    conversation: '$.sid',
  },
];

describe('client code is followed from the answer to the next request', () => {
  for (const row of rows) test(row.name, () => assertReads(row));
});
