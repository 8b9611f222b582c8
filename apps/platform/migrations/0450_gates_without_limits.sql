-- A gate without any limit was kept as one, and passed by every run that decided a test; it is none.
update test_sets set gates = null where gates::text = '{}';
update test_runs set gates = null, gate = null, gate_reasons = null where gates::text = '{}';
