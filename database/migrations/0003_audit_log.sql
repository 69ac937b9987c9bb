-- Who did what to whom, for actions that reach beyond one's own rows. Lines are added and read, never changed.

create table public.audit_log (
  id           uuid primary key default gen_random_uuid(),
  actor_id     uuid references public.users (id) on delete set null,
  action       text not null,
  subject_type text,
  subject_id   text,
  details      jsonb not null default '{}',
  created_at   timestamptz not null default app.now()
);

create index audit_log_newest_first on public.audit_log (created_at desc, id);
create index audit_log_of_actor on public.audit_log (actor_id, created_at desc);
create index audit_log_of_subject on public.audit_log (subject_type, subject_id, created_at desc);

alter table public.audit_log enable row level security;

grant select on public.audit_log to authenticated;
grant select, insert on public.audit_log to service_role;

create policy "admins read" on public.audit_log
  for select to authenticated using ((select public.is_admin()));

-- Roles change here or by the server itself: no column grant could tell an admin from a member.
create function public.set_user_role(input_user_id uuid, input_role text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not public.is_admin() then
      raise insufficient_privilege using message = 'Only admins change roles';
    end if;
    if input_user_id = auth.uid() then
      -- Else the last admin could lock everyone out, himself first.
      raise exception 'You cannot change your own role';
    end if;

    update public.users set role = input_role where id = input_user_id;
    if not found then
      raise exception 'User not found';
    end if;

    insert into public.audit_log (actor_id, action, subject_type, subject_id, details)
    values (auth.uid(), 'user_role_changed', 'user', input_user_id, jsonb_build_object('role', input_role));
  end
  $$;

revoke execute on function public.set_user_role(uuid, text) from public;
grant execute on function public.set_user_role(uuid, text) to authenticated;
