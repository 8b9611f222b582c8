import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createReader } from '../../../src/modules/autoconfigure/reader/reader.ts';

const reader = createReader();
const read = async (text: string) =>
  (await reader.read({ text, url: undefined, method: undefined, authToken: undefined, secrets: new Set() }))
    ?.hypothesis;

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
  'dashes and quotes of a word processor': `curl –X POST “https://bot.test/ask” –H “Authorization: Bearer <TOKEN>” –d ‘{ “frage”: “Is it open?”, “klasse”: 2 }’`,
  'long dashes and German quotes': `curl —request POST „https://bot.test/ask“ —header „Authorization: Bearer <TOKEN>“ —data ‚{ „frage“: „Is it open?“, „klasse“: 2 }‘`,
};

describe('what a script sets before its command is part of the command', () => {
  for (const [name, script] of Object.entries(SCRIPTS))
    test(name, async () => {
      const found = await read(script);
      assert.equal(found?.url, 'https://bot.test/ask');
      assert.equal(found.method, 'POST');
      assert.deepEqual(found.template, { frage: '{{ input }}', klasse: 2 });
      assert.equal(found.headers['Authorization'], 'Bearer {{ auth_token }}');
    });

  test('a quoted end mark keeps dollars as they are', async () => {
    const found = await read(`curl https://bot.test/ask -d @- <<'EOF'
{"frage": "Is it open?", "preis": "5 $EUR"}
EOF`);
    assert.deepEqual(found?.template, { frage: '{{ input }}', preis: '5 $EUR' });
  });
});
