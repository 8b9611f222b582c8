import type { JsonObject } from '../src/index.ts';

/** A right configuration, as small as one can be: what every idiom below can say. */
export type Known = {
  readonly origin: string;
  readonly path: string;
  /** The field that holds the message, and what the sample asks. */
  readonly input: string;
  readonly asked: string;
  /** A further field and its fixed value. */
  readonly fixed: readonly [name: string, value: string];
  /** A header of the target's own and its value. */
  readonly header: readonly [name: string, value: string];
  /** The header that the credential goes into. */
  readonly key: string;
  /** The field of the answer. */
  readonly output: string;
  readonly answered: string;
};

export type Idiom = {
  readonly name: string;
  readonly write: (known: Known) => string;
  /** What of the configuration this idiom does not say. */
  readonly leavesOut?: readonly ('address' | 'fixed' | 'header' | 'key' | 'output')[];
  readonly bodyKind?: 'form' | 'multipart';
  /** How the body and the answer lie where they are not flat. */
  readonly body?: (known: Known) => JsonObject;
  readonly output?: (known: Known) => string;
};

const bodyOf = ({ input, asked, fixed }: Known): JsonObject => ({ [input]: asked, [fixed[0]]: fixed[1] });
const json = (known: Known, space?: number): string => JSON.stringify(bodyOf(known), null, space);
const answer = ({ output, answered }: Known): string => JSON.stringify({ [output]: answered }, null, 2);
const url = ({ origin, path }: Known): string => origin + path;
const upper = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
const indented = (text: string, by: string): string => text.replaceAll(/^/gm, by);

/** A command with its answer below it, for whatever stands around commands. */
const command = (known: Known): string =>
  `curl -X POST ${url(known)} \\\n  -H '${known.key}: $THE_KEY' \\\n  -H '${known.header[0]}: ${known.header[1]}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${json(known, 2)}'\n\n${answer(known)}`;

const operation = ({ input, output }: Known): string =>
  `mutation Put($${input}: String!) {\n  put(${input}: $${input}) {\n    ${output}\n  }\n}`;
const inGraphql = {
  body: (known: Known): JsonObject => ({
    query: operation(known),
    variables: { [known.input]: known.asked },
  }),
  output: ({ output }: Known): string => `$.data.put.${output}`,
};

const served = ['address', 'fixed', 'header', 'key'] as const;

