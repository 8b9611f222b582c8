/** In the metadata of a proposed test: a test made of the same exploration asked the same when this one was proposed. */
export const keptBefore = 'kept_before';
