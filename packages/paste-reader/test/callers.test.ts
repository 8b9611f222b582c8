import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './read.ts';

test('who says something in a chat, and when, is no part of what is sent', async () => {
  for (const chat of [
    'tess — Today at 21:14\nhow do i call it\n\nbo — Today at 21:15\njust post to https://npc.example.dev/talk\n{"npc":"smith","say":"hello there"}\n\ntess — Today at 21:15\nand i get?\n\nbo — Today at 21:16\n{"npc":"smith","line":"What do ye want?"}',
    '[20:31] tess: how do i call it\n[20:32] Bo K: POST https://npc.example.dev/talk\n[20:32] Bo K: send {"npc":"smith","say":"hello there"}\n[20:33] tess: response?\n[20:33] Bo K: {"npc":"smith","line":"What do ye want?"}',
  ]) {
    const { url, template, responseMapping } = await read(chat);
    assert.equal(url, 'https://npc.example.dev/talk');
    assert.deepEqual(template, { npc: 'smith', say: '{{ input }}' });
    assert.equal(responseMapping['output'], '$.line');
  }
});

test('what HTTP/2 says of a request itself is never sent as a header', async () => {
  const { headers } = await read(
    'Invoke-WebRequest -Uri "https://a.example/api/ask" -Method "POST" -Headers @{\n"authority"="a.example"\n"method"="POST"\n"path"="/api/ask"\n"scheme"="https"\n"x-build"="7"\n} -ContentType "application/json" -Body "{`"q`":`"Where is it?`"}"',
  );
  assert.deepEqual(headers, { 'Content-Type': 'application/json', 'x-build': '7' });
});

test('what a handler keeps turns under is the id of the conversation, and its caller makes it', async () => {
  const { template, mode, responseMapping } = await read(
    'const games = new Map();\n// curl localhost:3000/api/dm -H \'content-type: application/json\' -d \'{"gameId":"g1","player":"mira","action":"I open the chest"}\'\napp.post(\'/api/dm\', async (req, res) => {\n  const { gameId, player, action } = req.body;\n  const log = games.get(gameId) ?? [];\n  log.push({ role: \'user\', content: action });\n  const text = await tell(log);\n  games.set(gameId, log);\n  res.json({ gameId, narration: text });\n});',
  );
  assert.equal(mode, 'stateful');
  assert.match(JSON.stringify(template), /"gameId":"\{\{ conversation_id/);
  assert.equal(responseMapping['output'], '$.narration');
});

test('an operation of GraphQL gives the id of the conversation out where it selects it', async () => {
  const { responseMapping } = await read(
    'POST https://a.example/graphql\n\nmutation Send($chatId: ID, $message: String!) {\n  sendMessage(chatId: $chatId, message: $message) {\n    chatId\n    reply\n  }\n}\n\nVariables: { "chatId": null, "message": "Is it open today?" }',
  );
  assert.equal(responseMapping['conversation_id'], '$.data.sendMessage.chatId');
});

test('fields below a name of their own are sent below it, in every way of asking for them', async () => {
  for (const [code, body] of [
    ['def bot\n  text = params.dig(:chat, :text)\n  render json: { reply: run(text) }\nend', 'chat'],
    [
      'router.post("/v1/advice", async (req, res) => {\n  const { chat: { text } } = req.body;\n  res.json({ advice: await advise(text) });\n});',
      'chat',
    ],
    [
      'class BotController < ActionController::API\n  def create\n    render json: { reply: run(bot_params[:text]) }\n  end\n  def bot_params\n    params.require(:chat).permit(:text)\n  end\nend',
      'chat',
    ],
  ] as const)
    assert.deepEqual((await read(code)).template, { [body]: { text: '{{ input }}' } }, code);
});

test('a variable that an answer fills goes on with the conversation, whatever it is called', async () => {
  const { template, responseMapping } = await read(
    "class Tutor {\n  String? _lesson;\n  Future<String> ask(String prompt) async {\n    final res = await http.post(Uri.parse('https://a.example/v1/tutor'),\n      body: jsonEncode({'prompt': prompt, 'lesson_ref': _lesson}));\n    final data = jsonDecode(res.body);\n    _lesson = data['lesson_ref'];\n    return data['output'];\n  }\n}",
  );
  assert.deepEqual(template, { prompt: '{{ input }}', lesson_ref: '{{ conversation_id }}' });
  assert.equal(responseMapping['conversation_id'], '$.lesson_ref');
});
