drop function ops.take_over_jobs(text, integer);

-- Servers of the release before go on sending through pg-boss's tables. Where nobody else is connected there is none.
do $$
begin
  if to_regclass('jobs.job') is not null and exists (
    select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and coalesce(application_name, '') !~ ' (migrates|watches) '
  ) then
    truncate jobs.archive;
  else
    drop schema if exists jobs cascade;
    drop function ops.take_over_job();
  end if;
end
$$;
