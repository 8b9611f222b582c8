import { sealedPlace } from '#kernel/sealed-places';
import { contextOf } from './sealing.ts';
import { experimentVersions, projectParameters } from './tables.ts';

export const sealedParameters = sealedPlace({
  what: 'secret parameters of projects',
  table: projectParameters,
  key: projectParameters.projectId,
  again: ({ projectId, sealed }, anew) => ({
    sealed: mapValues(sealed, (slots, name) =>
      mapValues(slots, (text) => anew(text, contextOf(projectId, name))),
    ),
  }),
});

export const sealedVersions = sealedPlace({
  what: 'secret parameters of experiments',
  table: experimentVersions,
  key: experimentVersions.id,
  again: ({ projectId, contents }, anew) => ({
    contents: mapValues(contents, (value, name) =>
      value.type === 'secret' ? { ...value, sealed: anew(value.sealed, contextOf(projectId, name)) } : value,
    ),
  }),
});

const mapValues = <Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
