import { z } from 'zod';
import { Id, Name, Timestamp } from './primitives.ts';
import { crudOperations } from './resource.ts';

/** A path of words such as `Safety/Violence`, from the wide to the narrow. */
const LabelName = Name.transform((text) =>
  text
    .split('/')
    .map((word) => word.trim().replace(/\s+/g, ' '))
    .join('/'),
).pipe(
  z
    .string()
    .regex(
      /^[^/]+(?:\/[^/]+){0,9}$/,
      'One to ten words with / between them are expected, such as Safety/Violence.',
    ),
);

const LabelCreate = z.strictObject({ name: LabelName, project_id: Id.nullable().optional() });
export type LabelCreate = z.output<typeof LabelCreate>;
const LabelUpdate = z.strictObject({
  name: LabelName.optional(),
  merge: z
    .boolean()
    .optional()
    .meta({ description: 'Where the new name is taken, the two become one; without it that is refused' }),
});
export type LabelUpdate = z.output<typeof LabelUpdate>;

export const Label = z.object({
  id: Id,
  project_id: Id.nullable().meta({ description: 'Without one it is seen from every project' }),
  name: z.string(),
  counts: z.object({ tests: z.number().int() }),
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Label = z.output<typeof Label>;

const schemas = {
  scope: 'project',
  shown: Label,
  create: LabelCreate,
  update: LabelUpdate,
  tool: true,
} as const;

export const { listCategories, getCategory, createCategory, updateCategory, deleteCategory } = crudOperations(
  {
    ...schemas,
    one: 'category',
    many: 'categories',
    tag: 'Categories',
    words: ['a category', 'categories'],
    problems: ['category.name_taken'],
  },
);

export const { listTopics, getTopic, createTopic, updateTopic, deleteTopic } = crudOperations({
  ...schemas,
  one: 'topic',
  many: 'topics',
  tag: 'Topics',
  words: ['a topic', 'topics'],
  problems: ['topic.name_taken'],
});
