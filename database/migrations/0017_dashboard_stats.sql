-- The dashboard's four numbers, over what the caller himself may see.

create function public.get_dashboard_stats(
  out active_projects bigint,
  out completed_tasks bigint,
  out pending_tasks bigint,
  out team_members bigint
)
  language sql stable set search_path = ''
  as $$
    select
      (select count(*) from public.projects where status = 'active'),
      (select count(*) from public.tasks where status = 'done'),
      (select count(*) from public.tasks where status in ('todo', 'inProgress')),
      (select count(distinct user_id) from public.project_members where user_id <> (select auth.uid()))
  $$;

revoke execute on function public.get_dashboard_stats() from public;
grant execute on function public.get_dashboard_stats() to authenticated;
