import { describe, test } from 'node:test';
import { assertReads, type CodeRow } from './code-rows.ts';

const rows: readonly CodeRow[] = [
  {
    name: 'headers given by place are headers, whatever they are called',
    text: `headers = {'Content-Type': 'application/json', 'Authorization': ('Bearer ' + api_key), 'model-deployment': 'blue'}
req = urllib.request.Request("https://score.test/score", str.encode(json.dumps({"question": "How many days?", "chat_history": []})), headers)
print(json.loads(urllib.request.urlopen(req).read())["answer"])`,
    body: { question: '{{ input }}', chat_history: [] },
    output: '$.answer',
    headers: { Authorization: 'Bearer {{ auth_token }}', 'model-deployment': 'blue' },
  },
  {
    name: 'headers and the address that a class declares belong to each of its requests',
    text: `class Skipper
  include HTTParty
  base_uri "https://skipper.test/v1"
  headers "Content-Type" => "application/json", "X-Skipper-Key" => ENV.fetch("SKIPPER_KEY")

  def self.ask(question, area: "baltic")
    res = post("/ask", body: { question: question, area: area }.to_json)
    res.dig("answer", "body")
  end
end`,
    body: { question: '{{ input }}', area: 'baltic' },
    output: '$.answer.body',
    url: 'https://skipper.test/v1/ask',
    headers: { 'X-Skipper-Key': '{{ auth_token }}' },
  },
  {
    name: 'a client with a base and its own block sends the requests, not itself',
    text: `conn = Faraday.new(url: "https://hints.test", headers: { "X-Key" => ENV["K"] }) do |f|
  f.request :json
end
res = conn.post("/v1/hint", { puzzle: puzzle, level: 2 })
puts res.body.dig("hint", "text")`,
    body: { puzzle: '{{ input }}', level: 2 },
    output: '$.hint.text',
    url: 'https://hints.test/v1/hint',
    headers: { 'X-Key': '{{ auth_token }}' },
  },
  {
    name: 'a list that a store keeps is known by the turns put into it',
    text: `export const messages = writable([])
export async function send(text) {
  messages.update((m) => [...m, { role: 'user', content: text }])
  const r = await fetch('https://garden.test/advice', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-key': get(token) },
    body: JSON.stringify({ messages: get(messages) }),
  })
  const { content } = await r.json()
  messages.update((m) => [...m, { role: 'assistant', content }])
}`,
    body: { messages: '{{ messages }}' },
    output: '$.content',
  },
  {
    name: 'a field that only the caller can fill is the message, whatever it is called',
    text: `function COMPOSE(instructions) {
  const res = UrlFetchApp.fetch('https://mail.test/compose', {
    method: 'post',
    contentType: 'application/json',
    headers: { 'X-Mail-Token': TOKEN },
    payload: JSON.stringify({ instructions: instructions, signature: false }),
    muteHttpExceptions: true,
  });
  return JSON.parse(res.getContentText()).mail.body_text;
}`,
    body: { instructions: '{{ input }}', signature: false },
    output: '$.mail.body_text',
    headers: { 'X-Mail-Token': '{{ auth_token }}' },
  },
  {
    name: 'a list taken apart by its places is no text',
    text: `const r = await fetch('https://prices.test/hint', { method: 'POST', headers: { authorization: 'Key ' + KEY, 'content-type': 'application/json' }, body: JSON.stringify({ item: { title: ctx.message.text, country: 'DE' } }) })
const { hint, range } = await r.json()
await ctx.reply(\`\${hint} (\${range[0]}–\${range[1]} €)\`)`,
    body: { item: { title: '{{ input }}', country: 'DE' } },
    output: '$.hint',
    headers: { authorization: 'Key {{ auth_token }}' },
  },
  {
    name: 'the one place that code takes is the answer, whatever it is called',
    text: `$antwort = $this->httpClient->request('POST', 'https://texte.test/produkt', [
    'auth_bearer' => $this->schluessel,
    'json' => ['produkt' => ['name' => $name, 'kategorie' => 'garten']],
    'max_redirects' => 0,
]);
return $antwort->toArray()['text']['lang'];`,
    body: { produkt: { name: '{{ input }}', kategorie: 'garten' } },
    output: '$.text.lang',
    headers: { Authorization: 'Bearer {{ auth_token }}' },
  },
  {
    name: 'parts of a form come with their names behind them',
    text: `var request = new HttpRequestMessage(HttpMethod.Post, "https://grading.test/essay");
request.Headers.Add("Authorization", "Bearer token-of-the-school");
var content = new MultipartFormDataContent();
content.Add(new StringContent("My holidays were short."), "essay");
content.Add(new StringContent("B2"), "rubric");
request.Content = content;
var response = await client.SendAsync(request);

// {"feedback":"Clear, but use more linking words.","points":12}`,
    body: { essay: '{{ input }}', rubric: 'B2' },
    output: '$.feedback',
    headers: { 'Content-Type': 'multipart/form-data' },
  },
  {
    name: 'what a variable fills has the kind that the declared type says',
    text: `type message struct {
	Text  string \`json:"text"\`
	Coach int    \`json:"coach"\`
	Chat  string \`json:"chat,omitempty"\`
}
func (c *Client) Say(text string) (string, error) {
	body, _ := json.Marshal(message{Text: text, Coach: c.coach, Chat: c.chat})
	res, err := http.Post("https://porter.test/chat", "application/json", bytes.NewReader(body))
	var out struct { Text string \`json:"text"\`; Chat string \`json:"chat"\` }
	json.NewDecoder(res.Body).Decode(&out)
	c.chat = out.Chat
	return out.Text, err
}`,
    body: { text: '{{ input }}', coach: 1, chat: '{{ conversation_id }}' },
    output: '$.text',
    conversation: '$.chat',
  },
  {
    name: 'what a library hands out stands below what its server sends',
    text: `import { RemoteRunnable } from "@langchain/core/runnables/remote";
const chain = new RemoteRunnable({ url: "http://chains.test:8123/policy" });
const result = await chain.invoke({ question: "Can I bring my dog?", chat_history: [] });
console.log(result.answer);`,
    body: { input: { question: '{{ input }}', chat_history: [] } },
    output: '$.output.answer',
    url: 'http://chains.test:8123/policy/invoke',
  },
  {
    name: 'a notebook copied with its prompts and outputs is code with a sample answer',
    text: `In [3]: import requests, getpass
   ...: tok = getpass.getpass()

In [4]: r = requests.post('https://ice.test/v3/summarize',
   ...:                   headers={'Authorization': f'Token {tok}'},
   ...:                   json={'document': txt, 'max_words': 40})

In [5]: r.status_code
Out[5]: 200

In [6]: r.json()
Out[6]: 
{'summary': 'The glacier lost 14 metres, mostly in July.',
 'compression': 0.18}`,
    body: { document: '{{ input }}', max_words: 40 },
    output: '$.summary',
    headers: { Authorization: 'Token {{ auth_token }}' },
  },
  {
    name: 'what an interpreter printed without an empty line is no code',
    text: `>>> r = requests.post("https://words.test/v1/explain",
...     json={"term": "entropy", "level": 3},
...     headers={"X-Key": key})
>>> r.json()
{'explanation': 'Entropy is a measure of disorder.', 'level': 3}
>>> `,
    body: { term: '{{ input }}', level: 3 },
    output: '$.explanation',
  },
  {
    name: 'of two sides in words of their own, the one that has the last word asks',
    text: `chat = [
    {"speaker": "caller", "says": "My letter never arrived."},
    {"speaker": "clerk", "says": "I am sorry! Do you have the stamp code?"},
    {"speaker": "caller", "says": "A3 77 0K"},
]
res = requests.post("https://letters.test/assist", json={"product": "letters", "turns": chat})
print(res.json()["suggestion"]["says"])`,
    body: { product: 'letters', turns: [{ speaker: 'caller', says: '{{ input }}' }] },
    output: '$.suggestion.says',
  },
  {
    name: 'the type that a wrapper is called with tells what it gives back',
    text: `async function call<T>(path: string, body: unknown): Promise<T> {
  const res = await fetch(\`https://hub.test/api/\${path}\`, { method: 'POST', headers: { 'x-key': K, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const json = (await res.json()) as { ok: boolean; payload: T };
  return json.payload;
}
export const write = (facts: string) =>
  call<{ copy: string; seo: { title: string } }>('writer', { facts, style: 'short' });`,
    body: { facts: '{{ input }}', style: 'short' },
    output: '$.payload.copy',
    url: 'https://hub.test/api/writer',
  },
  {
    name: 'typed parameters travel under the names of the API, constants as what they stand for',
    text: `client := openai.NewClient(option.WithBaseURL("https://llm.test/v1"), option.WithAPIKey(os.Getenv("KEY")))
res, err := client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{
	Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(question)},
	Model: openai.ChatModelGPT4oMini,
	Temperature: openai.Float(0.2),
})
if err != nil {
	panic(err)
}`,
    body: { messages: '{{ messages }}', model: 'gpt-4o-mini', temperature: 0.2 },
    output: '$.choices[0].message.content',
    url: 'https://llm.test/v1/chat/completions',
  },
  {
    name: 'parameters given as one argument are the body',
    text: `client = OpenAI::Client.new(access_token: ENV["KEY"], uri_base: "https://llm.test")
response = client.chat(parameters: { model: "gpt-4o", messages: [{ role: "user", content: "Hello!"}], temperature: 0.7 })
puts response.dig("choices", 0, "message", "content")`,
    body: { model: 'gpt-4o', messages: '{{ messages }}', temperature: 0.7 },
    output: '$.choices[0].message.content',
    url: 'https://llm.test/v1/chat/completions',
  },
  {
    name: 'parts of a form listed where it is made are its fields',
    text: `using var form = new MultipartFormDataContent
{
    { new StringContent(text), "letter" },
    { new StringContent("formal"), "tone" },
};
http.DefaultRequestHeaders.Add("X-Key", key);
var res = await http.PostAsync("https://letters.test/api/letter", form);
var json = await res.Content.ReadFromJsonAsync<JsonElement>();
Console.WriteLine(json.GetProperty("improved").GetString());`,
    body: { letter: '{{ input }}', tone: 'formal' },
    output: '$.improved',
    headers: { 'Content-Type': 'multipart/form-data', 'X-Key': '{{ auth_token }}' },
  },
];

describe('client code of many libraries is read by what it sends', () => {
  for (const row of rows) test(row.name, () => assertReads(row));
});