/** Ways to write a call down. Each of them is read back by `idioms.test.ts`; a new one is one more entry. */
export const idioms: readonly Idiom[] = [
  { name: 'a curl command', write: command },
  {
    name: 'a command quoted in a mail',
    write: (known) =>
      `Hello,\n\nthis is the call we talked about:\n\n${indented(command(known), '> ')}\n\nRegards\n`,
  },
  {
    name: 'a command on a page with its markup',
    write: (known) =>
      `<div><h2>How to call it</h2><pre><code>${command(known).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</code></pre></div>`,
  },
  {
    name: 'headers, body and answer one below the other',
    write: (known) =>
      `URL: ${url(known)}\nMethod: POST\n\nHeaders:\n  ${known.key}: <your key>\n  ${known.header[0]}: ${known.header[1]}\n\nBody:\n${json(known, 2)}\n\nResponse:\n${answer(known)}\n`,
  },
  {
    name: 'HTTPie with places within places',
    write: (known) =>
      `http POST ${url(known)} ${known.key}:$THE_KEY ${known.header[0]}:${known.header[1]} turn[${known.input}]='${known.asked}' turn[${known.fixed[0]}]=${known.fixed[1]} tags[]=a tags[]=b\n\n${answer(known)}`,
    body: (known) => ({ turn: bodyOf(known), tags: ['a', 'b'] }),
  },
  {
    name: 'an n8n workflow with its body as JSON',
    leavesOut: ['output'],
    write: (known) =>
      workflow(known, {
        specifyBody: 'json',
        jsonBody: `=${json({ ...known, asked: '{{ $json.chatInput }}' }, 2)}`,
      }),
  },
  {
    name: 'an n8n workflow with its body as pairs',
    leavesOut: ['output'],
    write: (known) =>
      workflow(known, {
        bodyParameters: {
          parameters: [
            { name: known.input, value: '={{ $json.chatInput }}' },
            { name: known.fixed[0], value: known.fixed[1] },
          ],
        },
      }),
  },
  {
    name: 'C# with a verbatim string',
    write: (known) =>
      `using var http = new HttpClient();\nhttp.DefaultRequestHeaders.Add("${known.key}", apiKey);\nvar json = @"${json(known, 2).replaceAll('"', '""')}";\nvar content = new StringContent(json, Encoding.UTF8, "application/json");\ncontent.Headers.Add("${known.header[0]}", "${known.header[1]}");\nvar res = await http.PostAsync("${url(known)}", content);\nvar doc = JsonDocument.Parse(await res.Content.ReadAsStringAsync());\nConsole.WriteLine(doc.RootElement.GetProperty("${known.output}").GetString());\n`,
  },
  {
    name: 'Ruby, the headers given to the request',
    write: (known) =>
      `uri = URI.parse("${url(known)}")\nhttp = Net::HTTP.new(uri.host, uri.port)\nhttp.use_ssl = true\nrequest = Net::HTTP::Post.new(uri.request_uri, { 'Content-Type' => 'application/json', '${known.key}' => api_key, '${known.header[0]}' => '${known.header[1]}' })\nrequest.body = JSON.generate({ '${known.input}' => '${known.asked}', '${known.fixed[0]}' => '${known.fixed[1]}' })\nresponse = http.request(request)\nputs JSON.parse(response.body)['${known.output}']\n`,
  },
  {
    name: 'graphql-request with a gql tag',
    leavesOut: ['fixed'],
    ...inGraphql,
    write: (known) =>
      `import { GraphQLClient, gql } from 'graphql-request';\n\nconst client = new GraphQLClient('${url(known)}', { headers: { '${known.key}': process.env.THE_KEY, '${known.header[0]}': '${known.header[1]}' } });\nconst PUT = gql\`${operation(known)}\`;\nconst data = await client.request(PUT, { ${known.input}: '${known.asked}' });\nconsole.log(data.put.${known.output});\n`,
  },
  {
    name: 'Apollo with a gql tag',
    leavesOut: ['fixed', 'header', 'key'],
    ...inGraphql,
    write: (known) =>
      `import { ApolloClient, InMemoryCache, gql } from '@apollo/client';\n\nconst client = new ApolloClient({ uri: '${url(known)}', cache: new InMemoryCache() });\nconst PUT = gql\`${operation(known)}\`;\nconst { data } = await client.mutate({ mutation: PUT, variables: { ${known.input}: '${known.asked}' } });\nconsole.log(data.put.${known.output});\n`,
  },
  {
    name: 'a Laravel closure with rules',
    leavesOut: served,
    write: (known) =>
      `Route::middleware('throttle:60,1')->post('${known.path}', function (Request $request) {\n    $data = $request->validate(['${known.input}' => 'required|string|max:2000']);\n\n    return response()->json(['${known.output}' => app(Desk::class)->answer($data['${known.input}'])]);\n});\n`,
  },
  {
    name: 'a Laravel arrow function',
    leavesOut: served,
    write: (known) =>
      `Route::post('${known.path}', fn (Request $r) => response()->json(['${known.output}' => Desk::answer($r->${known.input})]));\n`,
  },
  {
    name: 'Gin with types of another package',
    leavesOut: served,
    write: (known) =>
      `package dto\n\ntype Ask struct {\n\t${upper(known.input)} string \`json:"${known.input}" binding:"required"\`\n}\n\ntype Reply struct {\n\t${upper(known.output)} string \`json:"${known.output}"\`\n}\n\npackage main\n\nfunc (h *Handler) Ask(c *gin.Context) {\n\tvar req dto.Ask\n\tif err := c.ShouldBindJSON(&req); err != nil {\n\t\tc.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})\n\t\treturn\n\t}\n\tc.JSON(http.StatusOK, dto.Reply{${upper(known.output)}: h.desk.Answer(req.${upper(known.input)})})\n}\n\nr.POST("${known.path}", h.Ask)\n`,
  },
  {
    name: 'a function that is invoked with its fields',
    leavesOut: served,
    write: (known) =>
      `def handler(event, context):\n    said = event.get("${known.input}")\n    return {"${known.output}": desk.answer(said)}\n`,
  },
  {
    name: 'a function behind a gateway',
    leavesOut: served,
    write: (known) =>
      `import json\n\ndef lambda_handler(event, context):\n    body = json.loads(event.get("body") or "{}")\n    said = body.get("${known.input}")\n    if not said:\n        return {"statusCode": 400, "body": json.dumps({"error": "nothing said"})}\n    return {"statusCode": 200, "body": json.dumps({"${known.output}": desk.answer(said)})}\n`,
  },
  {
    name: 'Spring with parameters of a POST',
    leavesOut: served,
    bodyKind: 'form',
    write: (known) =>
      `@RestController\npublic class DeskController {\n    @PostMapping("${known.path}")\n    public Map<String, Object> ask(@RequestParam String ${known.input}, @RequestParam(required = false) String desk) {\n        return Map.of("${known.output}", service.answer(${known.input}));\n    }\n}\n`,
  },
  {
    name: 'FastAPI with annotated fields',
    leavesOut: served,
    write: (known) =>
      `class Ask(BaseModel):\n    ${known.input}: Annotated[str, Field(min_length=1, max_length=500, description="what somebody wants to know")]\n    words: Annotated[int, Field(ge=1, le=5)] = 2\n\nclass Reply(BaseModel):\n    ${known.output}: Annotated[str, Field(description="the reply")]\n\n@app.post("${known.path}", response_model=Reply)\ndef ask(body: Ask) -> Reply:\n    return Reply(${known.output}=desk.answer(body.${known.input}))\n`,
  },
];

/** The one node of a workflow that calls somebody. */
const workflow = (known: Known, body: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    {
      name: 'Ask the desk',
      nodes: [
        { parameters: {}, name: 'Start', type: 'n8n-nodes-base.manualTrigger', position: [0, 0] },
        {
          parameters: {
            method: 'POST',
            url: url(known),
            sendHeaders: true,
            headerParameters: {
              parameters: [
                { name: known.key, value: '={{ $env.THE_KEY }}' },
                { name: known.header[0], value: known.header[1] },
              ],
            },
            sendBody: true,
            ...body,
          },
          name: 'HTTP Request',
          type: 'n8n-nodes-base.httpRequest',
          position: [220, 0],
        },
      ],
      connections: {},
    },
    null,
    2,
  );
