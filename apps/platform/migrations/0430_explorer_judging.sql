-- What judges a test by itself, as it came along with it from a test set: {metrics, combine, expected}.
alter table explorer_tests add column judging json;
