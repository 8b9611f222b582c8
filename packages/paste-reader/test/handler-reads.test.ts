import { describe, test } from 'node:test';
import { assertReads, type CodeRow } from './code-rows.ts';

const rows: readonly CodeRow[] = [
  {
    name: 'a header that says which customer is meant is sent beside the credential, not in its place',
    text: `app.post('/ask', async (req, res) => {
  const tenant = req.get('X-Tenant');
  if (!tenant) return res.status(400).json({ error: 'X-Tenant' });
  if (req.get('X-Door-Key') !== process.env.DOOR_KEY) return res.sendStatus(401);
  res.json({ reply: await answer(tenant, req.body.question) });
});`,
    body: { question: '{{ input }}' },
    output: '$.reply',
    headers: { 'X-Tenant': 'sonde', 'X-Door-Key': '{{ auth_token }}' },
  },
  {
    name: 'a header that a schema allows one value for has that value',
    text: `fastify.post('/plan', {
  schema: {
    headers: { type: 'object', required: ['x-api-version'], properties: { 'x-api-version': { const: '2' } } },
    body: { type: 'object', required: ['wish'], properties: { wish: { type: 'string' } } },
  },
}, async (request) => ({ plan: await plan(request.body.wish) }));`,
    body: { wish: '{{ input }}' },
    output: '$.plan',
    headers: { 'x-api-version': '2' },
  },
  {
    name: 'a list that is walked through for who speaks and what is said is the history',
    text: `app.post('/agent', async (req, res) => {
  const { conversation } = req.body;
  const reply = await llm.chat(conversation.map(({ role, content }) => ({ role, content })));
  res.json({ reply });
});`,
    body: { conversation: '{{ messages }}' },
    output: '$.reply',
  },
  {
    name: 'Phoenix takes the fields apart in the head of the function',
    text: `post "/consult", OracleController, :consult

def consult(conn, %{"query" => query, "topic" => topic}) do
  json(conn, %{data: %{answer: Oracle.consult(query, topic)}})
end`,
    body: { query: '{{ input }}', topic: 'string' },
    output: '$.data.answer',
  },
  {
    name: 'a resource of methods by verb is served where it is added',
    text: `class SimplifyResource:
    LEVELS = ("A1", "A2")

    def on_put(self, req, resp):
        doc = req.get_media()
        source, level = doc.get("source"), doc.get("level")
        if level not in self.LEVELS:
            raise falcon.HTTPBadRequest(title="level")
        resp.media = {"simplified": self._llm.simplify(source, level), "level": level}

app.add_route("/simplify", SimplifyResource(Llm.from_env()))`,
    body: { source: '{{ input }}', level: 'A1' },
    output: '$.simplified',
  },
  {
    name: 'what is read off a field under its own name stands within it',
    text: `class ReplyHandler(tornado.web.RequestHandler):
    async def post(self):
        data = tornado.escape.json_decode(self.request.body)
        mail = data["mail"]
        self.write({"reply": await llm.acall(mail.get("subject", "Hello"), mail["body"])})

app = Application([(r"/reply", ReplyHandler)])`,
    body: { mail: { body: '{{ input }}' } },
    output: '$.reply',
  },
  {
    name: 'so do the members of what is taken out of a body',
    text: `app.post('/hook', async (req, res) => {
  const { message } = req.body
  if (!message?.content) return res.status(400).json({ error: 'content is required' })
  res.json({ content: await answerFromWiki(message.content) })
})`,
    body: { message: { content: '{{ input }}' } },
    output: '$.content',
  },
  {
    name: 'a text of which only its own methods are used is the field itself',
    text: `app.post('/hook', async (req, res) => {
  const { message } = req.body
  if (message.length > 500 || !message.trim()) return res.status(400).json({ error: 'message' })
  res.json({ content: await answerFromWiki(message.slice(0, 400)) })
})`,
    body: { message: '{{ input }}' },
    output: '$.content',
  },
  {
    name: 'what a handler turns away all else than is what it is sent',
    text: `@app.post("/gchat")
def on_event():
    event = request.get_json()
    if event["type"] == "ADDED":
        return {"text": "Hi."}
    if event["type"] != "MESSAGE":
        return {}
    return {"text": agent.run(event["message"]["text"])}`,
    body: { type: 'MESSAGE', message: { text: '{{ input }}' } },
    output: '$.text',
  },
  {
    name: 'parameters are those of the function below the route, wherever others stand',
    text: `router = APIRouter(prefix="/recall")

async def team(x_team_key: str = Header()) -> Team:
    return TEAMS[x_team_key]

@router.post("/ask")
async def ask(question: str = Body(embed=True), top_k: int = Body(6, embed=True), team: Team = Depends(team)):
    return {"answer": await llm.answer(question, top_k)}`,
    body: { question: '{{ input }}' },
    output: '$.answer',
  },
  {
    name: 'what comes back as it was sent is not the answer',
    text: `@post("/lookup")
async def lookup(term: str = Body(embed=True)) -> dict[str, str]:
    return {"term": term, "meaning": await glossary.explain(term)}`,
    body: { term: '{{ input }}' },
    output: '$.meaning',
  },
  {
    name: 'an answer with a status of its own is an error',
    text: `@app.route("/v1/dialog", methods=["POST"])
def dialog():
    body = request.get_json(force=True)
    if not body.get("utterance"):
        return jsonify(message="utterance is required"), 400
    return jsonify(kanal="web", utterance=chain.predict(input=body["utterance"]))`,
    body: { utterance: '{{ input }}' },
    output: '$.utterance',
  },
  {
    name: 'a schema that a model is given is not sent',
    text: `export const POST = async ({ request }) => {
  const { ingredients, vegan = false }: { ingredients?: string; vegan?: boolean } = await request.json();
  const { text } = await generateObject({ model, schema: z.object({ title: z.string(), text: z.string() }), prompt: ingredients });
  return json({ recipe: text });
};`,
    body: { ingredients: '{{ input }}' },
    output: '$.recipe',
  },
  {
    name: 'arguments of a schema that is declared elsewhere are the body',
    text: `blp = Blueprint("llm", "llm", url_prefix="/llm/v1")

class AskSchema(ma.Schema):
    frage = ma.fields.String(required=True)
    grad = ma.fields.Float(load_default=0.3)

@blp.route("/ask", methods=["POST"])
@blp.arguments(AskSchema)
def ask(args):
    return {"antwort": chain.invoke(args["frage"])}`,
    body: { frage: '{{ input }}' },
    output: '$.antwort',
  },
  {
    name: 'a file names its verb, a validated body its type',
    text: `// server/api/menu-advice.post.ts
const Body = z.object({ wish: z.string().min(2), budget: z.number().optional() })

export default defineEventHandler(async (event) => {
  const { wish, budget } = await readValidatedBody(event, Body.parse)
  return { advice: await complete(wish, budget), at: Date.now() }
})`,
    body: { wish: '{{ input }}' },
    output: '$.advice',
  },
];

describe('what a handler reads is found by where its values go', () => {
  for (const row of rows) test(row.name, () => assertReads(row));
});
