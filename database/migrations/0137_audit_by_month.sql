-- contract
-- The sign-in log becomes the partition of the past in a table of the same name, without being copied or read under a lock. Older
-- servers must be gone: they delete old lines by ctid, which is the same in several partitions.
-- First the promise that it has no lines of later months. Its end leaves three months for the next two steps.

update auth.audit_log_entries set created_at = ops.now() where created_at is null;

do $$
begin
  execute format(
    'alter table auth.audit_log_entries add constraint only_the_past check (created_at is not null and created_at < %L) not valid',
    ops.month_start(3)
  );
end
$$;
