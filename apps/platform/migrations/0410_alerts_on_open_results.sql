-- Rules may look at what nobody has decided, too. Those of the version before go on as they are.
alter table alert_rules drop constraint alert_rules_trigger_check;
alter table alert_rules add constraint alert_rules_trigger_check
  check (trigger in ('pass_rate_below', 'regressed', 'errors_above', 'flagged_above', 'not_evaluated_above'));
