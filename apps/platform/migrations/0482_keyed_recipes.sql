-- Fingerprints of client credentials were hashes that anybody can try guesses against; they bear the key of the
-- installation from now on. The tokens beside them are fetched again.
delete from target_tokens;
