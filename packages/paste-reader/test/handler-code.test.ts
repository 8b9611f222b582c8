import { describe, test } from 'node:test';
import { assertReads, type CodeRow } from './code-rows.ts';

const rows: readonly CodeRow[] = [
  {
    name: 'a header parameter of a dependency is the credential, and an enum sends its first value',
    text: `router = APIRouter(prefix="/v2/helper", tags=["helper"])

class Tone(str, Enum):
    friendly = "friendly"
    formal = "formal"

class AskIn(BaseModel):
    question: str = Field(..., min_length=1)
    tone: Tone
    session_id: Optional[str] = None

class AskOut(BaseModel):
    reply: str
    session_id: str

async def require_key(x_helper_key: str = Header(...)):
    if x_helper_key != KEY: raise HTTPException(401)

@router.post("/ask", response_model=AskOut, dependencies=[Depends(require_key)])
async def ask(body: AskIn):
    ...`,
    body: { question: '{{ input }}', tone: 'friendly', session_id: '{{ conversation_id }}' },
    output: '$.reply',
    conversation: '$.session_id',
    headers: { 'x-helper-key': '{{ auth_token }}' },
  },
  {
    name: 'a field checked against a named set gets a value of that set',
    text: `ALLOWED = {"de", "fr", "it"}

@bp.post("/translate")
def translate():
    if request.headers.get("X-Service-Auth") != SECRET:
        abort(401)
    body = request.json
    target = body.get("target")
    if target not in ALLOWED:
        return {"error": "bad target"}, 422
    return {"translated": engine.run(body["passage"], target)}`,
    body: { passage: '{{ input }}', target: 'de' },
    output: '$.translated',
    headers: { 'X-Service-Auth': '{{ auth_token }}' },
  },
  {
    name: 'a cookie that is looked for is the credential',
    text: `@csrf_exempt
@require_POST
def answer(request):
    if not request.COOKIES.get("helpdesk_session"):
        return JsonResponse({"error": "login"}, status=401)
    payload = json.loads(request.body)
    text = payload["query"]
    dept = payload.get("dept", "sales")
    return JsonResponse({"data": {"answer": bot.answer(text, dept), "took_ms": 3}})`,
    body: { query: '{{ input }}' },
    output: '$.data.answer',
    headers: { Cookie: 'helpdesk_session={{ auth_token }}' },
  },
  {
    name: 'a header that a middleware reads is the credential, and a list of modes gives the mode',
    text: `const requireKey = (req, res, next) => (req.headers['x-bot-key'] === process.env.BOT_KEY ? next() : res.sendStatus(401));
const router = express.Router();
const MODES = ['fast', 'deep'];

router.post('/ask', requireKey, async (req, res) => {
  const { prompt, mode, history = [] } = req.body;
  if (!MODES.includes(mode)) return res.status(400).json({ error: 'mode' });
  const answer = await llm(prompt, mode, history);
  res.json({ ok: true, result: { answer } });
});
app.use('/api/bot', router);`,
    body: { prompt: '{{ input }}', mode: 'fast' },
    output: '$.result.answer',
    headers: { 'x-bot-key': '{{ auth_token }}' },
  },
  {
    name: 'decorators of a transfer object tell what is allowed and what may be missing',
    text: `class AskDto {
  @IsString() @MinLength(2) question: string;
  @IsIn(['web', 'app']) source: string;
  @IsOptional() @IsUUID() conversationId?: string;
}

@Controller('assistant')
export class AssistantController {
  constructor(private readonly svc: AssistantService) {}

  @Post('ask')
  @UseGuards(ApiKeyGuard)
  async ask(@Body() dto: AskDto, @Headers('x-api-key') key: string): Promise<{ answer: string; conversationId: string }> {
    return this.svc.ask(dto);
  }
}`,
    body: { question: '{{ input }}', source: 'web', conversationId: '{{ conversation_id }}' },
    output: '$.answer',
    conversation: '$.conversationId',
    headers: { 'x-api-key': '{{ auth_token }}' },
  },
  {
    name: 'a type written in place tells the kinds of its fields',
    text: `app.post('/summarise', bearerAuth({ token }), async (c) => {
  const { article, words } = await c.req.json<{ article: string; words: number }>();
  const summary = await run(article, words);
  return c.json({ summary, model });
});`,
    body: { article: '{{ input }}', words: 1 },
    output: '$.summary',
  },
  {
    name: 'the rules of tags tell what is allowed and what is required',
    text: `type turn struct {
	Text    string \`json:"text" binding:"required"\`
	Channel string \`json:"channel" binding:"required,oneof=web phone"\`
	Chat    string \`json:"chat_id"\`
}

func main() {
	r := gin.Default()
	r.GET("/health", func(c *gin.Context) { c.String(200, "ok") })
	r.POST("/turn", func(c *gin.Context) {
		if c.GetHeader("X-Gate") != gate { c.AbortWithStatus(401); return }
		var t turn
		if err := c.ShouldBindJSON(&t); err != nil { c.JSON(400, gin.H{"error": err.Error()}); return }
		c.JSON(200, gin.H{"says": bot.Say(t.Text), "chat_id": t.Chat})
	})
}`,
    body: { text: '{{ input }}', channel: 'web', chat_id: '{{ conversation_id }}' },
    output: '$.says',
    conversation: '$.chat_id',
    headers: { 'X-Gate': '{{ auth_token }}' },
  },
  {
    name: 'validation rules tell what is allowed',
    text: `Route::post('/beratung', function (Request $request) {
    $data = $request->validate([
        'frage' => 'required|string|max:500',
        'kanal' => 'required|in:web,telefon',
        'gespraech_id' => 'nullable|uuid',
    ]);
    return response()->json(['antwort' => app(Bot::class)->frage($data['frage']), 'gespraech_id' => $id]);
});`,
    body: { frage: '{{ input }}', kanal: 'web', gespraech_id: '{{ conversation_id }}' },
    output: '$.antwort',
    conversation: '$.gespraech_id',
  },
  {
    name: 'a list of words in a guard gives the value',
    text: `post '/ask' do
  halt 401 unless request.env['HTTP_X_APP_TOKEN'] == ENV['TOKEN']
  data = JSON.parse(request.body.read)
  halt 400 unless %w[short long].include?(data['length'])
  content_type :json
  { answer: Bot.ask(data['question'], data['length']) }.to_json
end`,
    body: { question: '{{ input }}', length: 'short' },
    output: '$.answer',
    headers: { 'x-app-token': '{{ auth_token }}' },
  },
  {
    name: 'a handler class without a decorated route is read',
    text: `class AskHandler(tornado.web.RequestHandler):
    def post(self):
        body = json.loads(self.request.body)
        self.write({"answer": ask(body["question"], body["shop_id"])})

app = tornado.web.Application([(r"/ask", AskHandler)])`,
    body: { question: '{{ input }}', shop_id: 'string' },
    output: '$.answer',
  },
];

describe('handler code tells what it takes and what it looks for', () => {
  for (const row of rows) test(row.name, () => assertReads(row));
});
