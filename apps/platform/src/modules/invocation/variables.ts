import type { CallVariables, TargetConfiguration } from './configuration.ts';
import { CONVERSATION_ALIASES } from './conversations.ts';
import { appendExtractedText, readFiles, readImage } from './files.ts';
import { isPlainObject } from './plain-object.ts';
import type { Placeholders } from './placeholders.ts';

export type PreparedVariables = {
  /** The variables of body templates, without token, conversation and history, which are added per call. */
  context: Record<string, unknown>;
  /** The message as the target gets it: with the text of the files when a template has no place for them. */
  input: string;
};

/** Brings what the caller gave into the names and forms that templates use. */
export function prepareVariables(
  configuration: TargetConfiguration,
  variables: CallVariables,
  placeholders: Placeholders,
  warnings: string[],
): PreparedVariables {
  const files = readFiles(variables['files'], warnings);
  const image = readImage(variables['image'], files, warnings);
  const takesFiles = placeholders.uses('files') || placeholders.uses('image');
  const input = takesFiles ? variables.input : appendExtractedText(variables.input, files);
  if (placeholders.sourceIncludes('content_base64')) {
    warnings.push('The template reads "content_base64"; the bytes of a file are in "data" now.');
    for (const file of files) file['content_base64'] = file.data;
  }
  const context: Record<string, unknown> = { ...variables };
  // These belong to the configuration: a caller cannot bring a token or a history of another kind.
  for (const name of [...CONVERSATION_ALIASES, 'auth_token', 'secrets', 'messages']) delete context[name];
  context['input'] = input;
  context['files'] = files;
  context['files_metadata'] = files.map(({ filename, content_type }) => ({ filename, content_type }));
  if (image === undefined) delete context['image'];
  else context['image'] = image;
  context['params'] = paramsOf(configuration, variables['params'], warnings);
  return { context, input };
}

/** What the project says wins: a caller may add a parameter to the body, as any variable, and change none. */
function paramsOf(
  { params = {} }: TargetConfiguration,
  given: unknown,
  warnings: string[],
): Record<string, unknown> {
  if (!isPlainObject(given)) {
    if (given !== undefined && given !== null)
      warnings.push('"params" of the call is no object of names and values, and was left out.');
    return { ...params };
  }
  for (const name of Object.keys(given))
    if (Object.hasOwn(params, name))
      warnings.push(
        `"params.${name.slice(0, 100)}" is set by the project: the value of the call was left out.`,
      );
  return Object.fromEntries([...Object.entries(given), ...Object.entries(params)]);
}
