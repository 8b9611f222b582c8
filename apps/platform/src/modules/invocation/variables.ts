import type { CallVariables, TargetConfiguration } from './configuration.ts';
import { CONVERSATION_ALIASES } from './conversations.ts';
import { appendExtractedText, readFiles, readImage } from './files.ts';
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
  context['params'] = configuration.params ?? {};
  return { context, input };
}
