-- Rows of a former version hold credentials in paths of addresses, in forms and in headers of the requests around a call:
-- each is looked through once more, at the start.
update endpoints set literals_moved = false;
