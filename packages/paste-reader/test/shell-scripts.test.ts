import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { read } from './read.ts';

/** The same request as people's scripts put it together. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'a here-document kept in a variable': `HOST="\${BASE:-https://bot.test}"
QUESTION="\${1:-Is it open?}"
BODY=$(cat <<JSON
{ "frage": "\${QUESTION}", "klasse": 2 }
JSON
)
curl -sS "$HOST/ask" -H "Authorization: Bearer $TOKEN" -d "$BODY"`,
  'a here-document that read takes': `: "\${API:=https://bot.test}"
API=\${API:-https://bot.test}
read -r -d '' BODY <<'EOF'
{"frage": "Is it open?", "klasse": 2}
EOF
curl "$API/ask" -H "Authorization: Bearer \${TOKEN:?set it}" --data "$BODY"`,
  'a file that the script writes': `cat > body.json <<EOF
{"frage": "Is it open?", "klasse": 2}
EOF
curl https://bot.test/ask -H "Authorization: Bearer $TOKEN" -d @body.json`,
  'a text over several lines': `BODY='{
  "frage": "Is it open?",
  "klasse": 2
}'
curl https://bot.test/ask -H "Authorization: Bearer $TOKEN" -d "$BODY"`,
  'an object that jq builds': `curl https://bot.test/ask -H "Authorization: Bearer $TOKEN" \\
  -d "$(jq -n --arg q 'Is it open?' --argjson klasse 2 '{frage: $q, $klasse}')"`,
  'an object that jo builds': `curl https://bot.test/ask -H "Authorization: Bearer $TOKEN" -d "$(jo frage="Is it open?" klasse=2)"`,
  'a text that printf fills': `curl https://bot.test/ask -H "Authorization: Bearer $TOKEN" -d "$(printf '{"frage":"%s","klasse":%d}' "$1" 2)"`,
  'a here-string': `curl https://bot.test/ask -H "Authorization: Bearer $TOKEN" -d @- <<< '{"frage": "Is it open?", "klasse": 2}'`,
  'a server that a comment names': `curl "$BASE_URL/ask" -H "Authorization: Bearer $TOKEN" -d '{"frage":"Is it open?","klasse":2}'
# BASE_URL=https://bot.test`,
  'a variable of fish': `set -gx API https://bot.test
curl $API/ask -H "Authorization: Bearer $TOKEN" -d '{"frage":"Is it open?","klasse":2}'`,
  'xh with its options before the address': `❯ xh -b -A bearer -a $TOKEN post https://bot.test/ask frage="Is it open?" klasse:=2`,
  'HTTPie with spelled-out options': `http --timeout 60 --auth-type=bearer --auth "$TOKEN" post https://bot.test/ask frage="Is it open?" klasse:=2`,
  'escaped quotes for curl.exe': String.raw`PS C:\> curl.exe https://bot.test/ask -H "Authorization: Bearer $env:TOKEN" -d '{\"frage\":\"Is it open?\",\"klasse\":2}'`,
  'PowerShell behind its prompts': `PS C:\\> $h = @{ Authorization = "Bearer $token" }
PS C:\\> $b = @{ frage = "Is it open?"; klasse = 2 } | ConvertTo-Json
PS C:\\> Invoke-RestMethod https://bot.test/ask -Method Post -Headers $h -Body $b -ContentType 'application/json'`,
  "curl's own variables": `curl --variable %TOKEN --variable q="Is it open?" --expand-header "Authorization: Bearer {{TOKEN}}" \\
  --expand-data '{"frage": "{{q:trim:json}}", "klasse": 2}' https://bot.test/ask`,
  'a dictionary that is filled entry by entry': `$headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"
$headers.Add("Authorization", "Bearer $token")
$body = @"
{
    \`"frage\`": \`"Is it open?\`",
    \`"klasse\`": 2
}
"@
$response = Invoke-RestMethod 'https://bot.test/ask' -Method 'POST' -Headers $headers -Body $body`,
  'entries of a table set one by one': `$h = @{}
$h['Authorization'] = "Bearer $env:TOKEN"
$b = @{ klasse = 2 }
$b.frage = 'Is it open?'
irm https://bot.test/ask -Method Post -Headers $h -ContentType 'application/json' -Body ($b | ConvertTo-Json)`,
  'bytes of a text': `Invoke-WebRequest https://bot.test/ask -Method POST -Headers @{ Authorization = "Bearer $token" } -ContentType "application/json" \`
-Body ([System.Text.Encoding]::UTF8.GetBytes("{\`"frage\`":\`"Ist f$([char]252)r mich offen?\`",\`"klasse\`":2}"))`,
  'dashes and quotes of a word processor': `curl –X POST “https://bot.test/ask” –H “Authorization: Bearer <TOKEN>” –d ‘{ “frage”: “Is it open?”, “klasse”: 2 }’`,
  'long dashes and German quotes': `curl —request POST „https://bot.test/ask“ —header „Authorization: Bearer <TOKEN>“ —data ‚{ „frage“: „Is it open?“, „klasse“: 2 }‘`,
};

describe('what a script sets before its command is part of the command', () => {
  for (const [name, script] of Object.entries(SCRIPTS))
    test(name, async () => {
      const found = await read(script);
      assert.equal(found.url, 'https://bot.test/ask');
      assert.equal(found.method, 'POST');
      assert.deepEqual(found.template, { frage: '{{ input }}', klasse: 2 });
      assert.equal(found.headers['Authorization'], 'Bearer {{ auth_token }}');
    });

  test('a quoted end mark keeps dollars as they are', async () => {
    const found = await read(`curl https://bot.test/ask -d @- <<'EOF'
{"frage": "Is it open?", "preis": "5 $EUR"}
EOF`);
    assert.deepEqual(found.template, { frage: '{{ input }}', preis: '5 $EUR' });
  });
});

describe('a form as it travels is read field by field', () => {
  const body = (mark: string, line: string): string =>
    [
      `--${mark}`,
      'Content-Disposition: form-data; name="frage"',
      '',
      'Is it open?',
      `--${mark}`,
      'Content-Disposition: form-data; name="klasse"',
      '',
      'b',
      `--${mark}--`,
      '',
    ].join(line);
  const forms = {
    'copied from a browser as a command': `curl 'https://bot.test/ask' -X POST -H 'Content-Type: multipart/form-data; boundary=----gecko5c' --data-binary $'${body('----gecko5c', String.raw`\r\n`)}'`,
    'recorded by a browser': JSON.stringify({
      log: {
        entries: [
          {
            request: {
              method: 'POST',
              url: 'https://bot.test/ask',
              headers: [],
              postData: {
                mimeType: 'multipart/form-data; boundary=----web9',
                text: body('----web9', '\r\n'),
              },
            },
            response: {},
          },
        ],
      },
    }),
    'a message whose boundary is not named': `POST https://bot.test/ask HTTP/1.1\nContent-Type: multipart/form-data\n\n${body('x7', '\n')}`,
  };
  for (const [name, text] of Object.entries(forms))
    test(name, async () => {
      const found = await read(text);
      assert.equal(found.url, 'https://bot.test/ask');
      assert.deepEqual(found.template, { frage: '{{ input }}', klasse: 'b' });
    });

  test('what stands below its end is no part of it', async () => {
    const found = await read(
      `POST https://bot.test/ask\nContent-Type: multipart/form-data; boundary=x7\n\n${body('x7', '\n')}\n### gives {"befund": "Yes, until six.", "grad": "low"}`,
    );
    assert.equal(found.responseMapping['output'], '$.befund');
  });
});

test('of a whole response that PowerShell prints the content is the answer', async () => {
  const found = await read(
    `Invoke-WebRequest https://bot.test/ask -Method POST -Body '{"frage":"Is it open?"}' -ContentType "application/json"

StatusCode        : 200
StatusDescription : OK
Content           : {"antwort":"Until six.","links":[]}`,
  );
  assert.equal(found.responseMapping['output'], '$.antwort');
});
