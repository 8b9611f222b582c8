import { createReader } from '@sonde/paste-reader';

/** The same small call in every language that has a grammar. */
const TEXTS: Readonly<Record<string, string>> = {
  python:
    'import requests\nr = requests.post("http://bot.test/chat", json={"message": "Hello there"})\nprint(r.json()["reply"])',
  javascript:
    'const r = await fetch("http://bot.test/chat", { method: "POST", body: JSON.stringify({ message: "Hello there" }) });',
  typescript:
    'const r: Response = await fetch("http://bot.test/chat", { method: "POST", body: JSON.stringify({ message: "Hello there" } as Body) });\ninterface Body { message: string }',
  go: 'package main\nfunc main() {\n\tresp, err := http.Post("http://bot.test/chat", "application/json", strings.NewReader(`{"message":"Hello there"}`))\n\tfmt.Println(resp, err)\n}',
  java: 'public class Ask { void ask() { HttpRequest r = HttpRequest.newBuilder().uri(URI.create("http://bot.test/chat")).POST(BodyPublishers.ofString("{\\"message\\":\\"Hello there\\"}")).build(); } }',
  'c-sharp':
    'using System;\nvar c = new HttpClient();\nvar r = await c.PostAsJsonAsync("http://bot.test/chat", new { message = "Hello there" });',
  php: '<?php $ch = curl_init("http://bot.test/chat"); curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(["message" => "Hello there"]));',
  ruby: 'require "net/http"\nputs Net::HTTP.post(URI("http://bot.test/chat"), { message: "Hello there" }.to_json)',
};

/** Milliseconds of a reader's first paste in each language, from a cold start and after the warming at start-up. */
export async function firstUse(): Promise<Record<string, Record<string, number>>> {
  const cold = createReader();
  const warm = createReader();
  const figures: Record<string, Record<string, number>> = { cold: {}, warmed: {} };
  for (const [language, text] of Object.entries(TEXTS))
    measure(figures['cold'], language, await timed(cold, text));
  // Timers of the warming do not keep a process alive; this one does while it lasts.
  const alive = setInterval(() => {}, 1000);
  await warm.warm();
  clearInterval(alive);
  for (const [language, text] of Object.entries(TEXTS))
    measure(figures['warmed'], language, await timed(warm, text));
  return figures;
}

function measure(into: Record<string, number> | undefined, name: string, ms: number): void {
  if (into) into[name] = Math.round(ms * 10) / 10;
}

async function timed(reader: ReturnType<typeof createReader>, text: string): Promise<number> {
  const startedAt = performance.now();
  await reader.read({ text, url: undefined, method: undefined, authToken: undefined, secrets: new Set() });
  return performance.now() - startedAt;
}
