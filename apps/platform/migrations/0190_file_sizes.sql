-- What an organization's files take together is read from the index alone: each bytes count once, however many files have them.
create index files_by_content on files (organization_id, content_hash) include (size_bytes);
drop index files_by_hash;
