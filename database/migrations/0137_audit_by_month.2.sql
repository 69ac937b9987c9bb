-- contract
-- Reads every line while others go on reading and writing.
alter table auth.audit_log_entries validate constraint only_the_past;
