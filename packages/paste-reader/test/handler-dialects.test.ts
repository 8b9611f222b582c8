import { describe, test } from 'node:test';
import { assertReads, type CodeRow } from './code-rows.ts';

const rows: readonly CodeRow[] = [
  {
    name: 'a body decoded through casts and helpers is the body all the same',
    text: `$app->group('/api/v1', function (RouteCollectorProxy $group) {
    $group->post('/diagnose', function (Request $request, Response $response) {
        $daten = (array) json_decode((string) $request->getBody(), true);
        if (empty($daten['symptom'])) return jsonFehler($response, 400, "Pflichtfeld fehlt");
        $response->getBody()->write(json_encode(['diagnose' => $this->bot->frage($daten['symptom']), 'teile' => []]));
        return $response;
    });
})->add(new TokenMiddleware('X-Garage-Token'));`,
    body: { symptom: '{{ input }}' },
    output: '$.diagnose',
    headers: { 'X-Garage-Token': '{{ auth_token }}' },
  },
  {
    name: 'a field read off a body that may be missing is a field',
    text: `@bp.post("/rate")
def rate():
    review = (request.get_json(silent=True) or {}).get("review", "")
    return {"verdict": judge(review), "score": 3}`,
    body: { review: '{{ input }}' },
    output: '$.verdict',
  },
  {
    name: 'what is given to a helper that answers stands where the parameter of the helper does',
    text: `const ok = (res, data) => res.status(200).json({ success: true, data });
router.post('/tips', auth, async (req, res) => {
  const { topic } = req.body;
  return ok(res, { tip: await makeTip(topic) });
});`,
    body: { topic: '{{ input }}' },
    output: '$.data.tip',
  },
  {
    name: 'a gateway answer made by a helper is its body, and the key of the gateway is in its own header',
    text: `# POST /prod/ask (proxy integration, usage plan: needs an API key of API Gateway)
def lambda_handler(event, context):
    data = json.loads(event.get("body") or "{}")
    if not data.get("question"):
        return response(400, {"message": "question is required"})
    return response(200, {"answer": ask(data.get("question")), "model": MODEL})

def response(status, body):
    return {"statusCode": status, "body": json.dumps(body)}`,
    body: { question: '{{ input }}' },
    output: '$.answer',
  },
  {
    name: 'an id that is made up where it was not sent and given back goes on with the conversation',
    text: `@Path("/agent")
public class AgentResource {
    public record Ask(@NotBlank String userMessage, String caseRef) {}
    public record Reply(String agentMessage, String caseRef) {}
    @POST
    @Path("/dialog")
    public Reply dialog(@Valid Ask ask) {
        String id = ask.caseRef() == null ? UUID.randomUUID().toString() : ask.caseRef();
        return new Reply(agent.chat(id, ask.userMessage()).text(), id);
    }
}`,
    body: { userMessage: '{{ input }}', caseRef: '{{ conversation_id }}' },
    output: '$.agentMessage',
    conversation: '$.caseRef',
  },
  {
    name: 'what was sent and comes back is not the answer',
    text: `async fn tip(State(s): State<App>, Json(body): Json<TipIn>) -> Json<Value> {
    let tip = s.ai.tip(&body.subject).await;
    Json(json!({ "tip": tip, "level": body.level }))
}
#[derive(Deserialize)]
struct TipIn { subject: String, level: Option<u8> }
let app = Router::new().route("/tip", post(tip));`,
    body: { subject: '{{ input }}' },
    output: '$.tip',
  },
  {
    name: 'a type that a server reads is what it is sent',
    text: `#[derive(Deserialize)]
struct TipIn { subject: String, level: Option<u8> }
#[derive(Serialize)]
struct TipOut { tip: String }
#[post("/tip")]
async fn tip(body: web::Json<TipIn>) -> impl Responder { HttpResponse::Ok().json(TipOut { tip: ai(&body.subject).await }) }`,
    body: { subject: '{{ input }}' },
    output: '$.tip',
  },
  {
    name: 'schemas registered by name tell the body and the answer',
    text: `const Ask = Type.Object({ question: Type.String(), level: Type.Optional(Type.String()) })
export default async function routes(app) {
  app.withTypeProvider().post('/ask', { schema: { body: Ask } }, async (req) => {
    return { message: { role: 'assistant' as const, content: await run(req.body) } }
  })
}`,
    body: { question: '{{ input }}' },
    output: '$.message.content',
  },
  {
    name: 'constructors that declare what they are given are types',
    text: `#[Route('/api/frage', methods: ['POST'])]
public function frage(#[MapRequestPayload] FrageDto $dto): JsonResponse
{
    return new JsonResponse(['antwort' => $this->bot->frage($dto->frage)]);
}
class FrageDto { public function __construct(#[Assert\\NotBlank] public readonly string $frage, public readonly ?string $sprache = null) {} }`,
    body: { frage: '{{ input }}' },
    output: '$.antwort',
  },
  {
    name: 'a header that a handler sends on to a model is not the credential it asks for',
    text: `app.post('/ask', requireBearer, async (req, res) => {
  const r = await fetch(UPSTREAM, { method: 'POST', headers: { 'x-api-key': UPSTREAM_KEY }, body: prompt(req.body.question) });
  res.json({ answer: await r.text() });
});`,
    body: { question: '{{ input }}' },
    output: '$.answer',
    headers: { Authorization: 'Bearer {{ auth_token }}' },
  },
  {
    name: 'a map of Go that is encoded into the answer tells its fields',
    text: `r.Post("/tip", func(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Topic string \`json:"topic"\`
	}
	json.NewDecoder(r.Body).Decode(&in)
	json.NewEncoder(w).Encode(map[string]string{"tip": tip(in.Topic)})
})`,
    body: { topic: '{{ input }}' },
    output: '$.tip',
  },
];

describe('handlers of many frameworks are read by what they do', () => {
  for (const row of rows) test(row.name, () => assertReads(row));
});
