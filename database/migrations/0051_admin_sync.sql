-- What admins see of the work between us and others: every list reads an index.

-- The last call to each service, of all servers.
create table ops.service_calls (
  service      text primary key,
  succeeded_at timestamptz,
  failed_at    timestamptz,
  error        text
);

alter table ops.service_calls enable row level security;

-- For what admins edit and everyone reads: the trigger names the kind. Texts are public, so the line may hold them; it is how a
-- mistake is found and taken back.
create function app.audit_content() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    kind text := tg_argv[0];
    was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
    now_is jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
    changed jsonb;
  begin
    if auth.uid() is null then
      return null;
    end if;
    select coalesce(jsonb_object_agg(key, coalesce(now_is -> key, was -> key)), '{}') into changed
      from (select jsonb_object_keys(was || now_is) as key) as columns
     where key not in ('id', 'created_at', 'updated_at') and was -> key is distinct from now_is -> key;
    if tg_op = 'UPDATE' and changed = '{}' then
      return null;
    end if;

    insert into public.audit_log (actor_id, action, subject_type, subject_id, details)
    values (
      auth.uid(),
      kind || case tg_op when 'INSERT' then '_added' when 'DELETE' then '_deleted' else '_changed' end,
      kind, coalesce(now_is ->> 'id', was ->> 'id', now_is ->> 'code', was ->> 'code'), changed
    );
    return null;
  end
  $$;

create trigger audit_content
  after insert or update or delete on public.resources
  for each row execute function app.audit_content('resource');

create trigger audit_content
  after insert or update or delete on public.resource_categories
  for each row execute function app.audit_content('resource_category');

revoke execute on function app.audit_content() from public;

-- Deleting a category would delete its resources with it. It is switched off instead.
revoke delete on public.resource_categories from authenticated;

-- replaces 9ea543b980144ca486dfc6b14d8ba7c737ff5c7329d421ad70ac4425e54cfc9f
