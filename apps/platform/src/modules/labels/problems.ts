import { Problem } from '@sonde/server-kit';

export const labelProblems = {
  category: {
    notFound: () => new Problem('not_found', 'category.not_found', 'Category not found.'),
    nameTaken: () =>
      new Problem(
        'conflict',
        'category.name_taken',
        'There is a category of this name; merge makes them one.',
      ),
  },
  topic: {
    notFound: () => new Problem('not_found', 'topic.not_found', 'Topic not found.'),
    nameTaken: () =>
      new Problem('conflict', 'topic.name_taken', 'There is a topic of this name; merge makes them one.'),
  },
};
