import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createService, startTarget } from './support.ts';

const token = ['fake', 'probe', 'token', '12345678'].join('-');

describe('what is returned is what was verified', () => {
  const service = createService();
  after(() => service.close());
  const said = (json: Record<string, unknown>): string => `You said: ${String(json['message'])}`;

  test('a credential of the typed address comes back as the token, and opens the address', async (t) => {
    const target = await startTarget(({ path, json }) =>
      path === `/chat?access_token=${token}`
        ? { body: { reply: said(json) } }
        : { status: 401, body: { error: 'no' } },
    );
    t.after(() => target.close());
    const result = await service.run({
      input_text: 'POST /chat with {"message": "Hi there?"} gives {"reply": "Hello."}',
      url: `${target.url}/chat?access_token=${token}`,
    });
    assert.equal(result.url, `${target.url}/chat?access_token={{ auth_token }}`);
    assert.equal(result.auth_type, 'bearer_token');
    assert.equal(result.probe_success, true, JSON.stringify(result));
    assert.ok(!JSON.stringify(result).includes(token));
  });

  test('user and password of an address sign in by the header that they stand for', async (t) => {
    const basic = Buffer.from(`desk:${token}`).toString('base64');
    const target = await startTarget(({ headers, json }) =>
      headers.authorization === `Basic ${basic}`
        ? { body: { reply: said(json) } }
        : { status: 401, body: { error: 'no' } },
    );
    t.after(() => target.close());
    const result = await service.run({
      input_text: `curl ${target.url.replace('://', `://desk:${token}@`)}/chat -d '{"message":"Hi?"}'`,
    });
    assert.equal(result.url, `${target.url}/chat`);
    assert.equal(result.request_headers['Authorization'], 'Basic {{ auth_token }}');
    assert.equal(result.probe_success, true, JSON.stringify(result));
  });

  test('every header that somebody wrote is sent and kept', async (t) => {
    const written = {
      'Cache-Control': 'no-store',
      'X-Forwarded-For': '203.0.113.9',
      'User-Agent': 'desk-widget/3',
      Pragma: 'no-cache',
    };
    const target = await startTarget(({ json }) => ({ body: { reply: said(json) } }));
    t.after(() => target.close());
    const flags = Object.entries(written).map(([name, value]) => `-H '${name}: ${value}'`);
    const result = await service.run({
      input_text: `curl ${target.url}/chat ${flags.join(' ')} -d '{"message":"Hi?"}'`,
    });
    for (const [name, value] of Object.entries(written)) {
      assert.equal(result.request_headers[name], value);
      assert.equal(target.received[0]?.headers[name.toLowerCase()], value);
    }
  });

  test('the place that is documented stays, though another part of the answer repeats what was sent', async (t) => {
    const target = await startTarget(({ json }) => ({
      body: { body: `${JSON.stringify(json)} was received`, answer: 'Water damage is covered.' },
    }));
    t.after(() => target.close());
    const document = {
      openapi: '3.0.0',
      servers: [{ url: target.url }],
      paths: {
        '/ask': {
          post: {
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['question'],
                    properties: { question: { type: 'string' } },
                  },
                },
              },
            },
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      required: ['answer'],
                      properties: { answer: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    };
    const result = await service.run({ input_text: JSON.stringify(document) });
    assert.equal(result.response_mapping['output'], '$.answer', JSON.stringify(result));
    assert.equal(result.probe_success, true);
  });

  test('a SOAP envelope is sent whole, with the message as text of its element', async (t) => {
    const target = await startTarget(({ text }) => ({
      headers: { 'content-type': 'text/xml' },
      body: `<Envelope><Body><AskResponse>${/<q>([^<]*)<\/q>/.exec(text)?.[1] ?? ''}</AskResponse></Body></Envelope>`,
    }));
    t.after(() => target.close());
    const envelope =
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Ask><lang>en</lang><q>What is covered?</q></Ask></soap:Body></soap:Envelope>';
    const result = await service.run({
      input_text: `curl ${target.url}/ws -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: "urn:Ask"' -d '${envelope}'`,
    });
    assert.equal(result.request_mapping, envelope.replace('What is covered?', '{{ input | e }}'));
    assert.match(target.received[0]?.text ?? '', /<lang>en<\/lang><q>Hello! This/);
    assert.equal(result.request_headers['SOAPAction'], '"urn:Ask"');
  });
});
