import { describe, test } from 'node:test';
import { assertReads, type CodeRow } from './code-rows.ts';

const chat = { model: 'm-7b', messages: '{{ messages }}' };
const chatOutput = '$.choices[0].message.content';

const rows: readonly CodeRow[] = [
  {
    name: 'text that is turned into bytes stays what it says',
    text: `data = json.dumps({"note": text, "style": "short"}).encode("utf-8")
req = urllib.request.Request("https://notes.test/sum", data=data, headers={"Content-Type": "application/json"})
print(json.load(urllib.request.urlopen(req))["summary"])`,
    body: { note: '{{ input }}', style: 'short' },
    output: '$.summary',
  },
  {
    name: 'arguments that a helper gathers are the fields of the body',
    text: `class Api:
    def __init__(self, key):
        self.http = requests.Session()
        self.http.headers.update({"X-Wine-Key": key, "X-Client": "py/1"})

    def call(self, path, **fields):
        return self.http.post("https://wine.test" + path, json=fields).json()

    def ask(self, query, cellar="main"):
        return self.call("/ask", query=query, cellar=cellar)["text"]`,
    body: { query: '{{ input }}', cellar: 'main' },
    output: '$.text',
    url: 'https://wine.test/ask',
    headers: { 'X-Wine-Key': '{{ auth_token }}', 'X-Client': 'py/1' },
  },
  {
    name: 'a value left out has the name of its key',
    text: `def ask(question, tone: "dry")
  res = HTTParty.post("https://pub.test/ask", body: { question:, tone: }.to_json, headers: { "Content-Type" => "application/json" })
  res.parsed_response["reply"]
end`,
    body: { question: '{{ input }}', tone: 'dry' },
    output: '$.reply',
  },
  {
    name: 'named arguments that say nothing about sending are the body',
    text: `API = Faraday.new("https://pub.test") do |f|
  f.request :json
  f.response :json
end
puts API.post("/ask", question: question, tone: "dry").body.dig("reply")`,
    body: { question: '{{ input }}', tone: 'dry' },
    output: '$.reply',
    url: 'https://pub.test/ask',
  },
  {
    name: 'whatever takes an address with headers and a body sends',
    text: `async send(said: string) {
    const res = await requestUrl({
      url: 'https://vault.test/ask',
      method: 'POST',
      headers: { Authorization: 'Bearer ' + this.settings.apiKey },
      body: JSON.stringify({ query: said, limit: 8 }),
    });
    if (res.status !== 200) {
      new Notice(res.json.message);
      return '';
    }
    return res.json.result.markdown;
}`,
    body: { query: '{{ input }}', limit: 8 },
    output: '$.result.markdown',
    url: 'https://vault.test/ask',
  },
  {
    name: 'a stream context holds a request as PHP writes it',
    text: `$opts = ['http' => ['method' => 'POST', 'header' => "Content-Type: application/json\\r\\nX-Shop: $key", 'content' => json_encode(['frage' => $frage])]];
$res = file_get_contents('https://shop.test/ask.php', false, stream_context_create($opts));
echo json_decode($res, true)['antwort'];`,
    body: { frage: '{{ input }}' },
    output: '$.antwort',
    headers: { 'Content-Type': 'application/json', 'X-Shop': '{{ auth_token }}' },
  },
  {
    name: 'an address is built by its parameters too',
    text: `const url = new URL("https://tides.test/ask");
url.searchParams.set("q", question);
url.searchParams.set("apikey", process.env.TIDES_KEY);
const { a } = await (await fetch(url)).json();
console.log(a);`,
    body: { q: '{{ input }}', apikey: '{{ auth_token }}' },
    output: '$.a',
  },
  {
    name: 'parameters written into an address are its query',
    text: `const params = new URLSearchParams({ term, style: "short" });
const res = await fetch(\`https://terms.test/explain?\${params}\`, { headers: { "X-Key": key } });
show((await res.json()).explanation);`,
    body: { term: '{{ input }}', style: 'short' },
    output: '$.explanation',
    headers: { 'X-Key': '{{ auth_token }}' },
  },
  {
    name: 'what is kept for each of many goes on with the conversation of one',
    text: `threads = {}
def on_message(chat, said):
    r = requests.post("https://brain.test/turns", json={"text": said, "context": threads.get(chat)})
    data = r.json()
    threads[chat] = data["context"]
    return data["text"]`,
    body: { text: '{{ input }}', context: '{{ conversation_id }}' },
    output: '$.text',
    conversation: '$.context',
  },
  {
    name: 'of a member it is the end that tells what it holds',
    text: `client.on('messageCreate', async (msg) => {
  const res = await fetch('https://oracle.test/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ asker: msg.author.tag, riddle: msg.content.slice(8) }) });
  const { verdict } = await res.json();
  await msg.reply(verdict);
});`,
    body: { asker: 'string', riddle: '{{ input }}' },
    output: '$.verdict',
  },
  {
    name: 'a comment beside a part of the answer shows that part',
    text: `reply = requests.post("https://lab.test/next", json={"said": line, "site": "demo"}).json()["next"]
history.append(reply)   # {"who": "bot", "what": "..."}
print(reply["what"])`,
    body: { said: '{{ input }}', site: 'demo' },
    output: '$.next.what',
  },
  {
    name: 'messages from a variable are the whole conversation',
    text: `client = AsyncOpenAI(base_url="https://llm.test/v1", api_key=settings.key)
async def lines(history):
    r = await client.chat.completions.create(model="m-7b", messages=history)
    return r.choices[0].message.content`,
    body: chat,
    output: chatOutput,
  },
  {
    name: 'a word of its own before a credential is kept',
    text: `r = requests.post("https://toll.test/explain", json={"question": q}, headers={"X-Toll": f"tg1 {api_key}"})
print(r.json()["plain"])`,
    body: { question: '{{ input }}' },
    output: '$.plain',
    headers: { 'X-Toll': 'tg1 {{ auth_token }}' },
  },
  {
    name: 'a value out of the environment that is called a key is the credential, wherever it is sent',
    text: `import os, requests
payload = {"k": os.environ["WORT_KEY"], "satz": satz, "ton": "locker"}
print(requests.post("https://w.test/r.py", data=payload).text)`,
    body: { k: '{{ auth_token }}', satz: '{{ input }}', ton: 'locker' },
    output: '$',
  },
  {
    name: 'a list of its own that an object grows is the conversation',
    text: `class Bot:
    def __init__(self):
        self.history = []

    def say(self, text):
        self.history.append({"role": "user", "content": text})
        msg = requests.post("https://c.test/chat", json={"messages": self.history, "bot": "b1"}).json()["message"]
        self.history.append(msg)
        return msg["content"]`,
    body: { messages: '{{ messages }}', bot: 'b1' },
    output: '$.message.content',
  },
  {
    name: 'a page sends the fields of its form',
    text: `<form id="f"><input name="frage"><input type="hidden" name="bad" value="freibad"><button>Go</button></form>
<script>
f.onsubmit = async (e) => {
  const res = await fetch('https://s.test/a.php', { method: 'POST', body: new URLSearchParams(new FormData(e.target)) });
  out.textContent = (await res.json()).text;
};
</script>`,
    body: { frage: '{{ input }}', bad: 'freibad' },
    output: '$.text',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  },
  {
    name: 'fields written into parts are sent as parts',
    text: `var buf bytes.Buffer
w := multipart.NewWriter(&buf)
w.WriteField("matter", "M-1")
w.WriteField("statement", statement)
req, _ := http.NewRequest("POST", "https://l.test/v1/sum", &buf)
req.Header.Set("Content-Type", w.FormDataContentType())
res, err := http.DefaultClient.Do(req)
var out struct { Text string \`json:"text"\` }
json.NewDecoder(res.Body).Decode(&out)
fmt.Println(out.Text)`,
    body: { matter: 'M-1', statement: '{{ input }}' },
    output: '$.text',
    headers: { 'Content-Type': 'multipart/form-data' },
  },
  ...[
    `llm = LLM(model="openai/m-7b", base_url="https://llm.test/v1", api_key=os.environ["KEY"])\nagent = Agent(role="Researcher", llm=llm)`,
    `model = OpenAIModel("m-7b", provider=OpenAIProvider(base_url="https://llm.test/v1", api_key=os.environ["KEY"]))\nagent = Agent(model)`,
    `@Bean\nChatModel chat(String key) {\n  return OpenAiChatModel.builder()\n    .baseUrl("https://llm.test/v1")\n    .apiKey(key)\n    .modelName("m-7b")\n    .build();\n}`,
    `llm, err := openai.New(openai.WithBaseURL("https://llm.test/v1"), openai.WithToken(os.Getenv("KEY")), openai.WithModel("m-7b"))\nif err != nil {\n\tpanic(err)\n}`,
    `var kernel = Kernel.CreateBuilder().AddOpenAIChatCompletion(modelId: "m-7b", endpoint: new Uri("https://llm.test/v1"), apiKey: key).Build();\nConsole.WriteLine(await kernel.InvokePromptAsync("Hi"));`,
  ].map((text, index) => ({
    name: `a client told its server and its model sends chat completions there (${index + 1})`,
    text,
    body: chat,
    output: chatOutput,
    url: 'https://llm.test/v1/chat/completions',
    headers: { Authorization: 'Bearer {{ auth_token }}' },
  })),
];

describe('client code as people write it is read by what its parts mean', () => {
  for (const row of rows) test(row.name, () => assertReads(row));
});
