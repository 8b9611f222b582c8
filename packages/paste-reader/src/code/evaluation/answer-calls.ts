/** How code of many languages reads what comes back: names of calls and members. */

export const READS_BODY =
  /^(?:json|ReadFromJsonAsync|ReadAsAsync|GetFromJsonAsync|getJSON|parsed_response|json_body|readEntity|\$fetch|ofetch|toPromise)$/;
export const PARSES =
  /^(?:parse|Parse|ParseAsync|loads|json_decode|JObject\.Parse|Deserialize|DeserializeAsync|DeserializeObject|readTree|readValue|fromJson|decode|JSONObject|jsonDecode|parse_json|parseString|from_json|load)$/;
export const PARSER =
  /json|JsonElement|JObject|JsonNode|[mM]apper|[gG]son|moshi|orjson|ujson|simplejson|Yajl|Oj\b/i;
export const GETTERS =
  /^(?:get|dig|path|fetch|opt|GetProperty|getJSONObject|getJSONArray|getString|optString|optJSONObject|optJSONArray|getAsJsonObject|getAsJsonArray|getJsonObject|getJsonArray|getProperty|SelectToken|data_get|getObject|Value|findPath|findValue|pluck|required)$/;
export const PASSES =
  /^(?:strip|trim|GetString|asText|textValue|toString|to_s|getAsString|asString|EnumerateArray|ToString|rstrip|lstrip|lower|String|str|escape|escapeHtml|html_escape|htmlspecialchars|nl2br|firstValueFrom|lastValueFrom|unwrap|unwrap_or_default|catch|as_str|GetValue|getAsJsonObject|getAsJsonArray|asArray|asObject|AsArray|AsObject|iterator|iter|list|reversed|markdown|marked|sanitize|Ok|orElse|orElseThrow|block|join|json|text|value|values|cast|slice|substring|replace|to_string|to_owned|clone|finally|throw|presence|string)$/;
export const REQUEST_LIKE =
  /^(?:await\s+)?(?:req|request|c\.req|ctx\.request|event|\$request|r\.Body|flask\.request|self\.request|httpRequest)\b/;
export const INDEXED = /^(?:element_access_expression|index_expression|array_access)$/;
export const NO_STEP = /^(?:length|size|Length|Count|count|keys|items)$/;
