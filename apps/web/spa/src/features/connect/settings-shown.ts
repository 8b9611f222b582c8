import { placeOfToken, runCommand } from '../../lib/run-command.ts';

export interface Addresses {
  readonly api_url: string;
  readonly mcp_url: string;
  readonly otlp_traces_url: string;
}

export interface ReadySettings {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

/** To be copied as they are; where no token was made just now, it is to be put in, as none is ever shown twice. */
export const readySettings = (
  { api_url: api, mcp_url: mcp, otlp_traces_url: otlp }: Addresses,
  token: string = placeOfToken,
): ReadySettings[] => [
  {
    id: 'mcp',
    title: 'Agents over MCP',
    about:
      'MCP is the protocol by which agents use programs such as Sonde. For agents that read a file of servers. They get the most usual tools; with ?toolsets=all at the end of the address they get all.',
    text: JSON.stringify(
      { mcpServers: { sonde: { type: 'http', url: mcp, headers: { Authorization: `Bearer ${token}` } } } },
      null,
      2,
    ),
  },
  {
    id: 'otel',
    title: 'OpenTelemetry, by environment',
    about:
      'OpenTelemetry is a standard by which programs report what they do; what yours reports stands under Traces. Any OpenTelemetry library reads these. A token that is bound to a project reports into that project.',
    text: [
      `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${otlp}`,
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf',
      `OTEL_EXPORTER_OTLP_TRACES_HEADERS=Authorization=Bearer%20${encodeURIComponent(token)}`,
      'OTEL_SERVICE_NAME=my-application',
    ].join('\n'),
  },
  {
    id: 'otel-js',
    title: 'OpenTelemetry, in JavaScript',
    about: 'With @opentelemetry/sdk-trace and @opentelemetry/exporter-trace-otlp-proto.',
    text: `const exporter = new OTLPTraceExporter({
  url: '${otlp}',
  headers: { Authorization: 'Bearer ${token}' },
});
const provider = new TracerProvider({
  spanProcessors: [new BatchSpanProcessor({ exporter })],
});`,
  },
  {
    id: 'cli',
    title: 'Command line',
    about:
      'Runs a test set against an endpoint and ends with a number, the exit code, by which a build goes on (0) or stops. --junit writes the results to a file that most build servers show (JUnit), --markdown and --html write them to be read; --help lists everything. No public list of packages has it: Sonde packs it, and the file belongs into your project.',
    text: `npm run sdk    # where Sonde is installed; writes sonde-sdk-….tgz
npm install --save-dev ./sonde-sdk-*.tgz    # in your project, beside the file
${runCommand({ url: api, token, endpoint: { name: 'My endpoint' }, testSet: { name: 'My tests' } })}`,
  },
  {
    id: 'sdk',
    title: 'SDK',
    about:
      'A library for programs (SDK): it calls Sonde, and offers functions of your own program as endpoints. It is installed as under Command line.',
    text: `import { connect, createClient, endpoint } from '@sonde/sdk';

const baseUrl = '${api}';
const token = '${token}'; // better from the environment
const client = createClient({ baseUrl, token });
const answer = endpoint('answer', async ({ input }) => \`You said: \${input}\`);
await connect({ baseUrl, token, endpoints: [answer] });`,
  },
  {
    id: 'curl',
    title: 'Anything else',
    about:
      'The API is the address at which programs call Sonde, by plain HTTP; its reference is at /api/v1/docs.',
    text: `curl -H 'Authorization: Bearer ${token}' ${api}/api/v1/endpoints`,
  },
];
