import nunjucks from 'nunjucks';
import { compileTemplate, renderJson } from '../src/index.ts';

const template = `{
  "model": "{{ params.model }}",
  "temperature": {{ params.temperature }},
  "messages": [
    {% for message in messages %}
    {"role": "{{ message.role }}", "content": {{ message.content | CONTENT }}}{% if not loop.last %},{% endif %}
    {% endfor %}
  ],
  "user": "{{ session_id }}",
  "stream": false
}`;

const context = {
  params: { model: 'gpt-4o-mini', temperature: 0.7 },
  session_id: 'f3b7c0d2-9d3e-4a52-8a55-8a1f7f0c2b11',
  messages: Array.from({ length: 6 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${i}: I would like to know whether "water damage" is covered,\nand what it costs per month.`,
  })),
};

/** Renders a chat body of six messages with this engine and with nunjucks, compiled once each, in turns; rates are per second of CPU time. */
export async function run(): Promise<Record<string, unknown>> {
  const environment = new nunjucks.Environment(null, { autoescape: false });
  const theirs = nunjucks.compile(template.replace('CONTENT', 'dump'), environment);
  const source = template.replace('CONTENT', 'tojson');
  const ours = compileTemplate(source);
  const subjects = {
    nunjucks: () => theirs.render(context),
    // renderJson knows that its body is JSON; this is what nunjucks costs when its caller makes sure.
    nunjucks_checked: () => {
      const text = theirs.render(context);
      JSON.parse(text);
      return text;
    },
    jinja: () => ours.render(context),
    render_json: () => renderJson(source, context).text,
    /** For callers that show the body as well, which read it. */
    render_json_with_value: () => {
      const body = renderJson(source, context);
      return body.value === null ? '' : body.text;
    },
  };
  for (const render of Object.values(subjects)) JSON.parse(render());
  const rates = await measure(subjects);
  const [base = 1, checked = 1, plain = 0, json = 0, withValue = 0] = rates;
  return {
    nunjucks_per_second: Math.round(base),
    nunjucks_checked_per_second: Math.round(checked),
    jinja_per_second: Math.round(plain),
    render_json_per_second: Math.round(json),
    jinja_to_nunjucks: round(plain / base),
    render_json_to_nunjucks: round(json / base),
    render_json_with_value_per_second: Math.round(withValue),
    render_json_to_nunjucks_checked: round(json / checked),
    render_json_with_value_to_nunjucks_checked: round(withValue / checked),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const rounds = 31;
const roundMs = 50;

/** Takes short turns and counts the CPU time of this process, so that what else the machine does hardly matters; gives the medians. */
async function measure(subjects: Record<string, () => string>): Promise<number[]> {
  const renders = Object.values(subjects);
  const rates = renders.map((): number[] => []);
  for (let i = 0; i < rounds; i++) {
    for (const [index, render] of renders.entries()) {
      rates[index]?.push(rateOf(render));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return rates.map((of) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0);
}

function rateOf(render: () => unknown): number {
  const start = process.cpuUsage();
  let count = 0;
  let milliseconds = 0;
  while (milliseconds < roundMs) {
    for (let i = 0; i < 100; i++) render();
    count += 100;
    const { user, system } = process.cpuUsage(start);
    milliseconds = (user + system) / 1000;
  }
  return (count * 1000) / milliseconds;
}
