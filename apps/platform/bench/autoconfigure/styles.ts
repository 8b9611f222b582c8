import type { Api } from './api.ts';

export type Style = {
  readonly kind: string;
  readonly language?: string;
  readonly isUnseen?: boolean;
  readonly fits: (api: Api) => boolean;
  readonly write: (api: Api, token: string) => string;
};

const isJson = (api: Api): boolean => (api.format ?? 'json') === 'json';
const any = (): boolean => true;
const urlOf = (api: Api): string =>
  `${api.host.startsWith('localhost') ? 'http' : 'https'}://${api.host}${api.path}`;
const query = (api: Api): string =>
  new URLSearchParams(
    Object.entries(api.request).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
const fullUrl = (api: Api, token: string): string => {
  const pairs = [
    ...(api.format === 'query' ? [query(api)] : []),
    ...(api.auth?.in === 'query' ? [`${api.auth.name}=${token}`] : []),
  ];
  return pairs.length === 0
    ? urlOf(api)
    : `${urlOf(api)}${api.path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
};
const headersOf = (api: Api, token: string): [string, string][] => [
  ...(api.auth?.in === 'header' ? [[api.auth.name, `${api.auth.prefix}${token}`] as [string, string]] : []),
  ...(api.format === 'query'
    ? []
    : [
        [
          'Content-Type',
          api.format === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
        ] as [string, string],
      ]),
  ...Object.entries(api.headers ?? {}),
];
const shown = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('{{echo}}', 'Here is a short answer to that question.')
      .replaceAll('{{input}}', 'the question as it was sent')
      .replaceAll('{{conversation}}', 'b7a1c0de-1111-4222-8333-944455556666'),
  ) as unknown;
const sample = (api: Api): string =>
  api.isText ? String(shown(api.answer)) : JSON.stringify(shown(api.answer), null, 2);
const body = (api: Api, space?: number): string => JSON.stringify(api.request, null, space);
const pick = (api: Api, base: string): string =>
  api.isText
    ? `${base}`
    : api.output
        .split('.')
        .reduce((text, step) => text + (/^\d+$/.test(step) ? `[${step}]` : `["${step}"]`), base);
const pickDots = (api: Api, base: string): string =>
  api.output.split('.').reduce((text, step) => text + (/^\d+$/.test(step) ? `[${step}]` : `.${step}`), base);
const python = (value: unknown): string =>
  JSON.stringify(value, null, 4)
    .replace(/\btrue\b/g, 'True')
    .replace(/\bfalse\b/g, 'False')
    .replace(/\bnull\b/g, 'None');
const php = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length === 0
      ? 'new stdClass()'
      : `[${Object.entries(value)
          .map(([key, item]) => `'${key}' => ${php(item)}`)
          .join(', ')}]`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);
};
const go = (value: unknown): string => {
  if (Array.isArray(value)) return `[]interface{}{${value.map(go).join(', ')}}`;
  if (typeof value === 'object' && value !== null)
    return `map[string]interface{}{${Object.entries(value)
      .map(([key, item]) => `"${key}": ${go(item)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
};
const csharp = (value: unknown): string => {
  if (Array.isArray(value)) return `new object[] { ${value.map(csharp).join(', ')} }`;
  if (typeof value === 'object' && value !== null)
    return `new { ${Object.entries(value)
      .map(([key, item]) => `${key} = ${csharp(item)}`)
      .join(', ')} }`;
  return JSON.stringify(value);
};
const simpleKeys = (api: Api): boolean => isJson(api) && !/[$-]/.test(Object.keys(api.request).join(''));
const yamlSchema = (value: unknown): unknown =>
  Array.isArray(value)
    ? { type: 'array', items: yamlSchema(value[0] ?? '') }
    : typeof value === 'object' && value !== null
      ? {
          type: 'object',
          required: Object.keys(value),
          properties: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, yamlSchema(item)])),
        }
      : typeof value === 'string'
        ? { type: 'string', example: value }
        : { type: typeof value === 'number' ? 'integer' : typeof value, example: value };

/** Ways in which people paste; each writes one API down as its own documentation or code would. */
export const styles: readonly Style[] = [
  {
    kind: 'curl',
    fits: any,
    write: (api, token) =>
      `curl -X ${api.method ?? 'POST'} '${fullUrl(api, token)}' \\\n${headersOf(api, token)
        .map(([name, value]) => `  -H '${name}: ${value}' \\\n`)
        .join(
          '',
        )}${api.format === 'query' ? '' : `  -d '${api.format === 'form' ? query(api) : body(api, 2).replaceAll("'", "'\\''")}'`}`,
  },
  {
    kind: 'curl',
    fits: isJson,
    write: (api, token) =>
      `Request:\n\n\`\`\`bash\ncurl --request POST \\\n  --url ${fullUrl(api, token)} \\\n${headersOf(
        api,
        token,
      )
        .map(([name, value]) => `  --header "${name}: ${value}" \\\n`)
        .join(
          '',
        )}  --data-raw $'${body(api).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'\n\`\`\`\n\nResponse:\n\n\`\`\`json\n${sample(api)}\n\`\`\``,
  },
  {
    kind: 'curl',
    fits: isJson,
    write: (api, token) =>
      `curl "${fullUrl(api, token)}" ^\r\n${headersOf(api, token)
        .map(([name, value]) => `  -H "${name}: ${value}" ^\r\n`)
        .join('')}  -d "${body(api).replaceAll('"', '\\"')}"\r\n`,
  },
  {
    kind: 'python',
    fits: isJson,
    write: (api, token) =>
      `import requests\n\nAPI_KEY = "${token}"\nurl = "${fullUrl(api, token)}"\n\npayload = ${python(api.request)}\nheaders = {\n${headersOf(
        api,
        token,
      )
        .map(([name, value]) =>
          api.auth?.name === name
            ? `    "${name}": f"${api.auth.prefix}{API_KEY}",`
            : `    "${name}": "${value}",`,
        )
        .join(
          '\n',
        )}\n}\n\nresponse = requests.post(url, json=payload, headers=headers, timeout=30)\nresponse.raise_for_status()\ndata = response.${api.isText ? 'text' : 'json()'}\nprint(${pick(api, 'data')})\n`,
  },
  {
    kind: 'javascript',
    fits: isJson,
    write: (api, token) =>
      `const res = await fetch('${fullUrl(api, token)}', {\n  method: 'POST',\n  headers: {\n${headersOf(
        api,
        token,
      )
        .map(([name, value]) => `    '${name}': '${value}',`)
        .join(
          '\n',
        )}\n  },\n  body: JSON.stringify(${body(api, 2)}),\n});\nconst data = await res.${api.isText ? 'text' : 'json'}();\nconsole.log(${api.isText ? 'data' : pickDots(api, 'data')});\n`,
  },
  {
    kind: 'http-file',
    fits: isJson,
    write: (api, token) =>
      `### ask\nPOST ${fullUrl(api, token)}\n${headersOf(api, token)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}\n\n${body(api, 2)}\n\n### answer\n# HTTP/1.1 200 OK\n\n${sample(api)}\n`,
  },
  {
    kind: 'json-sample',
    fits: isJson,
    write: (api, token) =>
      `Endpoint: ${fullUrl(api, token)} (POST)\n${headersOf(api, token)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}\n\nRequest body\n${body(api, 2)}\n\nResponse body\n${sample(api)}\n`,
  },
  {
    kind: 'php',
    fits: isJson,
    write: (api, token) =>
      `<?php\n$ch = curl_init('${fullUrl(api, token)}');\ncurl_setopt_array($ch, [\n  CURLOPT_RETURNTRANSFER => true,\n  CURLOPT_POST => true,\n  CURLOPT_HTTPHEADER => [${headersOf(
        api,
        token,
      )
        .map(([name, value]) => `'${name}: ${value}'`)
        .join(
          ', ',
        )}],\n  CURLOPT_POSTFIELDS => json_encode(${php(api.request)}),\n]);\n$data = json_decode(curl_exec($ch), true);\necho ${pick(api, '$data').replaceAll('"', "'")};\n`,
  },
  {
    kind: 'postman',
    fits: isJson,
    write: (api, token) =>
      JSON.stringify(
        {
          info: {
            name: api.name,
            schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
          },
          variable: [{ key: 'token', value: token }],
          item: [
            {
              name: 'login',
              request: {
                method: 'POST',
                url: `https://${api.host}/login`,
                body: { mode: 'raw', raw: '{"user":"u","password":"p"}' },
              },
            },
            {
              name: 'ask',
              request: {
                method: 'POST',
                header: headersOf(api, '{{token}}').map(([key, value]) => ({ key, value })),
                body: { mode: 'raw', raw: body(api, 2) },
                url: { raw: fullUrl(api, '{{token}}') },
              },
              response: api.isText ? [] : [{ code: 200, body: sample(api) }],
            },
          ],
        },
        null,
        1,
      ),
  },
  {
    kind: 'openapi',
    fits: isJson,
    write: (api) =>
      JSON.stringify(
        {
          openapi: '3.0.3',
          info: { title: api.name, version: '1' },
          servers: [{ url: `https://${api.host}` }],
          paths: {
            '/health': { get: { responses: { 200: { description: 'ok' } } } },
            [api.path.split('?')[0] ?? '']: {
              post: {
                summary: 'Send a message',
                security: api.auth ? [{ auth: [] }] : [],
                parameters: [...new URLSearchParams(api.path.split('?')[1] ?? '')].map(([name, value]) => ({
                  in: 'query',
                  name,
                  required: true,
                  schema: { type: 'string' },
                  example: value,
                })),
                requestBody: {
                  content: { 'application/json': { schema: yamlSchema(api.request), example: api.request } },
                },
                responses: {
                  200: {
                    content: api.isText
                      ? { 'text/plain': { schema: { type: 'string' } } }
                      : { 'application/json': { example: shown(api.answer) } },
                  },
                },
              },
            },
          },
          components: {
            securitySchemes: api.auth
              ? {
                  auth:
                    api.auth.prefix === 'Bearer '
                      ? { type: 'http', scheme: 'bearer' }
                      : { type: 'apiKey', in: api.auth.in, name: api.auth.name },
                }
              : {},
          },
        },
        null,
        2,
      ),
  },
  {
    kind: 'har',
    fits: isJson,
    write: (api, token) =>
      JSON.stringify({
        log: {
          version: '1.2',
          entries: [
            {
              request: { method: 'GET', url: `https://${api.host}/app.js`, headers: [] },
              response: { status: 200, content: { text: 'var a=1' } },
            },
            {
              request: {
                method: 'POST',
                url: fullUrl(api, token),
                headers: [
                  ...headersOf(api, token),
                  ['sec-ch-ua', '"Chromium"'],
                  ['User-Agent', 'Mozilla/5.0'],
                ].map(([name, value]) => ({ name, value })),
                postData: { mimeType: 'application/json', text: body(api) },
              },
              response: {
                status: 200,
                content: { mimeType: 'application/json', text: api.isText ? '' : sample(api) },
              },
            },
          ],
        },
      }),
  },
  // ── unseen from here ──
  {
    kind: 'go',
    isUnseen: true,
    fits: isJson,
    write: (api, token) =>
      `package main\n\nfunc main() {\n\tpayload, _ := json.Marshal(${go(api.request)})\n\treq, err := http.NewRequest("POST", "${fullUrl(api, token)}", bytes.NewBuffer(payload))\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n${headersOf(
        api,
        token,
      )
        .map(([name, value]) => `\treq.Header.Set("${name}", "${value}")\n`)
        .join(
          '',
        )}\tresp, err := http.DefaultClient.Do(req)\n\tdefer resp.Body.Close()\n\tbody, _ := io.ReadAll(resp.Body)\n\tfmt.Println(string(body))\n}\n\n// Output:\n// ${api.isText ? sample(api) : JSON.stringify(shown(api.answer))}\n`,
  },
  {
    kind: 'java',
    isUnseen: true,
    fits: isJson,
    write: (api, token) =>
      `HttpClient client = HttpClient.newHttpClient();\nString json = """\n${body(api, 2)}\n""";\nHttpRequest request = HttpRequest.newBuilder()\n    .uri(URI.create("${fullUrl(api, token)}"))\n${headersOf(
        api,
        token,
      )
        .map(([name, value]) => `    .header("${name}", "${value}")\n`)
        .join(
          '',
        )}    .POST(HttpRequest.BodyPublishers.ofString(json))\n    .build();\nHttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());\nSystem.out.println(response.body());\n`,
  },
  {
    kind: 'c-sharp',
    isUnseen: true,
    fits: simpleKeys,
    write: (api, token) =>
      `using var client = new HttpClient();\nvar request = new HttpRequestMessage(HttpMethod.Post, "${fullUrl(api, token)}");\n${headersOf(
        api,
        token,
      )
        .filter(([name]) => name !== 'Content-Type')
        .map(([name, value]) => `request.Headers.Add("${name}", "${value}");\n`)
        .join(
          '',
        )}var payload = ${csharp(api.request)};\nrequest.Content = new StringContent(JsonSerializer.Serialize(payload), Encoding.UTF8, "application/json");\nvar response = await client.SendAsync(request);\nvar json = await response.Content.ReadAsStringAsync();\n`,
  },
  {
    kind: 'ruby',
    isUnseen: true,
    fits: isJson,
    write: (api, token) =>
      `require 'net/http'\nrequire 'json'\n\nuri = URI('${fullUrl(api, token)}')\nreq = Net::HTTP::Post.new(uri)\n${headersOf(
        api,
        token,
      )
        .map(([name, value]) => `req['${name}'] = '${value}'\n`)
        .join(
          '',
        )}req.body = ${JSON.stringify(api.request).replaceAll('":', '" => ').replaceAll('null', 'nil')}.to_json\nres = Net::HTTP.start(uri.hostname, uri.port, use_ssl: true) { |http| http.request(req) }\nputs JSON.parse(res.body)${pick(api, '')}\n`,
  },
  {
    kind: 'curl',
    isUnseen: true,
    fits: isJson,
    write: (api, token) =>
      `export API_TOKEN=${token}\n\n$ curl -sS ${fullUrl(api, token)} ${headersOf(api, '$API_TOKEN')
        .map(([name, value]) => `-H "${name}: ${value}"`)
        .join(' ')} --data @- <<'JSON' | jq .\n${body(api, 2)}\nJSON\n${sample(api)}\n`,
  },
  {
    kind: 'javascript',
    isUnseen: true,
    fits: isJson,
    write: (api, token) =>
      `import axios from 'axios';\n\nconst client = axios.create({ baseURL: '${urlOf(api).replace(api.path, '')}', headers: { ${headersOf(
        api,
        token,
      )
        .map(([name, value]) => `'${name}': '${value}'`)
        .join(
          ', ',
        )} } });\n\nexport async function ask() {\n  const { data } = await client.post('${api.path}', ${body(api, 2)});\n  return ${api.isText ? 'data' : pickDots(api, 'data')};\n}\n`,
  },
  {
    kind: 'python',
    isUnseen: true,
    fits: isJson,
    write: (api, token) =>
      `import httpx, asyncio\n\nasync def main():\n    async with httpx.AsyncClient() as client:\n        r = await client.post(\n            "${fullUrl(api, token)}",\n            headers={${headersOf(
        api,
        token,
      )
        .map(([name, value]) => `"${name}": "${value}"`)
        .join(
          ', ',
        )}},\n            json=${python(api.request)},\n        )\n        result = r.json()\n        return ${pick(api, 'result')}\n\nasyncio.run(main())\n`,
  },
];
