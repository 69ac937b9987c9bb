-- Whether a subscription gives Pro now, by the server's clock: browsers ask for it like for a column.
create function public.has_access(public.subscriptions) returns boolean
  language sql stable set search_path = ''
  as $$
    select app.gives_access($1.status, $1.ends_at, $1.pause_mode)
  $$;

revoke execute on function public.has_access(public.subscriptions) from public;
grant execute on function public.has_access(public.subscriptions) to authenticated, service_role;
