import type { Api, Case } from './api.ts';

const bearer = { in: 'header', name: 'Authorization', prefix: 'Bearer ' } as const;

/** A small API of one text field and one text answer; most hand-written pastes describe one of these. */
const simple = (path: string, input: string, output: string, more: Partial<Api> = {}): Api => ({
  name: path,
  host: 'localhost:8000',
  path,
  request: { [input]: 'x' },
  required: [input],
  input,
  mode: 'single_turn',
  answer: output.split('.').reduceRight<unknown>((value, key) => ({ [key]: value }), '{{echo}}'),
  output,
  errors: 'fastapi',
  ...more,
});
const session = (path: string, input: string, output: string, id: string, more: Partial<Api> = {}): Api =>
  simple(path, input, output, {
    mode: 'stateful',
    answer: { [output]: '{{echo}}', [id]: '{{conversation}}' },
    conversation: { request: id, response: id },
    ...more,
  });

type Written = {
  kind: string;
  language?: string;
  api: Api;
  text: string;
  keep?: string[];
  secrets?: string[];
};

const tuning: readonly Written[] = [
  {
    kind: 'handler',
    api: simple('/chat', 'message', 'reply', { errors: 'express' }),
    text: `from flask import Flask, request, jsonify\napp = Flask(__name__)\n\n@app.route("/chat", methods=["POST"])\ndef chat():\n    data = request.get_json()\n    msg = data.get("message")\n    if not msg:\n        return jsonify({"error": "message is required"}), 400\n    answer = bot.respond(msg)\n    return jsonify({"reply": answer})\n`,
  },
  {
    kind: 'handler',
    api: session('/api/ask', 'question', 'answer', 'session_id'),
    text: `from fastapi import FastAPI\nfrom pydantic import BaseModel\n\napp = FastAPI()\n\nclass AskRequest(BaseModel):\n    question: str\n    session_id: str | None = None\n    top_k: int = 5\n\nclass AskResponse(BaseModel):\n    answer: str\n    session_id: str\n\n@app.post("/api/ask", response_model=AskResponse)\nasync def ask(body: AskRequest):\n    result = await chain.ainvoke(body.question)\n    return AskResponse(answer=result, session_id=body.session_id or new_id())\n`,
  },
  {
    kind: 'handler',
    api: simple('/api/chat', 'prompt', 'text', { errors: 'express' }),
    text: `const express = require('express');\nconst app = express();\napp.use(express.json());\n\napp.post('/api/chat', async (req, res) => {\n  const { prompt } = req.body;\n  if (!prompt) return res.status(400).json({ error: 'prompt is required' });\n  const completion = await openai.chat.completions.create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: prompt }] });\n  res.json({ text: completion.choices[0].message.content });\n});\n`,
  },
  {
    kind: 'handler',
    api: simple('/v1/ask', 'query', 'answer', { errors: 'express' }),
    text: `type AskRequest struct {\n\tQuery string \`json:"query"\`\n\tLang  string \`json:"lang,omitempty"\`\n}\n\nfunc main() {\n\tr := gin.Default()\n\tr.POST("/v1/ask", func(c *gin.Context) {\n\t\tvar req AskRequest\n\t\tif err := c.ShouldBindJSON(&req); err != nil {\n\t\t\tc.JSON(400, gin.H{"error": err.Error()})\n\t\t\treturn\n\t\t}\n\t\tc.JSON(200, gin.H{"answer": engine.Ask(req.Query)})\n\t})\n}\n`,
  },
  {
    kind: 'handler',
    api: simple('/api/assistant', 'message', 'response', { errors: 'express' }),
    text: `@RestController\n@RequestMapping("/api")\npublic class AssistantController {\n    public record ChatRequest(String message, String userId) {}\n    public record ChatResponse(String response) {}\n\n    @PostMapping("/assistant")\n    public ResponseEntity<ChatResponse> chat(@RequestBody ChatRequest request) {\n        return ResponseEntity.ok(new ChatResponse(service.ask(request.message())));\n    }\n}\n`,
  },
  {
    kind: 'prose',
    language: 'de',
    api: simple('/api/frage', 'frage', 'antwort'),
    text: `Unser Auskunftsdienst läuft unter http://localhost:8000/api/frage. Man schickt per POST ein JSON mit dem Feld "frage" (die Frage des Nutzers als Text). Zurück kommt ein JSON-Objekt, das Feld "antwort" enthält den Antworttext.`,
  },
  {
    kind: 'prose',
    language: 'es',
    api: session('/bot/mensaje', 'mensaje', 'respuesta', 'sesion_id'),
    text: `## API del bot\n\nPOST http://localhost:8000/bot/mensaje\n\nCuerpo de la petición (JSON):\n\n| Campo | Tipo | Obligatorio | Descripción |\n|---|---|---|---|\n| mensaje | string | sí | El mensaje del usuario |\n| sesion_id | string | no | Identificador de la sesión |\n\nRespuesta:\n\n| Campo | Tipo | Descripción |\n|---|---|---|\n| respuesta | string | Texto de la respuesta |\n| sesion_id | string | Sesión para continuar |\n`,
  },
  {
    kind: 'prose',
    language: 'fr',
    api: simple('/assistant', 'question', 'reponse'),
    text: `Pour interroger l'assistant, envoyez une requête POST à http://localhost:8000/assistant avec un corps JSON :\n\n{ "question": "Quels sont vos horaires ?" }\n\nLe service renvoie :\n\n{ "reponse": "Nous sommes ouverts de 9h à 18h.", "duree_ms": 240 }\n`,
  },
  {
    kind: 'prose',
    language: 'zh',
    api: simple('/api/ask', 'question', 'answer'),
    text: `智能问答接口说明\n\n请求地址：http://localhost:8000/api/ask\n请求方式：POST，Content-Type: application/json\n\n请求参数：\n- question（string，必填）：用户的问题\n\n返回参数：\n- answer（string）：回答内容\n`,
  },
  {
    kind: 'prose',
    language: 'ja',
    api: simple('/chat', 'message', 'reply'),
    text: `チャットAPI\n\nPOST http://localhost:8000/chat\n\nリクエスト:\n\`\`\`json\n{ "message": "営業時間を教えてください" }\n\`\`\`\n\nレスポンス:\n\`\`\`json\n{ "reply": "平日の9時から18時までです。" }\n\`\`\`\n`,
  },
  {
    kind: 'prose',
    api: simple('/v1/respond', 'utterance', 'speech', {
      auth: { in: 'header', name: 'X-Api-Key', prefix: '' },
      required: ['utterance'],
    }),
    text: `Our voice backend exposes one endpoint, POST http://localhost:8000/v1/respond. Authenticate with the X-Api-Key header. The JSON body has a single required field \`utterance\` (what the user said). The service answers with a JSON object whose \`speech\` field holds the reply.`,
  },
  {
    kind: 'sdk',
    api: simple('/v1/chat/completions', 'messages', 'x', {
      host: 'localhost:4000',
      auth: bearer,
      request: { model: 'qwen2.5', messages: [] },
      required: ['model', 'messages'],
      input: 'messages.-1.content',
      mode: 'stateless',
      answer: { choices: [{ message: { role: 'assistant', content: '{{echo}}' } }], model: 'qwen2.5' },
      output: 'choices.0.message.content',
      errors: 'openai',
    }),
    text: `from openai import OpenAI\nimport os\n\nclient = OpenAI(base_url="http://localhost:4000/v1", api_key=os.environ["LITELLM_KEY"])\n\nresp = client.chat.completions.create(\n    model="qwen2.5",\n    messages=[{"role": "user", "content": "Tell me a joke"}],\n)\nprint(resp.choices[0].message.content)\n`,
    keep: ['LITELLM_KEY'],
  },
  {
    kind: 'json-sample',
    api: session('/converse', 'input', 'output', 'conversationId'),
    text: `POST /converse\n\nrequest:\n{\n  // what the user typed\n  input: 'Can I cancel my order?',\n  conversationId: null, // null starts a new one\n}\n\nresponse:\n{\n  output: 'Sure, which order?',\n  conversationId: 'c_91a0...',\n  ...\n}\n`,
  },
];

