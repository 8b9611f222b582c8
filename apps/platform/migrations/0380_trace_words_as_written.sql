-- Spans are looked for by their trace and removed by their time; lists are of traces, with indexes of their own.
drop index spans_by_time;
drop index spans_by_endpoint;

-- Whoever writes a trace says what it is searched in: every word once, in small letters. The database put the letters down
-- for each call, and the index of trigrams took each word apart as often as it was said. What is there stays as it is.
alter table traces alter column words drop expression;