const unseen: readonly Written[] = [
  {
    kind: 'handler',
    api: simple('/bot', 'text', 'answer', { errors: 'express' }),
    text: `import { Hono } from 'hono'\n\nconst app = new Hono()\n\napp.post('/bot', async (c) => {\n  const { text } = await c.req.json()\n  const answer = await agent.run(text)\n  return c.json({ answer })\n})\n\nexport default app\n`,
  },
  {
    kind: 'handler',
    api: simple('/api/query', 'question', 'result', { errors: 'express' }),
    text: `import json\nfrom django.http import JsonResponse\nfrom django.views.decorators.csrf import csrf_exempt\n\n@csrf_exempt\ndef query(request):\n    body = json.loads(request.body)\n    question = body["question"]\n    return JsonResponse({"result": rag.answer(question)})\n\nurlpatterns = [path("api/query", query)]\n`,
  },
  {
    kind: 'handler',
    api: session('/chat', 'message', 'reply', 'sessionId', { errors: 'express' }),
    text: `var builder = WebApplication.CreateBuilder(args);\nvar app = builder.Build();\n\napp.MapPost("/chat", async (ChatRequest req, IChatService chat) =>\n{\n    var result = await chat.AskAsync(req.Message, req.SessionId);\n    return Results.Ok(new { reply = result.Text, sessionId = result.SessionId });\n});\n\napp.Run();\n\nrecord ChatRequest(string Message, string? SessionId);\n`,
  },
  {
    kind: 'handler',
    api: simple('/ask', 'question', 'answer', { errors: 'express' }),
    text: `require 'sinatra'\nrequire 'json'\n\npost '/ask' do\n  data = JSON.parse(request.body.read)\n  content_type :json\n  { answer: Bot.reply(data['question']) }.to_json\nend\n`,
  },
  {
    kind: 'handler',
    api: simple('/api/generate-reply', 'customer_message', 'draft', { errors: 'express' }),
    text: `// app/api/generate-reply/route.ts\nimport { NextResponse } from 'next/server';\n\nexport async function POST(req: Request) {\n  const { customer_message } = await req.json();\n  const draft = await llm.complete(customer_message);\n  return NextResponse.json({ draft });\n}\n`,
  },
  {
    kind: 'prose',
    language: 'it',
    api: simple('/domanda', 'domanda', 'risposta'),
    text: `Endpoint: POST http://localhost:8000/domanda\n\nCorpo della richiesta:\n{"domanda": "Quali documenti servono?"}\n\nRisposta:\n{"risposta": "Serve la carta d'identità.", "fonti": []}`,
  },
  {
    kind: 'prose',
    language: 'pt',
    api: session('/v1/conversar', 'mensagem', 'resposta', 'conversa_id'),
    text: `API de conversa\n\nPOST http://localhost:8000/v1/conversar\n\nParâmetros do corpo (JSON):\n- mensagem (string, obrigatório): mensagem do usuário\n- conversa_id (string, opcional): id da conversa\n\nResposta:\n- resposta (string): texto da resposta\n- conversa_id (string): id para continuar\n`,
  },
  {
    kind: 'prose',
    language: 'de',
    api: simple('/api/v2/berater', 'nachricht', 'text', { auth: bearer }),
    text: `Beraterbot (intern)\n\nAdresse: http://localhost:8000/api/v2/berater\nMethode: POST\nAnmeldung: Authorization: Bearer <Token>\n\nAnfrage:\n{\n  "nachricht": "Welche Police passt zu mir?"\n}\n\nAntwort:\n{\n  "text": "Das hängt von ..."\n}\n`,
    keep: ['<Token>'],
  },
  {
    kind: 'prose',
    language: 'zh',
    api: simple('/qa', 'query', 'response', { auth: bearer }),
    text: `调用方法：向 http://localhost:8000/qa 发送 POST 请求，请求头带 Authorization: Bearer YOUR_TOKEN。\n\n请求示例：\n{"query": "退货流程是什么？"}\n\n响应示例：\n{"response": "您可以在订单页面申请退货。", "took": 12}\n`,
    keep: ['YOUR_TOKEN'],
  },
  {
    kind: 'prose',
    api: simple('/api/helpdesk', 'issue_text', 'suggested_reply', { method: 'POST' }),
    text: `Helpdesk assist API\n===================\n\nSend tickets to http://localhost:8000/api/helpdesk (HTTP POST, JSON).\n\nParameters:\n  issue_text (string, required) - the text the customer wrote\n  max_words (integer, optional) - length limit\n\nReturns:\n  suggested_reply (string) - the reply the assistant drafted\n  category (string) - the ticket category\n`,
  },
  {
    kind: 'prose',
    api: simple('/search', 'q', 'summary', { method: 'GET', format: 'query' }),
    text: `Smart search is a simple GET endpoint: http://localhost:8000/search?q=<your question>. It returns JSON like\n\n{ "q": "who founded the company", "summary": "It was founded in 1998 by two sisters.", "hits": 3 }`,
  },
  {
    kind: 'sdk',
    api: simple('/v1/messages', 'messages', 'x', {
      host: 'api.anthropic.com',
      auth: { in: 'header', name: 'x-api-key', prefix: '' },
      headers: { 'anthropic-version': '2023-06-01' },
      request: {},
      required: ['model', 'max_tokens', 'messages'],
      input: 'messages.-1.content',
      mode: 'stateless',
      answer: { content: [{ type: 'text', text: '{{echo}}' }], role: 'assistant' },
      output: 'content.0.text',
      errors: 'openai',
    }),
    text: `import Anthropic from '@anthropic-ai/sdk';\n\nconst anthropic = new Anthropic({ apiKey: process.env.ANTHROPIC_API_KEY });\n\nconst msg = await anthropic.messages.create({\n  model: 'claude-3-5-haiku-latest',\n  max_tokens: 1024,\n  messages: [{ role: 'user', content: 'Hello, Claude' }],\n});\nconsole.log(msg.content[0].text);\n`,
    keep: ['ANTHROPIC_API_KEY'],
  },
  {
    kind: 'powershell',
    api: session('/chat', 'message', 'reply', 'session_id', {
      auth: { in: 'header', name: 'X-API-Key', prefix: '' },
    }),
    text: `$headers = @{\n  "X-API-Key" = $env:BOT_KEY\n}\n$body = @{\n  message = "What are your opening hours?"\n  session_id = $null\n} | ConvertTo-Json\n\nInvoke-RestMethod -Uri "http://localhost:8000/chat" -Method Post -Headers $headers -ContentType "application/json" -Body $body\n\n# reply      : We open at nine.\n# session_id : 51c0\n`,
    keep: ['$env:BOT_KEY'],
  },
];

const asCase =
  (isUnseen: boolean) =>
  (item: Written, index: number): Case => ({
    id: `${isUnseen ? 'u' : 't'}${index}-${item.kind}-${item.language ?? 'en'}`,
    kind: item.kind,
    language: item.language ?? 'en',
    api: item.api,
    text: item.text,
    secrets: item.secrets ?? [],
    keep: item.keep ?? [],
    isUnseen,
  });

/** Pastes written by hand: handlers, sentences in several languages, vendors' libraries. */
export const written: readonly Case[] = [...tuning.map(asCase(false)), ...unseen.map(asCase(true))];
